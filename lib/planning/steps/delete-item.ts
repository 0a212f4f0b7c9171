import { assertDeletable } from '../../content/rules/change/content-update.ts';
import type { ContentState } from '../../content/rules/content.ts';
import { cancelPending } from '../../content/rules/schedule/cancellation.ts';
import { OPEN_ENTRY_STATUSES } from '../../content/rules/schedule-entry.ts';
import { deleteContentWrites } from '../../content/store/content-deletion.ts';
import type { Write } from '../../core/table/commit.ts';
import { keepClaims } from '../../duplicates/steps/keep-claims.ts';
import { endWithoutItem } from '../../publishing/rules/publish-transitions.ts';
import { slotWrites } from '../../queues/steps/slot-writes.ts';

/** The statuses of the entries that the deletion of an item ends. Load an item with them. */
export const ENDED_STATUSES = [...OPEN_ENTRY_STATUSES, 'unconfirmed'] as const;

/**
 * Build the writes that delete an item, cancel its pending entries, end the others and release its slot. What it has
 * published keeps its claims. Throws 409 for one that is being published.
 */
export async function deletionOf(state: ContentState, nowMs: number): Promise<{ cancelled: number; writes: Write[] }> {
  assertDeletable(state);
  const cancelled = cancelPending(state, 'cancelled', nowMs);
  const ended = state.entries
    .filter(({ state: entry }) => entry === 'continuing' || entry === 'unconfirmed')
    .map((entry) => endWithoutItem(entry, nowMs));
  const deleted = { ...cancelled, entries: [...cancelled.entries, ...ended] };
  const [claims, slots] = await Promise.all([keepClaims(state.content, nowMs), slotWrites(state.content, null)]);
  const writes = [...claims, ...deleteContentWrites(state, deleted), ...slots];
  return { cancelled: cancelled.entries.length, writes };
}
