import type { Media, Platform } from '../domain/platform.ts';

/** The account a post is published from: the platform's own id of it, and a bearer token. */
export interface PublishingAccount {
  externalId: string;
  accessToken: string;
}

export interface Post {
  text: string;
  media: Media[];
}

/** Where a refusal belongs, so that a caller knows who has to act. Contract, section 5. */
export type ErrorCategory = 'auth' | 'content' | 'account' | 'rate_limit' | 'platform' | 'system';

export interface PublishError {
  code: string;
  message: string;
  category: ErrorCategory;
  retryable: boolean;
}

/**
 * What came of one request to a platform.
 * - `published`: the platform confirmed with an id.
 * - `rejected`: a definite refusal; nothing was posted.
 * - `retry`: certainly not posted (never sent, or turned away by a limit); may be tried again.
 * - `unknown`: it may or may not be live; it must never be sent again by itself.
 */
export type Outcome =
  | { outcome: 'published'; platformPostId: string; url: string | null }
  | { outcome: 'rejected'; error: PublishError }
  | { outcome: 'retry'; error: PublishError; retryAfterSeconds: number | null }
  | { outcome: 'unknown'; error: PublishError };

/**
 * What `prepare` leaves behind for `send`: ids the platform gave for uploads or containers.
 * Plain data, because it is stored before the post is sent.
 */
export type Preparation = Record<string, string | string[]>;

export type PreparationOutcome =
  | { outcome: 'prepared'; preparation: Preparation }
  | Exclude<Outcome, { outcome: 'published' } | { outcome: 'unknown' }>;

/** Numbers a platform reports of one post; null where it does not report that number. */
export interface PostMetrics {
  platformPostId: string;
  impressions: number | null;
  reach: number | null;
  likes: number | null;
  comments: number | null;
  shares: number | null;
  saves: number | null;
  clicks: number | null;
}

/** A picture fetched from its public url, to be uploaded to a platform that takes bytes. */
export interface FetchedMedia {
  bytes: Uint8Array;
  /** As the server declared it, e.g. `image/jpeg`. */
  contentType: string;
}

/** Where a platform is reached and how long one request may take. */
export interface PlatformConnection {
  /** Without a slash at the end, e.g. `https://api.x.com`. */
  baseUrl: string;
  deadlineMs: number;
  /**
   * Downloads a post's media. The caller supplies it, because it must refuse private addresses and cap
   * the size. X and LinkedIn need it for posts with media; Instagram fetches the url itself.
   */
  fetchMedia?: (url: string) => Promise<FetchedMedia>;
  /** LinkedIn only: the value of the `LinkedIn-Version` header, `YYYYMM`. */
  linkedInVersion?: string;
}

/** One platform. `prepare` may run twice without harm; `send` posts, and is called once per attempt. */
export interface Publisher {
  platform: Platform;
  prepare(
    post: Post,
    account: PublishingAccount,
    connection: PlatformConnection,
  ): Promise<PreparationOutcome>;
  send(
    post: Post,
    preparation: Preparation,
    account: PublishingAccount,
    connection: PlatformConnection,
  ): Promise<Outcome>;
  /** Reads numbers of up to 100 posts. Posts the platform did not answer for are left out. */
  metrics(
    platformPostIds: string[],
    account: PublishingAccount,
    connection: PlatformConnection,
  ): Promise<PostMetrics[]>;
}
