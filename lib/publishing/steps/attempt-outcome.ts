import type { PrepareOutcome, PublishOutcome } from '../../adapters/kit/publisher.ts';
import type { IdentifiedPost } from '../../content/rules/post-identification.ts';
import type { EntryError } from '../../content/rules/schedule-entry.ts';

/**
 * Outcome of an attempt. This one created no post: `identified`, the post of an earlier attempt is live; or
 * `unresolved`, it may be.
 */
export type AttemptOutcome =
  | Exclude<PublishOutcome | PrepareOutcome, { outcome: 'prepared' | 'already_live' }>
  | { outcome: 'identified'; post: IdentifiedPost }
  | { outcome: 'unresolved'; error: EntryError };
