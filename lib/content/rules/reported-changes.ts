import type { Platform } from '../../platforms/platform.ts';
import type { ScheduledLocal } from './scheduled-local.ts';

// What an item keeps of its last changes: events are derived from the item alone.

/** The last schedule request, reported by `content.scheduled`. */
export type ScheduleRequest = {
  group_id: string;
  platforms: Platform[];
  account_ids: string[];
  scheduled_at: string;
  scheduled_local?: ScheduledLocal; // Absent where an instant was given.
};

/** Why something that was scheduled will not be published. `docs/reference/webhooks.md` describes each. */
// biome-ignore format: one list.
export const CANCELLATION_REASONS = [
  'entry_cancelled', 'made_draft', 'item_cancelled', 'item_deleted', 'account_deleted', 'approval_lost',
  'recurrence_paused',
] as const;
export type CancellationReason = (typeof CANCELLATION_REASONS)[number];

/** The last cancellation, reported by `content.cancelled`. `version`: that of the item after it. */
export type Cancellation = { version: number; reason: CancellationReason; schedule_ids: string[] };

/** Return an item whose entries with these ids will not be published; the item itself without any. */
export function withCancellation<Item extends { version: number; last_cancellation: Cancellation | null }>(
  content: Item,
  reason: CancellationReason,
  schedule_ids: string[],
): Item {
  if (schedule_ids.length === 0) return content;
  return { ...content, last_cancellation: { version: content.version + 1, reason, schedule_ids } };
}
