import type { DownloadedMedia } from '../net/download-media.ts';
import type { Media } from './platform-definition.ts';

/** The account a post is published from: the platform's own id of it, and a bearer token. */
export interface PublishingAccount {
  externalId: string;
  accessToken: string;
}

export interface Post {
  text: string;
  media: Media[];
}

/** The category of an error, which says who has to act. Contract, section 5. */
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
 * - `retry`: certainly not posted (never sent, or turned away by a limit); may be tried again.
 * - `unknown`: it may or may not be live; it must never be sent again automatically.
 */
export type PublishOutcome =
  | { outcome: 'published'; platformPostId: string; url: string | null }
  | { outcome: 'rejected'; error: PublishError; duplicateOf?: string }
  | { outcome: 'retry'; error: PublishError; retryAfterSeconds: number | null }
  | { outcome: 'unknown'; error: PublishError };

/**
 * What `prepare` leaves behind for `send`: ids the platform gave for uploads or containers.
 * Plain data, because it is stored before the post is sent.
 */
export type PreparedState = Record<string, string | string[]>;

/**
 * `published`: what an earlier attempt prepared turned out to be live. The id is null when the platform says
 * so without naming the post.
 */
export type PrepareOutcome =
  | { outcome: 'prepared'; preparation: PreparedState }
  | { outcome: 'published'; platformPostId: string | null; url: string | null }
  | Exclude<PublishOutcome, { outcome: 'published' } | { outcome: 'unknown' }>;

/** What `prepare` ends with when there is nothing to send. */
export type PrepareFailure = Extract<PrepareOutcome, { outcome: 'rejected' | 'retry' }>;

/** A post that was sent and whose outcome is not known. */
export interface SentPost extends Post {
  preparation: PreparedState;
  /** When it was handed to the platform first and last, in milliseconds since 1970. */
  sentAtMs: number;
  lastSentAtMs: number;
}

/**
 * The result of looking up a post whose outcome is unknown.
 * - `live`: it is there. The id is null when the platform says so without naming the post.
 * - `not_live`: it is certainly not there and what was prepared is intact; it may be sent again.
 * - `not_seen`: it was not found, or the platform did not answer; that proves nothing, look again later.
 * - `unsupported`: the platform offers no lookup.
 */
export type ReconcileOutcome =
  | { found: 'live'; platformPostId: string | null; url: string | null; publishedAtMs: number | null }
  | { found: 'not_live' }
  | { found: 'not_seen' }
  | { found: 'unsupported' };

/** What a refresh needs. Null where the account was connected without it. */
export interface RefreshCredentials {
  accessToken: string;
  refreshToken: string | null;
  clientId: string | null;
  clientSecret: string | null;
}

/** Where tokens are refreshed, in full, e.g. `https://api.x.com/2/oauth2/token`. */
export interface TokenConnection {
  tokenUrl: string;
  deadlineMs: number;
}

/**
 * The outcome of one request for a new token.
 * - `refreshed`: `refreshToken` is null when the platform issued none and the old one stays valid.
 * - `refused`: the platform does not accept the credentials; the account must be connected again.
 * - `retry`: certainly not carried out; nothing is spent.
 * - `unknown`: it may have been carried out, and then a single-use refresh token is spent.
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

/** Where a platform is reached and how long one request may take. */
export interface PlatformConnection {
  /** Without a slash at the end, e.g. `https://api.x.com`. */
  baseUrl: string;
  deadlineMs: number;
  /**
   * Downloads a post's media. The caller supplies it, because it must reject private addresses and cap
   * the size. X and LinkedIn need it for posts with media; Instagram fetches the url itself. Rejects with
   * `MediaRejectedError` when asking again would not help, with any other error when it may.
   */
  downloadMedia?: (url: string) => Promise<DownloadedMedia>;
  /** LinkedIn only: the value of the `LinkedIn-Version` header, `YYYYMM`. */
  linkedInVersion?: string;
}

/** One platform. `prepare` may run twice without harm; `send` posts, and is called once per attempt. */
export interface Publisher {
  /** @param earlier what an earlier attempt at this post left behind; null for the first one. */
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
  /** Looks whether a post whose outcome is not known is live. Posts nothing. */
  reconcile(
    sent: SentPost,
    account: PublishingAccount,
    connection: PlatformConnection,
  ): Promise<ReconcileOutcome>;
  /** Asks for a new access token, once. Nothing else may ask for the same account at the same time. */
  refresh(credentials: RefreshCredentials, connection: TokenConnection): Promise<RefreshOutcome>;
  /**
   * Reads the metrics of up to 100 posts, without those the platform does not report. Omitted when the platform
   * reports none. Rejects with `MetricsUnavailableError` (metrics.ts), which carries what was read before.
   */
  metrics?(
    platformPostIds: string[],
    account: PublishingAccount,
    connection: PlatformConnection,
  ): Promise<PlatformMetrics[]>;
}

/** A platform that reports metrics. */
export type MetricsPublisher = Publisher & Required<Pick<Publisher, 'metrics'>>;
