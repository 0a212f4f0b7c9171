import { JPEG_EXTENSIONS } from '../image-extensions.ts';
import type { ContentRule, PlatformDefinition } from '../platform-definition.ts';

// The pages are undated; they were read in August 2026 or later.
const AS_OF = '2026-08-01';
const DOCS = 'https://developers.facebook.com/docs/instagram-platform';
const PUBLISHING = `${DOCS}/content-publishing`;
const MEDIA = `${DOCS}/instagram-graph-api/reference/ig-user/media`;

const DAY_SECONDS = 86_400;

// biome-ignore format: one rule per row
const RULES: readonly ContentRule[] = [
  { as_of: AS_OF, rule: 'media_required', limit: 1, source: PUBLISHING },
  { as_of: AS_OF, rule: 'too_many_media', limit: 10, source: PUBLISHING },
  { as_of: AS_OF, rule: 'media_unsupported', accepts: JPEG_EXTENSIONS, source: PUBLISHING },
  { as_of: AS_OF, rule: 'text_too_long', limit: 2200, source: MEDIA },
  // In December 2025 Instagram announced a limit of 5. The API documentation still says 30, and rejecting a post
  // that Instagram would accept is the greater harm.
  { as_of: AS_OF, rule: 'too_many_hashtags', limit: 30, source: MEDIA },
  { as_of: AS_OF, rule: 'too_many_mentions', limit: 20, source: MEDIA },
  // The page does not state the limit; it is common knowledge.
  { as_of: AS_OF, rule: 'alt_text_too_long', limit: 1000, source: MEDIA },
];

/** Instagram. Source of token and webhook facts: developers.facebook.com, November 2026. */
export const instagram: PlatformDefinition = {
  displayName: 'Instagram',
  urls: {
    api: 'https://graph.instagram.com',
    authorize: 'https://www.instagram.com/oauth/authorize',
    token: 'https://graph.instagram.com/refresh_access_token',
    code: 'https://api.instagram.com/oauth/access_token',
  },

  content: { rules: RULES },

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
