// Generated from the folders of the platforms by `npm run generate`; do not edit.

// biome-ignore format: generated
export const PLATFORM_DESCRIPTIONS = {
  "twitter": {
    "name": "X",
    "mark": {
      "color": "light-dark(#000000, #ffffff)",
      "path": "M18.901 1.153h3.68l-8.04 9.19L24 22.846h-7.406l-5.8-7.584-6.638 7.584H.474l8.6-9.83L0 1.154h7.594l5.243 6.932ZM17.61 20.644h2.039L6.486 3.24H4.298Z"
    },
    "needs": {
      "en": "A profile on X.",
      "de": "Ein Profil auf X.",
      "es": "Un perfil en X.",
      "fr": "Un profil sur X."
    },
    "handleMark": "@",
    "links": [
      "url",
      "tag",
      "mention"
    ],
    "shownUrl": {
      "maxCharacters": 26,
      "isBare": true
    },
    "card": "last",
    "buttons": [
      "message-circle",
      "repeat-2",
      "heart",
      "chart-no-axes-column",
      "bookmark"
    ],
    "visibilities": [
      "public"
    ],
    "showsLinkCards": false,
    "hasThreads": true,
    "requiresMedia": false,
    "linkExcludesMedia": false
  },
  "linkedin": {
    "name": "LinkedIn",
    "mark": {
      "color": "light-dark(#0a66c2, #70b5f9)",
      "path": "M20.447 20.452h-3.554v-5.569c0-1.328-.027-3.037-1.852-3.037-1.853 0-2.136 1.445-2.136 2.939v5.667H9.351V9h3.414v1.561h.046c.477-.9 1.637-1.85 3.37-1.85 3.601 0 4.267 2.37 4.267 5.455v6.286zM5.337 7.433c-1.144 0-2.063-.926-2.063-2.065 0-1.138.92-2.063 2.063-2.063 1.14 0 2.064.925 2.064 2.063 0 1.139-.925 2.065-2.064 2.065zm1.782 13.019H3.555V9h3.564v11.452zM22.225 0H1.771C.792 0 0 .774 0 1.729v20.542C0 23.227.792 24 1.771 24h20.451C23.2 24 24 23.227 24 22.271V1.729C24 .774 23.2 0 22.222 0h.003z"
    },
    "needs": {
      "en": "A page that you manage, or your profile.",
      "de": "Eine selbst verwaltete Seite oder das eigene Profil.",
      "es": "Una página que administras o tu perfil.",
      "fr": "Une page que vous gérez, ou votre profil."
    },
    "hasSeveralAccounts": true,
    "handleMark": "",
    "links": [
      "url",
      "tag"
    ],
    "fold": {
      "characters": 210,
      "lines": 3
    },
    "shownUrl": {
      "maxCharacters": 26,
      "replacement": "https://lnkd.in/…"
    },
    "buttons": [
      "thumbs-up",
      "message-square-text",
      "repeat-2",
      "send"
    ],
    "visibilities": [
      "public",
      "connections"
    ],
    "showsLinkCards": true,
    "hasThreads": false,
    "requiresMedia": false,
    "linkExcludesMedia": true
  },
  "instagram": {
    "name": "Instagram",
    "mark": {
      "color": "light-dark(#d62976, #ff6fae)",
      "path": "M7.0301.084c-1.2768.0602-2.1487.264-2.911.5634-.7888.3075-1.4575.72-2.1228 1.3877-.6652.6677-1.075 1.3368-1.3802 2.127-.2954.7638-.4956 1.6365-.552 2.914-.0564 1.2775-.0689 1.6882-.0626 4.947.0062 3.2586.0206 3.6671.0825 4.9473.061 1.2765.264 2.1482.5635 2.9107.308.7889.72 1.4573 1.388 2.1228.6679.6655 1.3365 1.0743 2.1285 1.38.7632.295 1.6361.4961 2.9134.552 1.2773.056 1.6884.069 4.9462.0627 3.2578-.0062 3.668-.0207 4.9478-.0814 1.28-.0607 2.147-.2652 2.9098-.5633.7889-.3086 1.4578-.72 2.1228-1.3881.665-.6682 1.0745-1.3378 1.3795-2.1284.2957-.7632.4966-1.636.552-2.9124.056-1.2809.0692-1.6898.063-4.948-.0063-3.2583-.021-3.6668-.0817-4.9465-.0607-1.2797-.264-2.1487-.5633-2.9117-.3084-.7889-.72-1.4568-1.3876-2.1228C21.2982 1.33 20.628.9208 19.8378.6165 19.074.321 18.2017.1197 16.9244.0645 15.6471.0093 15.236-.005 11.977.0014 8.718.0076 8.31.0215 7.0301.0839m.1402 21.6932c-1.17-.0509-1.8053-.2453-2.2287-.408-.5606-.216-.96-.4771-1.3819-.895-.422-.4178-.6811-.8186-.9-1.378-.1644-.4234-.3624-1.058-.4171-2.228-.0595-1.2645-.072-1.6442-.079-4.848-.007-3.2037.0053-3.583.0607-4.848.05-1.169.2456-1.805.408-2.2282.216-.5613.4762-.96.895-1.3816.4188-.4217.8184-.6814 1.3783-.9003.423-.1651 1.0575-.3614 2.227-.4171 1.2655-.06 1.6447-.072 4.848-.079 3.2033-.007 3.5835.005 4.8495.0608 1.169.0508 1.8053.2445 2.228.408.5608.216.96.4754 1.3816.895.4217.4194.6816.8176.9005 1.3787.1653.4217.3617 1.056.4169 2.2263.0602 1.2655.0739 1.645.0796 4.848.0058 3.203-.0055 3.5834-.061 4.848-.051 1.17-.245 1.8055-.408 2.2294-.216.5604-.4763.96-.8954 1.3814-.419.4215-.8181.6811-1.3783.9-.4224.1649-1.0577.3617-2.2262.4174-1.2656.0595-1.6448.072-4.8493.079-3.2045.007-3.5825-.006-4.848-.0608M16.953 5.5864A1.44 1.44 0 1 0 18.39 4.144a1.44 1.44 0 0 0-1.437 1.4424M5.8385 12.012c.0067 3.4032 2.7706 6.1557 6.173 6.1493 3.4026-.0065 6.157-2.7701 6.1506-6.1733-.0065-3.4032-2.771-6.1565-6.174-6.1498-3.403.0067-6.156 2.771-6.1496 6.1738M8 12.0077a4 4 0 1 1 4.008 3.9921A3.9996 3.9996 0 0 1 8 12.0077"
    },
    "needs": {
      "en": "A business or creator account.",
      "de": "Ein Business- oder Creator-Konto.",
      "es": "Una cuenta de empresa o de creador.",
      "fr": "Un compte professionnel ou créateur."
    },
    "hasSeveralAccounts": true,
    "handleMark": "@",
    "links": [
      "tag",
      "mention"
    ],
    "fold": {
      "characters": 125,
      "lines": 2
    },
    "buttons": [
      "heart",
      "message-circle",
      "send",
      "bookmark"
    ],
    "isImageFirst": true,
    "visibilities": [
      "public"
    ],
    "showsLinkCards": false,
    "hasThreads": false,
    "requiresMedia": true,
    "linkExcludesMedia": false
  },
  "bluesky": {
    "name": "Bluesky",
    "mark": {
      "color": "light-dark(#0a6edc, #4aa3ff)",
      "path": "M12 10.8c-1.087-2.114-4.046-6.053-6.798-7.995C2.566.944 1.561 1.266.902 1.565.139 1.908 0 3.08 0 3.768c0 .69.378 5.65.624 6.479.815 2.736 3.713 3.66 6.383 3.364.136-.02.275-.039.415-.056-.138.022-.276.04-.415.056-3.912.58-7.387 2.005-2.83 7.078 5.013 5.19 6.87-1.113 7.823-4.308.953 3.195 2.05 9.271 7.733 4.308 4.267-4.308 1.172-6.498-2.74-7.078a8.741 8.741 0 0 1-.415-.056c.14.017.279.036.415.056 2.67.297 5.568-.628 6.383-3.364.246-.828.624-5.79.624-6.478 0-.69-.139-1.861-.902-2.206-.659-.298-1.664-.62-4.3 1.24C16.046 4.748 13.087 8.687 12 10.8Z"
    },
    "needs": {
      "en": "Your handle. Self-hosted servers are supported.",
      "de": "Der eigene Handle. Selbst betriebene Server werden unterstützt.",
      "es": "Tu identificador. Se admiten servidores propios.",
      "fr": "Votre identifiant. Les serveurs auto-hébergés sont pris en charge."
    },
    "handleExample": "ada.bsky.social",
    "appPassword": {
      "site": "bsky.app",
      "menu": {
        "en": "Settings, Privacy and security, App passwords",
        "de": "Einstellungen, Datenschutz und Sicherheit, App-Passwörter",
        "es": "Ajustes, Privacidad y seguridad, Contraseñas de aplicación",
        "fr": "Paramètres, Confidentialité et sécurité, Mots de passe d’application"
      },
      "form": "xxxx-xxxx-xxxx-xxxx",
      "identifier": {
        "en": "Handle or DID",
        "de": "Handle oder DID",
        "es": "Identificador o DID",
        "fr": "Identifiant ou DID"
      }
    },
    "handleMark": "@",
    "links": [
      "url",
      "tag",
      "mention"
    ],
    "card": "first",
    "buttons": [
      "message-square",
      "repeat-2",
      "heart",
      "ellipsis"
    ],
    "visibilities": [
      "public"
    ],
    "showsLinkCards": true,
    "hasThreads": true,
    "requiresMedia": false,
    "linkExcludesMedia": true
  }
} as const;
