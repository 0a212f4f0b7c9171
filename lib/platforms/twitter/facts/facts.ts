import type { PlatformDefinition } from '../../kit/definition/platform-definition.ts';

export { content } from './content.ts';
export { findLinks } from './links.ts';

const POST_URL = /^https:\/\/(?:(?:www|mobile)\.)?(?:x|twitter)\.com\/[^?#]*?\/status\/(\d{1,19})\b/;

/** The epoch of ids, in milliseconds since 1970. Their upper 41 bits are the time after it (github.com/twitter-archive/snowflake). */
const ID_EPOCH_MS = 1_288_834_974_657;
const ID_TIME_SHIFT = 22n;

/**
 * The price of reading a post, in US dollars, once per UTC day: docs.x.com/x-api/getting-started/pricing of November 2026.
 * The lower price of "owned reads", $0.001, is for the account of the app's own developer.
 */
export const READ_PRICE_USD = 0.005;

/** X. The API calls the platform `twitter`. Source of token and webhook facts: docs.x.com, November 2026. */
export const definition: PlatformDefinition = {
  displayName: 'X',
  urls: {
    api: 'https://api.x.com',
    authorize: 'https://x.com/i/oauth2/authorize',
    token: 'https://api.x.com/2/oauth2/token',
  },

  token: {
    lifetimeSeconds: 7_200,
    refreshBeforeExpirySeconds: 900,
    isSingleUse: true,
    grant: 'refresh_token',
    clientFields: ['client_id'],
  },
  externalId: { pattern: /^\d{1,20}$/, description: 'the numeric id of the user' },
  postUrl: {
    pattern: POST_URL,
    example: 'https://x.com/acme/status/1445880548472328192',
    parse: (url) => {
      // Without leading zeros: a URL with them leads to the same post.
      const number = BigInt(POST_URL.exec(url)![1]!);
      const id = String(number);
      return { name: id, id, createdAtMs: ID_EPOCH_MS + Number(number >> ID_TIME_SHIFT) };
    },
  },

  // 100 in 15 minutes per user (docs.x.com/x-api/fundamentals/rate-limits, November 2026).
  postLimit: { posts: 100, seconds: 900 },
  // One request returns 100 posts.
  metrics: { maxPostsPerPoll: 100 },

  webhook: {
    signature: { header: 'x-twitter-webhooks-signature', prefix: 'sha256=', encoding: 'base64', signedPrefix: '' },
    challenge: {
      kind: 'signed_code',
      parameter: 'crc_token',
      encoding: 'base64',
      toResponse: (_code, digest) => ({ response_token: `sha256=${digest}` }),
    },
  },
};
