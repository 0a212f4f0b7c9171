import type { ReviewTexts } from './review-texts.ts';

/** The pages of a reviewer in French. */
export const fr: ReviewTexts = {
  asks: '{workspace} demande à {reviewer} de relire ceci.',
  agentWrote: 'L’agent « {agent} » en a écrit une partie. {person} est responsable de l’agent.',
  states: 'L’agent déclare, sans vérification :',
  status: {
    not_submitted: 'Pas encore soumise pour approbation',
    pending_approval: 'En attente d’approbation',
    changes_requested: 'Des modifications sont demandées',
    approved: 'Approuvée',
  },
  requestedBy: ', soumise par {who}',
  by: ' par {who}',
  on: ' le {time}',
  agentOf: 'l’agent « {agent} » ({person})',
  agentAuthor: 'L’agent « {agent} » ({person})',
  formerMember: { first: 'Un ancien membre', within: 'un ancien membre' },
  planned: 'Prévue le {time}.',
  publishedOrPlanned: 'Publiée ou prévue le {time}.',
  cancelled: 'La publication est annulée.',
  post: 'La publication',
  posts: 'Les publications',
  noAccount: 'Aucun compte n’est encore connecté.',
  connectionsOnly: 'Visible uniquement par les relations',
  firstComment: 'Premier commentaire',
  threadPost: 'Publication {position} du fil',
  cardUnread: 'L’aperçu du lien {url} est lu lorsque la publication est soumise pour approbation.',
  noCard: 'Aucun aperçu du lien {url}.',
  linkPreview: 'Aperçu du lien',
  alt: 'Texte alternatif : {text}',
  noAlt: 'Aucun texte alternatif',
  decision: 'Votre décision',
  note: 'Note (facultative)',
  decisions: { approve: 'Approuver', 'request-changes': 'Demander des modifications' },
  comments: 'Commentaires',
  noComments: 'Il n’y a pas encore de commentaires.',
  earlierComments: 'Les commentaires plus anciens ne sont pas affichés.',
  yourComment: 'Votre commentaire',
  comment: 'Commenter',
  saved: 'Enregistré',
  back: 'Retour à la publication',
  scope: {
    comment: 'Ce lien permet de commenter, y compris les versions suivantes de la publication.',
    decide: 'Ce lien vous permet de décider de cette publication, y compris de ses versions suivantes.',
    ended:
      'Ce lien permet seulement de commenter, car l’accès avec lequel il a été créé a pris fin. Demandez un nouveau lien à l’expéditeur pour décider.',
  },
  until: 'Il est valable jusqu’au {time}. Ne le partagez pas.',
  closed: {
    unknown: { title: 'Lien inconnu', text: 'Ce lien n’est pas valable. Demandez un nouveau lien à l’expéditeur.' },
    revoked: {
      title: 'Le lien a été révoqué',
      text: 'Ce lien a été révoqué. Demandez un nouveau lien à l’expéditeur.',
    },
    expired: { title: 'Le lien a expiré', text: 'Ce lien a expiré. Demandez un nouveau lien à l’expéditeur.' },
    deleted: { title: 'La publication a été supprimée', text: 'Il n’y a rien à relire.' },
  },
  rejections: {
    content_changed:
      'La publication a changé depuis que vous avez ouvert cette page. Votre décision n’a pas été enregistrée. Relisez la version actuelle ci-dessous.',
    invalid_state_transition: 'Votre décision n’a pas été enregistrée, car la publication n’attend plus d’approbation.',
    passkey_required:
      'Votre décision n’a pas été enregistrée, car les publications de cet espace de travail sont approuvées par ses membres avec une clé d’accès. Vous pouvez demander des modifications ou commenter.',
    approval_not_permitted:
      'Votre décision n’a pas été enregistrée, car ce lien ne permet pas de décider de cette publication. Contactez la personne qui vous l’a envoyé.',
    no_person:
      'Votre décision n’a pas été enregistrée, car un agent a écrit une partie de cette publication et un lien créé par une clé API ne peut pas l’approuver. Vous pouvez demander des modifications ou commenter.',
    invalid_note:
      'Votre décision n’a pas été enregistrée, car la note n’est pas valable. Elle peut avoir au plus {max} caractères, sans caractères de contrôle.',
    invalid_comment:
      'Le commentaire n’a pas été enregistré. Il doit avoir de 1 à {max} caractères, sans caractères de contrôle.',
    too_many_comments: 'Le commentaire n’a pas été enregistré. Ce lien permet au plus {max} commentaires.',
    too_many_comments_this_hour:
      'Le commentaire n’a pas été enregistré. Ce lien permet au plus {max} commentaires par heure. Réessayez plus tard.',
  },
  // biome-ignore format: the months of half a year per line.
  months: [
    'janvier', 'février', 'mars', 'avril', 'mai', 'juin',
    'juillet', 'août', 'septembre', 'octobre', 'novembre', 'décembre',
  ],
  time: '{day} {month} {year} à {clock} UTC',
};
