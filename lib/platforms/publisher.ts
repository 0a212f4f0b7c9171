import type { DownloadedMedia } from '../net/download-media.ts';
import type { Media } from './platform-definition.ts';

/** The account that a post is published from: its id on the platform, and a bearer token. */
export interface PublishingAccount {
  externalId: string;
  accessToken: string;
}

export interface Post {
  text: string;
  media: Media[];
}

/** The category of an error, which determines who must act. Contract, section 5. */
export type ErrorCategory = 'auth' | 'content' | 'account' | 'rate_limit' | 'platform' | 'system';

export interface PublishError {
  code: string;
  message: string;
  category: ErrorCategory;
  retryable: boolean;
}

/**
 * The outcome of one request to a platform.
 * - `published`: the platform confirmed with an id.
 * - `rejected`: a definite rejection; nothing was posted. `duplicateOf`: the existing post, where
 *   the platform names it.
 * - `retry`: certainly not posted (never sent, or rejected by a rate limit); may be retried.
 * - `unknown`: it may or may not be live; it must never be sent again automatically.
 */
export type PublishOutcome =
  | { outcome: 'published'; platformPostId: string; url: string | null }
  | { outcome: 'rejected'; error: PublishError; duplicateOf?: string }
  | { outcome: 'retry'; error: PublishError; retryAfterSeconds: number | null }
  | { outcome: 'unknown'; error: PublishError };

/**
 * The result of `prepare` for `send`: ids of uploads or containers on the platform.
 *
 * Plain data, because it is stored before the post is sent.
 */
export type PreparedState = Record<string, string | string[]>;

/**
 * `published`: the post that an earlier attempt prepared is live.
 *
 * The id is null when the platform does not state it.
 */
export type PrepareOutcome =
  | { outcome: 'prepared'; preparation: PreparedState }
  | { outcome: 'published'; platformPostId: string | null; url: string | null }
  | Exclude<PublishOutcome, { outcome: 'published' } | { outcome: 'unknown' }>;

/** The outcomes of `prepare` after which nothing is sent. */
export type PrepareFailure = Extract<PrepareOutcome, { outcome: 'rejected' | 'retry' }>;

/** A post that was sent and whose outcome is unknown. */
export interface SentPost extends Post {
  preparation: PreparedState;
  /** When it was sent to the platform first and last, in epoch milliseconds. */
  sentAtMs: number;
  lastSentAtMs: number;
}

/**
 * The result of looking up a post whose outcome is unknown.
 * - `live`: it is published. The id is null when the platform does not state it.
 * - `not_live`: it is certainly not published and its preparation is intact; it may be sent again.
 * - `not_seen`: it was not found, or the platform did not respond. That proves nothing; check again later.
 * - `unsupported`: the platform offers no lookup.
 */
export type ReconcileOutcome =
  | { found: 'live'; platformPostId: string | null; url: string | null; publishedAtMs: number | null }
  | { found: 'not_live' }
  | { found: 'not_seen' }
  | { found: 'unsupported' };

/** The credentials of a refresh. Null for one that the account was connected without. */
export interface RefreshCredentials {
  accessToken: string;
  refreshToken: string | null;
  clientId: string | null;
  clientSecret: string | null;
}

/** The full URL of the token endpoint, e.g. `https://api.x.com/2/oauth2/token`. */
export interface TokenConnection {
  tokenUrl: string;
  deadlineMs: number;
}

/**
 * The outcome of one request for a new token.
 * - `refreshed`: `refreshToken` is null when the platform issued none and the old one stays valid.
 * - `refused`: the platform does not accept the credentials; the account must be reconnected.
 * - `retry`: certainly not processed; a single-use refresh token stays valid.
 * - `unknown`: it may have been processed, which invalidates a single-use refresh token.
 */
export type RefreshOutcome =
  | { outcome: 'refreshed'; accessToken: string; refreshToken: string | null; expiresInSeconds: number }
  | { outcome: 'refused' | 'retry' | 'unknown'; error: PublishError };

/** The metrics a platform reports for one post; null where it does not report one. */
export interface PlatformMetrics {
  platformPostId: string;
  impressions: number | null;
  reach: number | null;
  likes: number | null;
  comments: number | null;
  shares: number | null;
  saves: number | null;
  clicks: number | null;
  /** The platform's own total of likes, comments, shares and saves; only Instagram has one. */
  interactions?: number | null;
}

/** The URL of a platform and the time limit of one request. */
export interface PlatformConnection {
  /** Without a trailing slash, e.g. `https://api.x.com`. */
  baseUrl: string;
  deadlineMs: number;
  /**
   * Download a post's media.
   *
   * The caller supplies it, because it must reject private addresses and limit the size. X and LinkedIn need
   * it for posts with media; Instagram fetches the URL. Rejects with `MediaRejectedError` when a retry would
   * fail too, with any other error when it may succeed.
   */
  downloadMedia?: (url: string) => Promise<DownloadedMedia>;
  /** LinkedIn only: the value of the `LinkedIn-Version` header, `YYYYMM`. */
  linkedInVersion?: string;
}

/** A platform adapter. `prepare` is safe to repeat; `send` is called once per attempt. */
export interface Publisher {
  /** @param earlier the preparation of an earlier attempt; null for the first attempt. */
  prepare(
    post: Post,
    account: PublishingAccount,
    connection: PlatformConnection,
    earlier: PreparedState | null,
  ): Promise<PrepareOutcome>;
  send(
    post: Post,
    preparation: PreparedState,
    account: PublishingAccount,
    connection: PlatformConnection,
  ): Promise<PublishOutcome>;
  /** Look up whether a post with an unknown outcome is live. Posts nothing. */
  reconcile(
    sent: SentPost,
    account: PublishingAccount,
    connection: PlatformConnection,
  ): Promise<ReconcileOutcome>;
  /** Request a new access token, once. Must not run concurrently for the same account. */
  refresh(credentials: RefreshCredentials, connection: TokenConnection): Promise<RefreshOutcome>;
  /**
   * Read the metrics of up to 100 posts, without those the platform does not report.
   *
   * Omitted when the platform reports none. Rejects with `MetricsUnavailableError` (metrics.ts), which has
   * the metrics read before.
   */
  metrics?(
    platformPostIds: string[],
    account: PublishingAccount,
    connection: PlatformConnection,
  ): Promise<PlatformMetrics[]>;
}

/** A platform that reports metrics. */
export type MetricsPublisher = Publisher & Required<Pick<Publisher, 'metrics'>>;
