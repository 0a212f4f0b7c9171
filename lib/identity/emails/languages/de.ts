import type { EmailTexts } from './email-texts.ts';

/** The emails of members in German. */
// biome-ignore format: one change per line is what makes it a table.
export const de: EmailTexts = {
  roles: { owner: 'Inhaber', admin: 'Admin', content_manager: 'Content-Manager', editor: 'Redakteur', approver: 'Freigeber', analyst: 'Analyst', viewer: 'Betrachter' },
  invitation: {
    subject: 'Einladung zu {workspace}',
    text: 'Sie sind mit der Rolle {role} zu {workspace} eingeladen.',
    open: 'Öffnen Sie diesen Link, um die Einladung anzunehmen:',
    end: 'Die Einladung gilt einmal und bis zum {time} UTC. Wenn Sie diese E-Mail nicht erwartet haben, können Sie sie ignorieren.',
  },
  signIn: {
    subject: 'Anmeldung bei {workspace}',
    open: 'Öffnen Sie diesen Link, um sich bei {workspace} anzumelden:',
    end: 'Er gilt einmal, innerhalb von 15 Minuten. Wenn Sie ihn nicht angefordert haben, können Sie diese E-Mail ignorieren.',
  },
  security: {
    subject: '{change} in {workspace}',
    own: '{event}: am {time} in einer Ihrer Sitzungen in {workspace}.',
    ofMember: '{event}: am {time} in einer Sitzung des Mitglieds {member} in {workspace}.',
    ifNotYou: 'Wenn Sie das nicht waren, {undo}, beenden Sie Ihre Sitzungen, und sagen Sie es einem Inhaber oder Admin des Workspace:',
    ifWrong: 'Wenn das nicht sein soll, {undo}, und beenden Sie die Sitzungen dieses Mitglieds:',
    required: 'Diese E-Mail lässt sich nicht abschalten.',
    changes: {
      passkey_added: { subject: 'Passkey hinzugefügt', event: 'Ein Passkey wurde hinzugefügt', undo: 'löschen Sie den Passkey' },
      key_created: { subject: 'API-Schlüssel erstellt', event: 'Der API-Schlüssel {id} wurde erstellt', undo: 'widerrufen Sie den Schlüssel' },
      key_rolled: { subject: 'API-Schlüssel erneuert', event: 'Der API-Schlüssel {id} wurde erneuert', undo: 'widerrufen Sie den Schlüssel' },
      account_credentials_set: { subject: 'Zugangsdaten eines Kontos gesetzt', event: 'Die Zugangsdaten des Plattformkontos {id} wurden gesetzt', undo: 'verbinden Sie das Konto erneut' },
      app_credentials_set: { subject: 'Zugangsdaten einer App gesetzt', event: 'Die Zugangsdaten der App für {id} wurden gesetzt', undo: 'setzen Sie die Zugangsdaten erneut' },
      approval_loosened: { subject: 'Freigabe gelockert', event: 'Die Einstellungen der Freigabe wurden so geändert, dass mehr freigegeben oder veröffentlicht werden kann', undo: 'ändern Sie die Einstellungen zurück' },
      invitation_sent: { subject: 'Einladung gesendet', event: 'Die Einladung {id} wurde gesendet', undo: 'widerrufen Sie die Einladung' },
      member_rights_changed: { subject: 'Berechtigungen eines Mitglieds geändert', event: 'Die Rolle oder die Berechtigungen des Mitglieds {id} wurden geändert', undo: 'ändern Sie sie zurück' },
      review_link_created: { subject: 'Prüflink erstellt', event: 'Der Prüflink {id}, mit dem ein Beitrag freigegeben werden kann, wurde erstellt', undo: 'widerrufen Sie den Link' },
    },
    tokenReused: {
      subject: 'Zugriff einer Anwendung in {workspace} widerrufen',
      event: 'Der API-Schlüssel {id} wurde am {time} in {workspace} widerrufen, weil ein Code oder ein Refresh-Token der Anwendung zweimal verwendet wurde. Ein anderes Programm hatte vielleicht eine Kopie.',
      advice: 'Wenn Sie die Anwendung noch verwenden, geben Sie ihr erneut Zugriff. Die Anwendungen mit Zugriff:',
    },
    recurrencesLeft: {
      subject: 'Wiederholungen eines entfernten Mitglieds in {workspace}',
      event: 'Das Mitglied {id} wurde am {time} aus {workspace} entfernt. Wiederholungen, die es erstellt hat, laufen in seinem Namen weiter.',
      advice: 'Übernehmen Sie sie als Inhaber, oder löschen Sie sie:',
    },
  },
};
