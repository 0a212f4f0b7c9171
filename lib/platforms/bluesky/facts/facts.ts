import type { PlatformDefinition } from '../../kit/definition/platform-definition.ts';

export { content } from './content.ts';
export { linkCard } from './link-card.ts';
export { findLinks } from './links.ts';

const DID = 'did:(?:plc:[a-z2-7]{24}|web:[a-zA-Z0-9.-]{1,253})';
const POST_URL = new RegExp(
  String.raw`^https://bsky\.app/profile/(${DID}|[a-zA-Z0-9.-]+)/post/([2-7a-z]{13})(?![\w-])`,
);

/** A handle: a domain name whose last label does not begin with a digit (RFC 1035). */
export const HANDLE = /^(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** The collection of posts in an account's repository. */
export const POST_COLLECTION = 'app.bsky.feed.post';

/** Bluesky. Source: lexicons and documentation of November 2026; run against its server software. */
export const definition: PlatformDefinition = {
  displayName: 'Bluesky',
  // The server of an account need not be this one: see `server` of the account.
  urls: {
    api: 'https://bsky.social',
    authorize: 'https://bsky.social/oauth/authorize',
    token: 'https://bsky.social/xrpc/com.atproto.server.refreshSession',
  },

  token: {
    lifetimeSeconds: 7_200,
    refreshBeforeExpirySeconds: 900,
    isSingleUse: false,
    grant: 'refresh_token',
    clientFields: [],
  },
  isRepeatable: true,
  publishesThreadAtOnce: true,
  ownsServer: (hostname) => hostname === 'bsky.social' || hostname.endsWith('.bsky.network'),
  appPassword: { identifier: HANDLE, description: 'a handle such as acme.bsky.social, or a DID' },
  externalId: { pattern: new RegExp(`^${DID}$`), description: 'a DID such as did:plc:z72i7hdynmk6r22z27h6tvur' },
  postUrl: {
    pattern: POST_URL,
    example: 'https://bsky.app/profile/did:plc:z72i7hdynmk6r22z27h6tvur/post/3l6oveex3ii2l',
    // A key has the time of its preparation, which may be long before the request.
    parse: (url, accountId) => {
      const [, named = '', key] = POST_URL.exec(url)!;
      const isDid = named.startsWith('did:');
      // A URL with a handle does not contain the DID, which is part of the id.
      const did = isDid ? named : accountId;
      if (did === undefined) {
        return { name: `https://bsky.app/profile/${named.toLowerCase()}/post/${key}`, id: null };
      }
      const id = `at://${did}/${POST_COLLECTION}/${key}`;
      return { name: id, id, ...(isDid ? { accountId: did } : {}) };
    },
  },

  // 5,000 points an hour; a record takes three (docs.bsky.app, "Rate Limits", November 2026).
  postLimit: { posts: 1_666, seconds: 3_600 },
  // Four requests of 25 posts, without a token and without a price.
  metrics: { maxPostsPerPoll: 100, hasNoImpressions: true },
};
