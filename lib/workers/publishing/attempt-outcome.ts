import type { IdentifiedPost } from '../../domain/content/post-identification.ts';
import type { EntryError } from '../../domain/content/schedule-entry.ts';
import type { PrepareOutcome, PublishOutcome } from '../../platforms/publisher.ts';

/**
 * Outcome of an attempt. This one created no post: `identified`, the post of an earlier attempt is live; or
 * `unresolved`, it may be.
 */
export type AttemptOutcome =
  | Exclude<PublishOutcome | PrepareOutcome, { outcome: 'prepared' | 'already_live' }>
  | { outcome: 'identified'; post: IdentifiedPost }
  | { outcome: 'unresolved'; error: EntryError };
