import type { ConnectTexts } from './connect-texts.ts';

/** The pages of connections in Spanish. */
export const es: ConnectTexts = {
  start: 'Conectar una cuenta de {platform}',
  asks: '{who} quiere publicar en su cuenta de {platform}.',
  warnings: {
    member: 'Si no conoce a esta persona o no esperaba esta página, ciérrela. No se conectará nada.',
    person: 'Si usted no es {person} o no esperaba esta página, ciérrela. No se conectará nada.',
    product: 'Si no esperaba esta página, ciérrela. No se conectará nada.',
  },
  continue: 'Continuar a {platform}',
  consent: '{who} pide permiso para publicar allí.',
  select: 'Elegir una cuenta de {platform}',
  choice: 'Usted gestiona varias cuentas. Elija la cuenta en la que {who} puede publicar.',
  connected: '{account} está conectada',
  publishes: '{who} ya puede publicar en esta cuenta de {platform}.',
  close: 'Puede cerrar esta página.',
  back: 'Volver a {place}',
  app: 'la aplicación',
  account: 'La cuenta',
  application: 'La aplicación',
  requester: 'Solicitado por {who}.',
  code: 'Código de error: {code}',
  errors: {
    access_denied: {
      title: 'Se denegó el acceso',
      message: 'Se denegó el acceso a la cuenta en la plataforma.',
      advice: 'Empiece de nuevo desde la aplicación y permita el acceso.',
    },
    expired: {
      title: 'El enlace ha caducado',
      message: 'La conexión no se completó en diez minutos.',
      advice: 'Empiece de nuevo desde la aplicación.',
    },
    missing_scopes: {
      title: 'Falta un permiso',
      message: 'No se concedió un permiso necesario para publicar.',
      advice: 'Empiece de nuevo desde la aplicación y deje marcados todos los permisos.',
    },
    no_account: {
      title: 'No se encontró ninguna cuenta',
      message: 'Este usuario no gestiona ninguna cuenta que se pueda conectar.',
      advice:
        'Inicie sesión en la plataforma con un usuario que gestione la cuenta y empiece de nuevo desde la aplicación.',
    },
    code_refused: {
      title: 'La plataforma rechazó la solicitud',
      message: 'La plataforma rechazó el código de autorización o las credenciales de la aplicación.',
      advice:
        'Empiece de nuevo desde la aplicación. Si el problema continúa, envíe el código de abajo a quien la administra.',
    },
    platform_error: {
      title: 'La plataforma comunicó un error',
      message: 'La plataforma devolvió un error en lugar de un código de autorización.',
      advice: 'Espere unos minutos y empiece de nuevo desde la aplicación.',
    },
    response_lost: {
      title: 'Se perdió la respuesta de la plataforma',
      message: 'No se recibió respuesta de la plataforma. El código de autorización solo sirve una vez.',
      advice: 'No se conectó nada. Empiece de nuevo desde la aplicación.',
    },
    other_account: {
      title: 'Esta es otra cuenta',
      message: 'Se inició sesión con una cuenta distinta de la que se quiere volver a conectar.',
      advice:
        'Cierre la sesión en la plataforma, inicie sesión con la cuenta correcta y empiece de nuevo desde la aplicación.',
    },
    account_deleted: {
      title: 'La cuenta se desconectó',
      message: 'La cuenta que se quiere volver a conectar se eliminó.',
      advice: 'Empiece de nuevo desde la aplicación y conéctela como cuenta nueva.',
    },
    app_missing: {
      title: 'Faltan las credenciales de la aplicación',
      message: 'Se retiraron las credenciales de la aplicación en la plataforma.',
      advice: 'Envíe el código de abajo a quien administra la aplicación.',
    },
    requester_revoked: {
      title: 'La solicitud ya no es válida',
      message: 'La clave de API o el miembro que inició la conexión ya no puede conectar cuentas.',
      advice: 'Empiece de nuevo desde la aplicación.',
    },
    limit_reached: {
      title: 'No se puede conectar otra cuenta',
      message: 'El espacio de trabajo tiene tantas cuentas como permite su límite.',
      advice: 'Desconecte otra cuenta o pida al operador de la aplicación que aumente el límite.',
    },
    unknown_state: {
      title: 'Este enlace no es válido',
      message: 'No se inició ninguna conexión con este enlace.',
      advice: 'Empiece de nuevo desde la aplicación, en el mismo navegador, y no cambie la URL.',
    },
    already_used: {
      title: 'Este enlace ya se usó',
      message: 'Este enlace ya se usó. Cada enlace sirve una vez.',
      advice: 'Si la aplicación no muestra su cuenta como conectada, empiece de nuevo desde allí.',
    },
    other_browser: {
      title: 'Este es otro navegador',
      message: 'La conexión se inició en otro navegador. Aquí no se conectó nada.',
      advice:
        'Empiece de nuevo desde la aplicación, complete todos los pasos en el mismo navegador y permita las cookies.',
    },
    too_many_in_flight: {
      title: 'Hay demasiadas conexiones en curso',
      message: 'Varias conexiones de este espacio de trabajo esperan a una plataforma. Todavía no se conectó nada.',
      advice: 'Espere unos segundos y vuelva a cargar esta página.',
    },
  },
};
