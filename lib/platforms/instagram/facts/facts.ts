import type { NamedPost, PlatformDefinition } from '../../kit/definition/platform-definition.ts';

export { content } from './content.ts';
export { findLinks } from './links.ts';

const DAY_SECONDS = 86_400;

const POST_URL =
  /^https:\/\/(?:www\.)?instagram\.com\/(?:[\w.]+\/)?(?:p|reels?|tv)\/([\w-]+)(?:\/c\/(\d{1,32})(?!\d))?/;

/** Parse the URL of a post. The shortcode in it is not the id; the name of the account and the kind may be missing. */
function parsePost(url: string): NamedPost {
  return { name: `https://www.instagram.com/p/${POST_URL.exec(url)![1]}/`, id: null };
}

/** Instagram. Source of token and webhook facts: developers.facebook.com, November 2026. */
export const definition: PlatformDefinition = {
  displayName: 'Instagram',
  downloadsImages: true,
  requiresHttpsRedirect: true,
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
  postUrl: {
    pattern: POST_URL,
    example: 'https://www.instagram.com/p/Cabc123/',
    parse: parsePost,
    parseComment: (url) => {
      const number = POST_URL.exec(url)![2];
      return number === undefined ? parsePost(url) : { name: number, id: null };
    },
  },

  // 100 in 24 hours (developers.facebook.com, "Content Publishing", November 2026).
  postLimit: { posts: 100, seconds: 86_400 },
  // Posts are read one by one, five at a time: even at ten seconds each, 25 posts take less than five minutes.
  metrics: { maxPostsPerPoll: 25 },

  webhook: {
    signature: { header: 'x-hub-signature-256', prefix: 'sha256=', encoding: 'hex', signedPrefix: '' },
    challenge: { kind: 'verify_token' },
  },
};
