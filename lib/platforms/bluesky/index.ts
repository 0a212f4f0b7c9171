import { JPEG_EXTENSIONS } from '../image-extensions.ts';
import type { ContentRule, PlatformDefinition } from '../platform-definition.ts';

const AS_OF = '2026-11-22';
const LEXICONS = 'https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky';
const POST = `${LEXICONS}/feed/post.json`;
const IMAGES = `${LEXICONS}/embed/images.json`;

// biome-ignore format: one rule per row
const RULES: readonly ContentRule[] = [
  { as_of: AS_OF, rule: 'text_too_long', limit: 300, source: POST },
  // Reached first by emoji of many code points: a family has one grapheme and 25 bytes.
  { as_of: AS_OF, rule: 'text_too_many_bytes', limit: 3000, source: POST },
  { as_of: AS_OF, rule: 'too_many_media', limit: 4, source: IMAGES },
  { as_of: AS_OF, rule: 'media_unsupported', accepts: [...JPEG_EXTENSIONS, 'png', 'webp'], source: IMAGES },
  // The lexicon has no limit; the app accepts 2,000 characters.
  { as_of: AS_OF, rule: 'alt_text_too_long', limit: 2000, source: IMAGES },
];

const DID = 'did:(?:plc:[a-z2-7]{24}|web:[a-zA-Z0-9.-]{1,253})';
const POST_URL = new RegExp(
  String.raw`^https://bsky\.app/profile/(${DID}|[a-zA-Z0-9.-]+)/post/([2-7a-z]{13})(?![\w-])`,
);

/** A handle: a domain name whose last label does not begin with a digit (RFC 1035). */
export const HANDLE = /^(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** The collection of posts in an account's repository. */
export const POST_COLLECTION = 'app.bsky.feed.post';

/** Built on first use: creating it takes longer than a request. */
let segmenter: Intl.Segmenter | undefined;

/** Count graphemes, the characters that a reader sees. */
function countGraphemes(text: string): number {
  segmenter ??= new Intl.Segmenter();
  return [...segmenter.segment(text)].length;
}

/** Bluesky. Source: lexicons and documentation of November 2026; run against its server software. */
export const bluesky: PlatformDefinition = {
  displayName: 'Bluesky',
  // The server of an account need not be this one: see `server` of the account.
  urls: {
    api: 'https://bsky.social',
    authorize: 'https://bsky.social/oauth/authorize',
    token: 'https://bsky.social/xrpc/com.atproto.server.refreshSession',
  },

  content: { rules: RULES, countText: countGraphemes, textUnit: 'characters (graphemes)' },

  token: {
    lifetimeSeconds: 7_200,
    refreshBeforeExpirySeconds: 900,
    isSingleUse: false,
    grant: 'refresh_token',
    clientFields: [],
  },
  isRepeatable: true,
  appPassword: { identifier: HANDLE, description: 'a handle such as acme.bsky.social, or a DID' },
  externalId: { pattern: new RegExp(`^${DID}$`), description: 'a DID such as did:plc:z72i7hdynmk6r22z27h6tvur' },
  postUrl: {
    pattern: POST_URL,
    example: 'https://bsky.app/profile/did:plc:z72i7hdynmk6r22z27h6tvur/post/3l6oveex3ii2l',
    // An address with a handle does not contain the DID, which is part of the id.
    idOf: (url) => {
      const [, account = '', key] = POST_URL.exec(url) ?? [];
      return account.startsWith('did:') ? `at://${account}/${POST_COLLECTION}/${key}` : null;
    },
  },

  // Four requests of 25 posts, without a token and without a price.
  metrics: { maxPostsPerPoll: 100, pollCostUsd: 0 },
};
