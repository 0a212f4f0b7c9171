import type { ReviewTexts } from './review-texts.ts';

/** The pages of a reviewer in Spanish. */
export const es: ReviewTexts = {
  asks: '{workspace} pide a {reviewer} una revisión.',
  agentWrote: 'El agente «{agent}» ha escrito una parte. {person} es responsable del agente.',
  states: 'El agente declara, sin verificar:',
  status: {
    not_submitted: 'Sin enviar a aprobación',
    pending_approval: 'Pendiente de aprobación',
    changes_requested: 'Se han pedido cambios',
    approved: 'Aprobada',
  },
  requestedBy: ', enviada por {who}',
  by: ' por {who}',
  on: ' el {time}',
  agentOf: 'el agente «{agent}» de {person}',
  agentAuthor: 'El agente «{agent}» de {person}',
  formerMember: { first: 'Un antiguo miembro', within: 'un antiguo miembro' },
  planned: 'Prevista para el {time}.',
  publishedOrPlanned: 'Publicada o prevista para el {time}.',
  cancelled: 'La publicación está cancelada.',
  post: 'La publicación',
  posts: 'Las publicaciones',
  noAccount: 'Todavía no hay ninguna cuenta conectada.',
  connectionsOnly: 'Visible solo para contactos',
  firstComment: 'Primer comentario',
  threadPost: 'Publicación {position} del hilo',
  cardUnread: 'La vista previa de {url} se lee cuando la publicación se envía a aprobación.',
  noCard: 'Sin vista previa de {url}.',
  linkPreview: 'Vista previa del enlace',
  alt: 'Texto alternativo: {text}',
  noAlt: 'Sin texto alternativo',
  decision: 'Su decisión',
  note: 'Nota (opcional)',
  decisions: { approve: 'Aprobar', 'request-changes': 'Pedir cambios' },
  comments: 'Comentarios',
  noComments: 'Todavía no hay comentarios.',
  earlierComments: 'Los comentarios anteriores no se muestran.',
  yourComment: 'Su comentario',
  comment: 'Comentar',
  saved: 'Guardado',
  back: 'Volver a la publicación',
  scope: {
    comment: 'Este enlace permite comentar, también versiones posteriores de la publicación.',
    decide: 'Con este enlace usted decide sobre esta publicación, también sobre versiones posteriores.',
    ended:
      'Este enlace solo permite comentar, porque ha terminado el acceso con el que se creó. Pida al remitente un enlace nuevo para decidir.',
  },
  until: 'Es válido hasta el {time}. No lo comparta.',
  closed: {
    unknown: { title: 'Enlace desconocido', text: 'Este enlace no es válido. Pida un enlace nuevo al remitente.' },
    revoked: { title: 'El enlace fue revocado', text: 'Este enlace fue revocado. Pida un enlace nuevo al remitente.' },
    expired: { title: 'El enlace ha caducado', text: 'Este enlace ha caducado. Pida un enlace nuevo al remitente.' },
    deleted: { title: 'La publicación fue eliminada', text: 'No hay nada que revisar.' },
  },
  rejections: {
    content_changed:
      'La publicación ha cambiado desde que abrió esta página. Su decisión no se ha guardado. Revise abajo la versión actual.',
    invalid_state_transition: 'Su decisión no se ha guardado porque la publicación ya no espera aprobación.',
    passkey_required:
      'Su decisión no se ha guardado porque las publicaciones de este espacio de trabajo las aprueban sus miembros con una llave de acceso. Puede pedir cambios o comentar.',
    approval_not_permitted:
      'Su decisión no se ha guardado porque este enlace no permite decidir sobre esta publicación. Contacte con la persona que se lo envió.',
    no_person:
      'Su decisión no se ha guardado porque un agente escribió una parte de esta publicación y un enlace creado por una clave de API no puede aprobarla. Puede pedir cambios o comentar.',
    invalid_note:
      'Su decisión no se ha guardado porque la nota no es válida. Puede tener como máximo {max} caracteres, sin caracteres de control.',
    invalid_comment: 'El comentario no se ha guardado. Debe tener de 1 a {max} caracteres, sin caracteres de control.',
    too_many_comments: 'El comentario no se ha guardado. Este enlace permite como máximo {max} comentarios.',
    too_many_comments_this_hour:
      'El comentario no se ha guardado. Este enlace permite como máximo {max} comentarios por hora. Inténtelo más tarde.',
  },
  // biome-ignore format: the months of half a year per line.
  months: [
    'enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio',
    'julio', 'agosto', 'septiembre', 'octubre', 'noviembre', 'diciembre',
  ],
  time: '{day} de {month} de {year} a las {clock} UTC',
};
