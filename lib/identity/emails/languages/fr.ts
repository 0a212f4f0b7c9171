import type { EmailTexts } from './email-texts.ts';

/** The emails of members in French. */
// biome-ignore format: one change per line is what makes it a table.
export const fr: EmailTexts = {
  roles: { owner: 'propriétaire', admin: 'administrateur', content_manager: 'gestionnaire de contenu', editor: 'rédacteur', approver: 'approbateur', analyst: 'analyste', viewer: 'lecteur' },
  invitation: {
    subject: 'Invitation à {workspace}',
    text: 'Vous êtes invité à rejoindre {workspace} avec le rôle {role}.',
    open: 'Pour accepter l’invitation, ouvrez ce lien :',
    end: 'L’invitation expire le {time} UTC et ne peut être acceptée qu’une fois. Si vous n’attendiez pas cet e-mail, ignorez-le.',
  },
  signIn: {
    subject: 'Connexion à {workspace}',
    open: 'Ouvrez ce lien pour vous connecter à {workspace} :',
    end: 'Il fonctionne une fois, pendant 15 minutes. Si vous ne l’avez pas demandé, ignorez cet e-mail.',
  },
  security: {
    subject: '{change} dans {workspace}',
    own: '{event} le {time}, dans une de vos sessions dans {workspace}.',
    ofMember: '{event} le {time}, dans une session du membre {member} dans {workspace}.',
    ifNotYou: 'Si ce n’était pas vous, {undo}, mettez fin à vos sessions et prévenez un propriétaire ou un administrateur de l’espace de travail :',
    ifWrong: 'Si ce n’était pas prévu, {undo} et mettez fin aux sessions de ce membre :',
    required: 'Cet e-mail ne peut pas être désactivé.',
    changes: {
      passkey_added: { subject: 'Clé d’accès ajoutée', event: 'Une clé d’accès a été ajoutée', undo: 'supprimez la clé d’accès' },
      key_created: { subject: 'Clé API créée', event: 'La clé API {id} a été créée', undo: 'révoquez la clé' },
      key_rolled: { subject: 'Clé API renouvelée', event: 'La clé API {id} a été renouvelée', undo: 'révoquez la clé' },
      account_credentials_set: { subject: 'Identifiants d’un compte définis', event: 'Les identifiants du compte de plateforme {id} ont été définis', undo: 'reconnectez le compte' },
      app_credentials_set: { subject: 'Identifiants d’une application définis', event: 'Les identifiants de l’application pour {id} ont été définis', undo: 'définissez de nouveau les identifiants' },
      approval_loosened: { subject: 'Approbation assouplie', event: 'Les réglages d’approbation ont été modifiés de sorte que davantage peut être approuvé ou publié', undo: 'rétablissez les réglages' },
      invitation_sent: { subject: 'Invitation envoyée', event: 'L’invitation {id} a été envoyée', undo: 'révoquez l’invitation' },
      member_rights_changed: { subject: 'Autorisations d’un membre modifiées', event: 'Le rôle ou les autorisations du membre {id} ont été modifiés', undo: 'rétablissez-les' },
      review_link_created: { subject: 'Lien de relecture créé', event: 'Le lien de relecture {id}, qui permet d’approuver une publication, a été créé', undo: 'révoquez le lien' },
    },
    tokenReused: {
      subject: 'Accès d’une application révoqué dans {workspace}',
      event: 'La clé API {id} a été révoquée le {time} dans {workspace}, car un code ou un jeton de rafraîchissement de son application a été utilisé deux fois. Un autre programme en avait peut-être une copie.',
      advice: 'Si vous utilisez encore l’application, donnez-lui de nouveau accès. Les applications qui ont accès :',
    },
    recurrencesLeft: {
      subject: 'Répétitions d’un membre retiré dans {workspace}',
      event: 'Le membre {id} a été retiré de {workspace} le {time}. Les répétitions qu’il a créées continuent, en son nom.',
      advice: 'Reprenez-les en tant que propriétaire ou supprimez-les :',
    },
  },
};
