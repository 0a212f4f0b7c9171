import type { TimeWindow } from './found-post.ts';
import type { Access, PreparedState } from './publisher.ts';

/** A send that may have created the post: what it sent, and when its post can have been created. */
export type PossibleSend = { preparation: PreparedState; window: TimeWindow };

/**
 * The result of reading the post that a URL names.
 * - `post`: it belongs to the account.
 * - `other_account`: it belongs to another account.
 * - `absent`: the account has no such post.
 * - `unread`: the platform did not respond, or not with a result.
 */
export type ReadPost =
  | { found: 'post'; platformPostId: string; publishedAtMs: number }
  | { found: 'other_account' | 'absent' | 'unread' };

/**
 * Read the post of an account that a URL names. A platform has one whose URLs do not contain the id of the post or of
 * its account.
 */
export type PostReader = (url: string, sends: PossibleSend[], ...access: Access) => Promise<ReadPost>;
