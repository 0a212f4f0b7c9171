import type { PlatformDefinition } from '../../definition/platform-definition.ts';

export { findUrlsAndTags as findLinks } from '../../text/text-links.ts';
export { content } from './content.ts';

const DAY_SECONDS = 86_400;

/**
 * Extract the urn of a post; LinkedIn percent-encodes its colons in some URLs. An activity has a post, under another
 * number: as an id it would let one post belong to two targets.
 */
function postIdFromUrl(url: string): string | null {
  return /urn:li:(?:share|ugcPost):\d{1,20}(?!\d)/.exec(url.replaceAll(/%3A/gi, ':'))?.[0] ?? null;
}

/** LinkedIn. Source of token and webhook facts: learn.microsoft.com, November 2026. */
export const definition: PlatformDefinition = {
  displayName: 'LinkedIn',
  urls: {
    api: 'https://api.linkedin.com',
    authorize: 'https://www.linkedin.com/oauth/v2/authorization',
    token: 'https://www.linkedin.com/oauth/v2/accessToken',
  },

  // Only approved partners receive a refresh token; other accounts must be reconnected before the token expires.
  token: {
    lifetimeSeconds: 60 * DAY_SECONDS,
    refreshBeforeExpirySeconds: 7 * DAY_SECONDS,
    isSingleUse: false,
    grant: 'refresh_token',
    clientFields: ['client_id', 'client_secret'],
  },
  externalId: {
    pattern: /^urn:li:(person|organization):[\w-]{1,64}$/,
    description: 'a URN such as urn:li:organization:123 or urn:li:person:abc',
  },
  // The URL of a post is its URN, or words that end in the number of another URN.
  postUrl: {
    pattern:
      /^https:\/\/(?:[a-z]+\.)?linkedin\.com\/(?:feed\/update\/urn(?::|%3a)li(?::|%3a)(?:share|ugcPost|activity)(?::|%3a)\d|posts\/[^/?#]+)/i,
    example: 'https://www.linkedin.com/feed/update/urn:li:share:7141138937766391808',
    idOf: postIdFromUrl,
  },

  // One request returns all posts of a page. Posts of a member are read one by one, five at a time: even at ten
  // seconds each, 25 posts take less than the function's five minutes.
  metrics: { maxPostsPerPoll: 25, pollCostUsd: 0 },

  webhook: {
    signature: { header: 'x-li-signature', prefix: '', encoding: 'hex', signedPrefix: 'hmacsha256=' },
    challenge: {
      kind: 'signed_code',
      parameter: 'challengeCode',
      encoding: 'hex',
      toResponse: (challengeCode, challengeResponse) => ({ challengeCode, challengeResponse }),
    },
  },
};
