import type { EmailTexts } from './email-texts.ts';

/** The emails of members in Spanish. */
// biome-ignore format: one change per line is what makes it a table.
export const es: EmailTexts = {
  roles: { owner: 'propietario', admin: 'administrador', content_manager: 'gestor de contenido', editor: 'editor', approver: 'aprobador', analyst: 'analista', viewer: 'lector' },
  invitation: {
    subject: 'Invitación a {workspace}',
    text: 'Has recibido una invitación para unirte a {workspace} con el rol {role}.',
    open: 'Para aceptar la invitación, abre este enlace:',
    end: 'La invitación caduca el {time} UTC y se puede aceptar una vez. Si no esperabas este correo, puedes ignorarlo.',
  },
  signIn: {
    subject: 'Inicio de sesión en {workspace}',
    open: 'Abre este enlace para iniciar sesión en {workspace}:',
    end: 'Funciona una vez, durante 15 minutos. Si no lo has solicitado, puedes ignorar este correo.',
  },
  security: {
    subject: '{change} en {workspace}',
    own: '{event} el {time}, en una de tus sesiones en {workspace}.',
    ofMember: '{event} el {time}, en una sesión del miembro {member} en {workspace}.',
    ifNotYou: 'Si no fuiste tú, {undo}, cierra tus sesiones y avisa a un propietario o administrador del espacio de trabajo:',
    ifWrong: 'Si eso no debe ser así, {undo} y cierra las sesiones de ese miembro:',
    required: 'Este correo no se puede desactivar.',
    changes: {
      passkey_added: { subject: 'Llave de acceso añadida', event: 'Se añadió una llave de acceso', undo: 'elimina la llave de acceso' },
      key_created: { subject: 'Clave de API creada', event: 'Se creó la clave de API {id}', undo: 'revoca la clave' },
      key_rolled: { subject: 'Clave de API renovada', event: 'Se renovó la clave de API {id}', undo: 'revoca la clave' },
      account_credentials_set: { subject: 'Credenciales de una cuenta establecidas', event: 'Se establecieron las credenciales de la cuenta de plataforma {id}', undo: 'vuelve a conectar la cuenta' },
      app_credentials_set: { subject: 'Credenciales de una aplicación establecidas', event: 'Se establecieron las credenciales de la aplicación para {id}', undo: 'establece de nuevo las credenciales' },
      approval_loosened: { subject: 'Aprobación relajada', event: 'Se cambiaron los ajustes de aprobación, de modo que se puede aprobar o publicar más', undo: 'restablece los ajustes' },
      invitation_sent: { subject: 'Invitación enviada', event: 'Se envió la invitación {id}', undo: 'revoca la invitación' },
      member_rights_changed: { subject: 'Permisos de un miembro cambiados', event: 'Se cambiaron el rol o los permisos del miembro {id}', undo: 'restablécelos' },
      review_link_created: { subject: 'Enlace de revisión creado', event: 'Se creó el enlace de revisión {id}, con el que se puede aprobar una publicación', undo: 'revoca el enlace' },
    },
    tokenReused: {
      subject: 'Acceso de una aplicación revocado en {workspace}',
      event: 'La clave de API {id} se revocó el {time} en {workspace}, porque un código o un token de actualización de su aplicación se usó dos veces. Es posible que otro programa tuviera una copia.',
      advice: 'Si todavía usas la aplicación, vuelve a darle acceso. Las aplicaciones con acceso:',
    },
    recurrencesLeft: {
      subject: 'Repeticiones de un miembro retirado en {workspace}',
      event: 'El miembro {id} fue retirado de {workspace} el {time}. Las repeticiones que creó continúan, en su nombre.',
      advice: 'Asúmelas como propietario o elimínalas:',
    },
  },
};
