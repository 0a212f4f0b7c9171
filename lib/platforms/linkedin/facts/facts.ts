import type { NamedPost, PlatformDefinition } from '../../kit/definition/platform-definition.ts';

export { findUrlsAndTags as findLinks } from '../../kit/text/text-links.ts';
export { content } from './content.ts';
export { linkCard } from './link-card.ts';

const DAY_SECONDS = 86_400;

// A URL of a post has its URN, or words that end in the kind and the number of one.
const COLON = '(?::|%3a)';
const KIND = '(share|ugcPost|activity)';
const NUMBER = '(\\d{1,20})(?!\\d)';
const POST_URL = new RegExp(
  `^https://(?:[a-z]+\\.)?linkedin\\.com/(?:feed/update/urn${COLON}li${COLON}${KIND}${COLON}${NUMBER}|posts/(?:[^/?#]*[-_])?${KIND}-${NUMBER})`,
  'i',
);
const COMMENT = /[?&]commentUrn=urn:li:comment:\((?:urn:li:)?(share|ugcPost|activity):(\d{1,20}),(\d{1,20})\)/i;
const KINDS: Record<string, string> = { share: 'share', ugcpost: 'ugcPost', activity: 'activity' };

/**
 * Return the time in the number of a URN: its upper bits are the time of creation in milliseconds. LinkedIn does not
 * document that.
 */
export function timeInNumber(number: string): number {
  return Number(BigInt(number) >> 22n);
}

/**
 * Parse the URL of a post. An activity has a post, whose number is another one: it names the post, but is not its id, and
 * cannot be compared with it.
 */
function parsePost(url: string): NamedPost {
  const found = POST_URL.exec(url)!;
  const kind = KINDS[(found[1] ?? found[3])!.toLowerCase()]!;
  const number = String(BigInt((found[2] ?? found[4])!));
  const name = `urn:li:${kind}:${number}`;
  return { name, id: kind === 'activity' ? null : name, createdAtMs: timeInNumber(number) };
}

/** Parse the URL of a comment, which is that of its post with another parameter; without it, as the post's. */
function parseComment(url: string): NamedPost {
  const found = COMMENT.exec(decodeUrl(url));
  if (!found) {
    const { name } = parsePost(url);
    return { name, id: null };
  }
  const [kind, post, number] = [KINDS[found[1]!.toLowerCase()], String(BigInt(found[2]!)), String(BigInt(found[3]!))];
  // The URN of one comment may name the post, or its activity.
  const id = `urn:li:comment:(urn:li:${kind}:${post},${number})`;
  return { name: `urn:li:comment:${number}`, id, createdAtMs: timeInNumber(number) };
}

/** Decode what LinkedIn percent-encodes in URNs: colons, parentheses and commas. */
function decodeUrl(url: string): string {
  return url.replaceAll(/%(?:3A|28|29|2C)/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
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
  postUrl: {
    pattern: POST_URL,
    example: 'https://www.linkedin.com/feed/update/urn:li:share:7141138937766391808',
    parse: parsePost,
    parseComment,
  },

  // 150 a day per member (learn.microsoft.com, "Share on LinkedIn", November 2026).
  postLimit: { posts: 150, seconds: 86_400 },
  // One request returns all posts of a page. Posts of a member are read one by one, five at a time: even at ten
  // seconds each, 25 posts take less than the function's five minutes.
  metrics: { maxPostsPerPoll: 25 },

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
