import type { Settings } from '../../core/config/runtime-settings.ts';
import type { DownloadedMedia } from '../../core/net/download-media.ts';
import type { LinkedPage } from '../../core/net/fetch-page.ts';
import type { CardSource } from './definition/link-card.ts';
import type { Media, Post, PublishedPart } from './definition/platform-definition.ts';
import type { PublishError } from './definition/publish-error.ts';
import type { FoundPost, TimeWindow } from './found-post.ts';

export type { Post, PublishedPart } from './definition/platform-definition.ts';

import type { SandboxStore } from './sandbox-store.ts';

/** The account that publishes a post: the platform's id of the account, and its token. */
export interface PublishingAccount {
  externalId: string;
  accessToken: string;
  /** The key that the token is bound to; absent for a bearer token. */
  dpopKey?: string | undefined;
  /** The URL of the account's own server; absent or null where the platform has only one. */
  server?: string | null;
}

/** The account and the connection of a request to a platform. */
export type Access = [account: PublishingAccount, connection: PlatformConnection];

/**
 * The outcome of one request to a platform.
 * - `published`: the platform confirmed with an id.
 * - `rejected`: a definite rejection; nothing was posted. `duplicateOf`: the existing post, where the platform names it,
 *   which may be anybody's.
 * - `retry`: certainly not posted (never sent, or rejected by a rate limit); may be sent again.
 * - `unknown`: the post may be live; it is sent again automatically only where a repeat creates no second post
 *   (`isRepeatable` of the platform, or a preparation that `reconcile` proves unused).
 */
export type PublishOutcome =
  /** `following`: the posts of `Post.following`, in order. */
  | { outcome: 'published'; platformPostId: string; url: string | null; following?: PublishedPart[] }
  | { outcome: 'rejected'; error: PublishError; duplicateOf?: FoundPost }
  | { outcome: 'retry'; error: PublishError; retryAfterSeconds: number | null }
  | { outcome: 'unknown'; error: PublishError };

/** An outcome without a confirmation. */
export type FailedOutcome = Exclude<PublishOutcome, { outcome: 'published' }>;

/** Ids of uploads or containers: what is prepared so far, or all that `send` needs. Plain data, stored in the entry. */
export type PreparedState = Record<string, string | string[]>;

/** A `prepare` that leaves nothing to send. */
export type PrepareFailure = Exclude<FailedOutcome, { outcome: 'unknown' }>;

/**
 * A preparation that takes longer than one attempt: the next one continues with what is saved. `continueAfterSeconds`: while
 * the platform processes what it has; absent when the next attempt follows soon.
 */
export type Unfinished = { outcome: 'unfinished'; error: PublishError; continueAfterSeconds?: number };

/** `already_live`: the post of an earlier attempt is live. */
export type PrepareOutcome =
  | { outcome: 'prepared'; preparation: PreparedState }
  | Unfinished
  | { outcome: 'already_live' }
  | PrepareFailure;

/** The progress of a preparation, which may take several attempts. */
export interface Preparation {
  /** What earlier attempts at the same text and images, and this one, have saved; null at the start. */
  readonly saved: PreparedState | null;
  /** What is saved was sent with an unknown outcome, so its post may be live. */
  readonly mayBeLive: boolean;
  /** Saves the progress before the next step. Rejects with `ConflictError` when another worker has taken over. */
  save(progress: PreparedState): Promise<void>;
  /** Returns whether this attempt has time for another step: up to three requests of the full deadline. */
  hasTime(): boolean;
}

/** A post that was sent and whose outcome is unknown. */
export interface SentPost extends Post {
  preparation: PreparedState;
  /** When its post can have been created. */
  window: TimeWindow;
}

/**
 * The result of looking up a post whose outcome is unknown.
 * - `candidates`: the posts with its text that were created in its window, completely listed. None of them need be
 *   the post, because other posts may have the same text.
 * - `own`: the post itself, found by an id that only it can have.
 * - `not_live`: the post does not exist and its preparation is intact; it may be sent again.
 * - `not_seen`: not found, or no response; this proves nothing, so the lookup is repeated later.
 * - `unsupported`: the platform offers no lookup.
 */
export type ReconcileOutcome =
  | { found: 'candidates'; posts: FoundPost[] }
  /** `following`: the posts of `Post.following`, in order. */
  | { found: 'own'; post: FoundPost; following?: PublishedPart[] }
  | { found: 'not_live' | 'not_seen' | 'unsupported' };

/** The credentials of a refresh. Null where the account was connected without them. */
export interface RefreshCredentials {
  accessToken: string;
  refreshToken: string | null;
  clientId: string | null;
  clientSecret: string | null;
  /** The key that the tokens are bound to; absent for bearer tokens. */
  dpopKey?: string | undefined;
}

/** The full URL of the token endpoint, e.g. `https://api.x.com/2/oauth2/token`. */
export type TokenConnection = { tokenUrl: string; deadlineMs: number; allowLoopback?: boolean };

/**
 * The outcome of one request for a new token.
 * - `refreshed`: `refreshToken` is null when the platform issued none and the old one stays valid.
 * - `rejected`: the platform does not accept the credentials; the account must be connected again.
 * - `retry`: certainly not processed; no token is spent.
 * - `unknown`: possibly processed; a single-use refresh token is then spent.
 */
export type RefreshOutcome =
  | { outcome: 'refreshed'; accessToken: string; refreshToken: string | null; expiresInSeconds: number }
  | { outcome: 'rejected' | 'retry' | 'unknown'; error: PublishError };

