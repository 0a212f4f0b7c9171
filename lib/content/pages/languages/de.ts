import type { ReviewTexts } from './review-texts.ts';

/** The pages of a reviewer in German. */
export const de: ReviewTexts = {
  asks: '{workspace} bittet {reviewer} um eine Prüfung.',
  agentWrote: 'Der Agent „{agent}“ hat einen Teil davon geschrieben. {person} ist für ihn verantwortlich.',
  states: 'Der Agent gibt ungeprüft an:',
  status: {
    not_submitted: 'Nicht zur Freigabe eingereicht',
    pending_approval: 'Wartet auf Freigabe',
    changes_requested: 'Änderungen wurden verlangt',
    approved: 'Freigegeben',
  },
  requestedBy: ', eingereicht von {who}',
  by: ' von {who}',
  on: ' am {time}',
  agentOf: 'dem Agenten „{agent}“ von {person}',
  agentAuthor: 'Der Agent „{agent}“ von {person}',
  formerMember: { first: 'Ein ehemaliges Mitglied', within: 'einem ehemaligen Mitglied' },
  planned: 'Geplant für den {time}.',
  publishedOrPlanned: 'Veröffentlicht oder geplant für den {time}.',
  cancelled: 'Die Veröffentlichung ist abgesagt.',
  post: 'Der Beitrag',
  posts: 'Die Beiträge',
  noAccount: 'Noch ist kein Konto verbunden.',
  connectionsOnly: 'Nur für Kontakte sichtbar',
  firstComment: 'Erster Kommentar',
  threadPost: 'Beitrag {position} des Threads',
  cardUnread: 'Die Linkvorschau von {url} wird gelesen, wenn der Beitrag zur Freigabe eingereicht wird.',
  noCard: 'Keine Linkvorschau von {url}.',
  linkPreview: 'Linkvorschau',
  alt: 'Alternativtext: {text}',
  noAlt: 'Kein Alternativtext',
  decision: 'Ihre Entscheidung',
  note: 'Notiz (optional)',
  decisions: { approve: 'Freigeben', 'request-changes': 'Änderungen verlangen' },
  comments: 'Kommentare',
  noComments: 'Es gibt noch keine Kommentare.',
  earlierComments: 'Frühere Kommentare werden nicht angezeigt.',
  yourComment: 'Ihr Kommentar',
  comment: 'Kommentieren',
  saved: 'Gespeichert',
  back: 'Zurück zum Beitrag',
  scope: {
    comment: 'Dieser Link erlaubt Kommentare, auch zu späteren Fassungen des Beitrags.',
    decide: 'Mit diesem Link entscheiden Sie über diesen Beitrag, auch über spätere Fassungen.',
    ended:
      'Dieser Link erlaubt nur Kommentare, weil der Zugang beendet ist, mit dem er erstellt wurde. Bitten Sie den Absender um einen neuen Link, um zu entscheiden.',
  },
  until: 'Er gilt bis zum {time}. Geben Sie ihn nicht weiter.',
  closed: {
    unknown: {
      title: 'Unbekannter Link',
      text: 'Dieser Link ist ungültig. Bitten Sie den Absender um einen neuen Link.',
    },
    revoked: {
      title: 'Der Link wurde widerrufen',
      text: 'Dieser Link wurde widerrufen. Bitten Sie den Absender um einen neuen Link.',
    },
    expired: {
      title: 'Der Link ist abgelaufen',
      text: 'Dieser Link ist abgelaufen. Bitten Sie den Absender um einen neuen Link.',
    },
    deleted: { title: 'Der Beitrag wurde gelöscht', text: 'Es gibt nichts zu prüfen.' },
  },
  rejections: {
    content_changed:
      'Der Beitrag wurde geändert, seit Sie diese Seite geöffnet haben. Ihre Entscheidung wurde nicht gespeichert. Prüfen Sie unten die aktuelle Fassung.',
    invalid_state_transition:
      'Ihre Entscheidung wurde nicht gespeichert, weil der Beitrag nicht mehr auf Freigabe wartet.',
    passkey_required:
      'Ihre Entscheidung wurde nicht gespeichert, weil Beiträge dieses Workspace von seinen Mitgliedern mit einem Passkey freigegeben werden. Sie können Änderungen verlangen oder kommentieren.',
    approval_not_permitted:
      'Ihre Entscheidung wurde nicht gespeichert, weil dieser Link nicht über diesen Beitrag entscheiden kann. Wenden Sie sich an die Person, die ihn gesendet hat.',
    no_person:
      'Ihre Entscheidung wurde nicht gespeichert, weil ein Agent einen Teil des Beitrags geschrieben hat und ein Link eines API-Schlüssels das nicht freigeben kann. Sie können Änderungen verlangen oder kommentieren.',
    invalid_note:
      'Ihre Entscheidung wurde nicht gespeichert, weil die Notiz ungültig ist. Sie darf höchstens {max} Zeichen haben und keine Steuerzeichen enthalten.',
    invalid_comment:
      'Der Kommentar wurde nicht gespeichert. Er muss 1 bis {max} Zeichen haben und darf keine Steuerzeichen enthalten.',
    too_many_comments: 'Der Kommentar wurde nicht gespeichert. Dieser Link erlaubt höchstens {max} Kommentare.',
    too_many_comments_this_hour:
      'Der Kommentar wurde nicht gespeichert. Dieser Link erlaubt höchstens {max} Kommentare in der Stunde. Versuchen Sie es später erneut.',
  },
  // biome-ignore format: the months of half a year per line.
  months: [
    'Januar', 'Februar', 'März', 'April', 'Mai', 'Juni',
    'Juli', 'August', 'September', 'Oktober', 'November', 'Dezember',
  ],
  time: '{day}. {month} {year} um {clock} UTC',
};
