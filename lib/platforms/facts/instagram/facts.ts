import type { PlatformDefinition } from '../../definition/platform-definition.ts';

export { content } from './content.ts';
export { findLinks } from './links.ts';

const DAY_SECONDS = 86_400;

/** Instagram. Source of token and webhook facts: developers.facebook.com, November 2026. */
export const definition: PlatformDefinition = {
  displayName: 'Instagram',
  urls: {
    api: 'https://graph.instagram.com',
    authorize: 'https://www.instagram.com/oauth/authorize',
    token: 'https://graph.instagram.com/refresh_access_token',
    code: 'https://api.instagram.com/oauth/access_token',
  },

  // A long-lived access token is exchanged for a new one while it is valid; there is no refresh token.
  token: {
    lifetimeSeconds: 60 * DAY_SECONDS,
    refreshBeforeExpirySeconds: 7 * DAY_SECONDS,
    isSingleUse: false,
    grant: 'access_token',
    clientFields: [],
  },
  externalId: { pattern: /^\d{1,20}$/, description: 'the numeric id of the professional account' },
  // No `idOf`: the shortcode in a URL is not the id.
  postUrl: {
    pattern: /^https:\/\/(?:www\.)?instagram\.com\/(?:[\w.]+\/)?(?:p|reel|tv)\/[\w-]+/,
    example: 'https://www.instagram.com/p/Cabc123/',
  },

  // Posts are read one by one, five at a time: even at ten seconds each, 25 posts take less than five minutes.
  metrics: { maxPostsPerPoll: 25, pollCostUsd: 0 },

  webhook: {
    signature: { header: 'x-hub-signature-256', prefix: 'sha256=', encoding: 'hex', signedPrefix: '' },
    challenge: { kind: 'verify_token' },
  },
};
