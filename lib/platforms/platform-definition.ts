/** An image or video to publish with the text. `url` is public https. */
export interface Media {
  url: string;
  type: 'image' | 'video';
  alt?: string | undefined;
}

/** A limit of the platform, as its documentation at `source` stated it on the day `as_of`. */
export type ContentRule = { as_of: string; source: string } & (
  | {
      rule:
        | 'text_too_long'
        | 'too_many_hashtags'
        | 'too_many_mentions'
        | 'media_required'
        | 'too_many_media'
        | 'alt_text_too_long';
      limit: number;
    }
  /** `accepts`: the file extensions of the images the platform accepts. */
  | { rule: 'media_unsupported'; accepts: readonly string[] }
  | { rule: 'text_character_refused' }
);

/**
 * What the platform accepts as a post.
 *
 * `text_too_long` is required, the other rules where they apply.
 */
export interface ContentFormat {
  rules: readonly ContentRule[];
  /** Counts the text as the platform does. Default: code points. */
  countText?(text: string): number;
  /** The unit of `countText` in messages. Default: `characters`. */
  textUnit?: string;
  /** Finds the first character that the platform rejects, e.g. `U+FEFF`. Default: none. */
  findRejectedCharacter?(text: string): string | null;
  /** The price of publishing this text, in US dollars. Default: free. */
  publishPriceUsd?(text: string): number;
}

/** How access tokens of the platform expire and are refreshed. */
export interface TokenRules {
  /** The lifetime of a new access token when the response does not state one. */
  lifetimeSeconds: number;
  /** How long before expiry a token is refreshed. */
  refreshBeforeExpirySeconds: number;
  /** A refresh token works once, and a second use revokes every token of the account. */
  isSingleUse: boolean;
  /** What is exchanged for a new access token: a refresh token, or the access token itself. */
  grant: 'refresh_token' | 'access_token';
  /** Fields of the OAuth client that a refresh needs. */
  clientFields: readonly ('client_id' | 'client_secret')[];
}

/** The platform's id of an account. Adapters insert it into requests without escaping. */
export interface ExternalIdFormat {
  pattern: RegExp;
  /** Completes the sentence "Must be ...". */
  description: string;
}

/** How metrics of published posts are polled. */
export interface MetricsLimits {
  /**
   * Posts of one account per poll message.
   *
   * A message must finish within the function's five minutes.
   */
  maxPostsPerPoll: number;
  /** Price of reading one post once per UTC day, in US dollars. */
  pollCostUsd: number;
}

/** How the platform signs a webhook: HMAC-SHA256 over the bytes as sent. */
export interface SignatureFormat {
  header: string;
  /** Precedes the digest in the header. */
  prefix: string;
  encoding: 'hex' | 'base64';
  /** Precedes the body in the signed bytes. */
  signedPrefix: string;
}

/**
 * How the platform verifies a webhook URL before it sends to it.
 * - `verify_token`: Meta's `hub.*` parameters; the response is the challenge as plain text.
 * - `signed_code`: the response is JSON with an HMAC-SHA256 digest of the code in `parameter`.
 */
export type ChallengeFormat =
  | { kind: 'verify_token' }
  | {
      kind: 'signed_code';
      parameter: string;
      encoding: 'hex' | 'base64';
      toResponse(code: string, digest: string): Record<string, string>;
    };

/** The platform's inbound webhooks. */
export interface WebhookFormat {
  signature: SignatureFormat;
  challenge: ChallengeFormat;
}

/**
 * Everything about a platform that needs neither network nor secrets.
 *
 * Plain data and pure functions.
 */
export interface PlatformDefinition {
  displayName: string;
  /** Production base URL without a trailing slash, and the full URL of the token endpoint. */
  urls: { api: string; token: string };
  content: ContentFormat;
  token: TokenRules;
  externalId: ExternalIdFormat;
  /**
   * Extracts the platform's id from the public URL of a post.
   *
   * Omit when URLs do not contain the id.
   */
  postIdFromUrl?(url: string): string | null;
  /** Omit when the platform reports no metrics: its posts are never polled. */
  metrics?: MetricsLimits;
  /** Omit when the platform sends no webhooks: `inbound` is then rejected when an account is connected. */
  webhook?: WebhookFormat;
}
