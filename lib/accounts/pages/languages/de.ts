import type { ConnectTexts } from './connect-texts.ts';

/** The pages of connections in German. */
export const de: ConnectTexts = {
  start: '{platform}-Konto verbinden',
  asks: '{who} möchte auf Ihrem {platform}-Konto veröffentlichen.',
  warnings: {
    member:
      'Wenn Sie diese Person nicht kennen oder diese Seite nicht erwartet haben, schließen Sie sie. Dann wird nichts verbunden.',
    person:
      'Wenn Sie nicht {person} sind oder diese Seite nicht erwartet haben, schließen Sie sie. Dann wird nichts verbunden.',
    product: 'Wenn Sie diese Seite nicht erwartet haben, schließen Sie sie. Dann wird nichts verbunden.',
  },
  continue: 'Weiter zu {platform}',
  consent: '{who} bittet um die Erlaubnis, dort zu veröffentlichen.',
  select: '{platform}-Konto auswählen',
  choice: 'Sie verwalten mehrere Konten. Wählen Sie das Konto aus, auf dem {who} veröffentlichen darf.',
  connected: '{account} ist verbunden',
  publishes: '{who} kann jetzt auf diesem {platform}-Konto veröffentlichen.',
  close: 'Sie können diese Seite schließen.',
  back: 'Zurück zu {place}',
  app: 'der App',
  account: 'Das Konto',
  application: 'Die Anwendung',
  requester: 'Angefordert von {who}.',
  code: 'Fehlercode: {code}',
  errors: {
    access_denied: {
      title: 'Der Zugriff wurde verweigert',
      message: 'Der Zugriff auf das Konto wurde auf der Plattform verweigert.',
      advice: 'Beginnen Sie in der Anwendung noch einmal, und erlauben Sie den Zugriff.',
    },
    expired: {
      title: 'Der Link ist abgelaufen',
      message: 'Die Verbindung wurde nicht innerhalb von zehn Minuten abgeschlossen.',
      advice: 'Beginnen Sie in der Anwendung noch einmal.',
    },
    missing_scopes: {
      title: 'Eine Berechtigung fehlt',
      message: 'Eine Berechtigung, die zum Veröffentlichen nötig ist, wurde nicht erteilt.',
      advice: 'Beginnen Sie in der Anwendung noch einmal, und lassen Sie alle Berechtigungen ausgewählt.',
    },
    no_account: {
      title: 'Kein Konto gefunden',
      message: 'Diese Anmeldung verwaltet kein Konto, das verbunden werden kann.',
      advice:
        'Melden Sie sich auf der Plattform als Person an, die das Konto verwaltet, und beginnen Sie in der Anwendung noch einmal.',
    },
    code_refused: {
      title: 'Die Plattform hat die Anfrage abgelehnt',
      message: 'Die Plattform hat den Autorisierungscode oder die Zugangsdaten der App abgelehnt.',
      advice:
        'Beginnen Sie in der Anwendung noch einmal. Bleibt das Problem bestehen, senden Sie den Code unten an den Betreiber.',
    },
    platform_error: {
      title: 'Die Plattform hat einen Fehler gemeldet',
      message: 'Die Plattform hat statt eines Autorisierungscodes einen Fehler zurückgegeben.',
      advice: 'Warten Sie einige Minuten, und beginnen Sie in der Anwendung noch einmal.',
    },
    response_lost: {
      title: 'Die Antwort der Plattform ging verloren',
      message: 'Von der Plattform kam keine Antwort. Der Autorisierungscode gilt nur einmal.',
      advice: 'Es wurde nichts verbunden. Beginnen Sie in der Anwendung noch einmal.',
    },
    other_account: {
      title: 'Dies ist ein anderes Konto',
      message: 'Die Anmeldung erfolgte mit einem anderen Konto als dem, das neu verbunden werden soll.',
      advice:
        'Melden Sie sich auf der Plattform ab und mit dem richtigen Konto an, und beginnen Sie in der Anwendung noch einmal.',
    },
    account_deleted: {
      title: 'Das Konto wurde getrennt',
      message: 'Das Konto, das neu verbunden werden soll, wurde gelöscht.',
      advice: 'Beginnen Sie in der Anwendung noch einmal, und verbinden Sie es als neues Konto.',
    },
    app_missing: {
      title: 'Die Zugangsdaten der App fehlen',
      message: 'Die Zugangsdaten der App auf der Plattform wurden entfernt.',
      advice: 'Senden Sie den Code unten an den Betreiber der Anwendung.',
    },
    requester_revoked: {
      title: 'Die Anfrage ist nicht mehr gültig',
      message:
        'Der API-Schlüssel oder das Mitglied, das die Verbindung begonnen hat, darf keine Konten mehr verbinden.',
      advice: 'Beginnen Sie in der Anwendung noch einmal.',
    },
    limit_reached: {
      title: 'Kein weiteres Konto kann verbunden werden',
      message: 'Der Workspace hat so viele Konten, wie sein Limit erlaubt.',
      advice: 'Trennen Sie ein anderes Konto, oder bitten Sie den Betreiber der Anwendung, das Limit zu erhöhen.',
    },
    unknown_state: {
      title: 'Dieser Link ist nicht gültig',
      message: 'Mit diesem Link wurde keine Verbindung begonnen.',
      advice: 'Beginnen Sie in der Anwendung im selben Browser noch einmal, und ändern Sie die URL nicht.',
    },
    already_used: {
      title: 'Dieser Link wurde schon verwendet',
      message: 'Dieser Link wurde schon verwendet. Links gelten einmal.',
      advice: 'Zeigt die Anwendung Ihr Konto nicht als verbunden an, beginnen Sie dort noch einmal.',
    },
    other_browser: {
      title: 'Dies ist ein anderer Browser',
      message: 'Die Verbindung wurde in einem anderen Browser begonnen. Hier wurde nichts verbunden.',
      advice:
        'Beginnen Sie in der Anwendung noch einmal, führen Sie alle Schritte im selben Browser aus, und erlauben Sie Cookies.',
    },
    too_many_in_flight: {
      title: 'Zu viele Verbindungen sind im Gange',
      message: 'Mehrere Verbindungen dieses Workspace warten auf eine Plattform. Bisher wurde nichts verbunden.',
      advice: 'Warten Sie einige Sekunden, und laden Sie diese Seite neu.',
    },
  },
};
