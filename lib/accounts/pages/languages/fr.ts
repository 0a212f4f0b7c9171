import type { ConnectTexts } from './connect-texts.ts';

/** The pages of connections in French. */
export const fr: ConnectTexts = {
  start: 'Connecter un compte {platform}',
  asks: '{who} souhaite publier sur votre compte {platform}.',
  warnings: {
    member:
      'Si vous ne connaissez pas cette personne ou si vous n’attendiez pas cette page, fermez-la. Rien ne sera connecté.',
    person: 'Si vous n’êtes pas {person} ou si vous n’attendiez pas cette page, fermez-la. Rien ne sera connecté.',
    product: 'Si vous n’attendiez pas cette page, fermez-la. Rien ne sera connecté.',
  },
  continue: 'Continuer vers {platform}',
  consent: '{who} demande l’autorisation d’y publier.',
  select: 'Choisir un compte {platform}',
  choice: 'Vous gérez plusieurs comptes. Choisissez le compte sur lequel {who} peut publier.',
  connected: '{account} est connecté',
  publishes: '{who} peut désormais publier sur ce compte {platform}.',
  close: 'Vous pouvez fermer cette page.',
  back: 'Revenir à {place}',
  app: 'l’application',
  account: 'Le compte',
  application: 'L’application',
  requester: 'Demandé par {who}.',
  code: 'Code d’erreur : {code}',
  errors: {
    access_denied: {
      title: 'L’accès a été refusé',
      message: 'L’accès au compte a été refusé sur la plateforme.',
      advice: 'Recommencez depuis l’application et autorisez l’accès.',
    },
    expired: {
      title: 'Le lien a expiré',
      message: 'La connexion n’a pas été terminée en dix minutes.',
      advice: 'Recommencez depuis l’application.',
    },
    missing_scopes: {
      title: 'Une autorisation manque',
      message: 'Une autorisation nécessaire à la publication n’a pas été accordée.',
      advice: 'Recommencez depuis l’application et laissez toutes les autorisations cochées.',
    },
    no_account: {
      title: 'Aucun compte trouvé',
      message: 'Cet identifiant ne gère aucun compte qui puisse être connecté.',
      advice:
        'Connectez-vous à la plateforme en tant que personne qui gère le compte, puis recommencez depuis l’application.',
    },
    code_refused: {
      title: 'La plateforme a rejeté la demande',
      message: 'La plateforme a rejeté le code d’autorisation ou les identifiants de l’application.',
      advice:
        'Recommencez depuis l’application. Si le problème persiste, envoyez le code ci-dessous à la personne qui l’exploite.',
    },
    platform_error: {
      title: 'La plateforme a signalé une erreur',
      message: 'La plateforme a renvoyé une erreur au lieu d’un code d’autorisation.',
      advice: 'Attendez quelques minutes, puis recommencez depuis l’application.',
    },
    response_lost: {
      title: 'La réponse de la plateforme a été perdue',
      message: 'Aucune réponse de la plateforme n’a été reçue. Le code d’autorisation ne sert qu’une fois.',
      advice: 'Rien n’a été connecté. Recommencez depuis l’application.',
    },
    other_account: {
      title: 'C’est un autre compte',
      message: 'La connexion a été faite avec un autre compte que celui à reconnecter.',
      advice:
        'Déconnectez-vous de la plateforme, connectez-vous avec le bon compte, puis recommencez depuis l’application.',
    },
    account_deleted: {
      title: 'Le compte a été déconnecté',
      message: 'Le compte à reconnecter a été supprimé.',
      advice: 'Recommencez depuis l’application et connectez-le comme nouveau compte.',
    },
    app_missing: {
      title: 'Les identifiants de l’application manquent',
      message: 'Les identifiants de l’application sur la plateforme ont été retirés.',
      advice: 'Envoyez le code ci-dessous à la personne qui exploite l’application.',
    },
    requester_revoked: {
      title: 'La demande n’est plus valable',
      message: 'La clé API ou le membre à l’origine de la connexion ne peut plus connecter de comptes.',
      advice: 'Recommencez depuis l’application.',
    },
    limit_reached: {
      title: 'Aucun autre compte ne peut être connecté',
      message: 'L’espace de travail a autant de comptes que sa limite le permet.',
      advice: 'Déconnectez un autre compte, ou demandez à l’exploitant de l’application d’augmenter la limite.',
    },
    unknown_state: {
      title: 'Ce lien n’est pas valable',
      message: 'Aucune connexion n’a été commencée avec ce lien.',
      advice: 'Recommencez depuis l’application, dans le même navigateur, sans modifier l’URL.',
    },
    already_used: {
      title: 'Ce lien a déjà été utilisé',
      message: 'Ce lien a déjà été utilisé. Un lien sert une seule fois.',
      advice: 'Si l’application n’affiche pas votre compte comme connecté, recommencez depuis celle-ci.',
    },
    other_browser: {
      title: 'C’est un autre navigateur',
      message: 'La connexion a été commencée dans un autre navigateur. Rien n’a été connecté ici.',
      advice:
        'Recommencez depuis l’application, faites toutes les étapes dans le même navigateur et autorisez les cookies.',
    },
    too_many_in_flight: {
      title: 'Trop de connexions sont en cours',
      message: 'Plusieurs connexions de cet espace de travail attendent une plateforme. Rien n’est encore connecté.',
      advice: 'Attendez quelques secondes, puis rechargez cette page.',
    },
  },
};