/** Comments and mentions that a platform reports. `isComplete`: false when there were more than one poll reads. */
export type ReportedEngagements = { engagements: InboundEngagement[]; isComplete: boolean };

type Metric = 'impressions' | 'reach' | 'likes' | 'comments' | 'shares' | 'saves' | 'clicks';

/**
 * The metrics a platform reports for one post; null where it reports none. `interactions` is the platform's own total
 * of likes, comments, shares and saves; only Instagram has one.
 */
export type PlatformMetrics = { platformPostId: string; interactions?: number | null } & Record<Metric, number | null>;

/** A file of a post, read in parts, because a video does not fit into the memory of a function. */
export interface MediaSource {
  /** As the inspection or the server of the file declares it, for example `video/mp4`. */
  contentType: string;
  sizeBytes: number;
  /** Reads `lengthBytes` bytes from the offset `fromByte`. Rejects as `downloadMedia` does. */
  read(fromByte: number, lengthBytes: number): Promise<Uint8Array>;
}

/** The settings of a stage that are about one platform each. The adapter of the platform reads them. */
export type PlatformSettings = Partial<Pick<Settings, 'linkedInVersion' | 'blueskyUrls'>>;

/** The URL of a platform and the deadline of one request. */
export interface PlatformConnection {
  /** Without a slash at the end, e.g. `https://api.x.com`. */
  baseUrl: string;
  deadlineMs: number;
  /**
   * Reads the file of a medium: downloads it, or reads it from the media library. Posts with media need it, except on
   * Instagram, which downloads images itself. The caller supplies it, because it must reject private addresses and
   * limit the size. Rejects with `MediaRejectedError` for a permanent failure, with any other error for a temporary
   * one.
   */
  downloadMedia?: (media: Media) => Promise<DownloadedMedia>;
  /** Opens the file of a video. Posts with a video need it. Rejects as `downloadMedia` does. */
  openMedia?: (media: Media) => Promise<MediaSource>;
  /** Instagram only: returns a public URL of the file of a medium, valid for at least some minutes. */
  mediaUrl?: (media: Media) => Promise<string>;
  settings?: PlatformSettings;
  /**
   * Reads a page for the card of a link; null when it cannot be read. Used where the platform reads no pages itself. The
   * caller rejects private addresses.
   */
  fetchPage?: (url: string) => Promise<LinkedPage | null>;
  /** Development only: a server whose URL comes from an account may be on a loopback address. */
  allowLoopback?: boolean;
  /** Sandbox accounts only: where they publish. */
  sandbox?: SandboxStore;
}

/**
 * One platform. `prepare` may run twice without harm, and sends no request unless `preparesWithRequests`: such a post
 * is not claimed before. `send` publishes and is called once per attempt.
 */
export interface Publisher {
  /** Whether preparing this post sends requests: it is then claimed before. Default: only a post with media. */
  preparesWithRequests?(post: Post): boolean;
  /** Whether what `prepare` returns contains the texts, in a complete record. Otherwise the texts are stored with it. */
  preparesTexts?: true;
  /** Returns the URL of the page that preparing a part reads for the card of its link; absent where it reads none. */
  pageUrlOf?(part: CardSource): string | null;
  /** Return what the platform charges for a post with this text, in US dollars. Absent where posts are free. */
  priceUsd?(text: string): number;
  prepare(post: Post, ...access: [...Access, preparation: Preparation]): Promise<PrepareOutcome>;
  /**
   * Asks once whether the platform still processes what `prepare` has uploaded and saved. Null when it does not, when it
   * does not answer, or when it has taken too long: `prepare` then continues. Changes nothing. Omitted where a platform
   * processes no media.
   */
  stillProcessing?(post: Post, saved: PreparedState, ...access: Access): Promise<Unfinished | null>;
  send(post: Post, preparation: PreparedState, ...access: Access): Promise<PublishOutcome>;
  /** Returns the text as two copies of a post are compared by it: without the changes that the platform makes. */
  comparableText(text: string): string;
  /** Looks up whether a post with an unknown outcome is live. Publishes nothing. */
  reconcile(sent: SentPost, ...access: Access): Promise<ReconcileOutcome>;
  /** Requests a new access token, once. No other refresh of the same account may run at the same time. */
  refresh(credentials: RefreshCredentials, connection: TokenConnection): Promise<RefreshOutcome>;
  /** Ends the access of the tokens. Returns whether the platform has confirmed it. Omitted where it has no request for it. */
  revoke?(credentials: RefreshCredentials, connection: TokenConnection): Promise<boolean>;
  /**
   * Reads the metrics of up to 100 posts; posts without metrics are left out. Omitted when the platform reports none.
   * Rejects with `MetricsUnavailableError`, which contains the metrics that were read before.
   */
  metrics?(platformPostIds: string[], ...access: Access): Promise<PlatformMetrics[]>;
  /**
   * Reads the comments on the account's posts and the mentions of it since a time. Omitted when the platform reports
   * them by webhook. Rejects with `MetricsUnavailableError`.
   */
  engagements?(sinceMs: number, ...access: Access): Promise<ReportedEngagements>;
}

/** A platform that reports metrics. */
export type MetricsPublisher = Publisher & Required<Pick<Publisher, 'metrics'>>;

/** A comment or mention reported by a webhook. */
export interface InboundEngagement {
  kind: 'comment' | 'mention';
  post_id: string | null; // Platform id of the post; null if the platform does not send one.
  actor: string | null;
  text: string | null;
  occurred_ms: number | null; // Epoch milliseconds; null if the platform does not send a time.
  external_id: string; // Platform id of the engagement, the deduplication key of repeated webhooks.
}
