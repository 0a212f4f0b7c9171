import { stateTransitionError } from '../../../core/problems/request-errors.ts';
import { formatInstant } from '../../../core/values/timestamps.ts';
import { permitsAction } from '../actions/target-actions.ts';
import type { Content, ContentState } from '../content.ts';
import { recomputeFromEntries } from '../content-state.ts';
import { type CancellationReason, withCancellation } from '../reported-changes.ts';
import { type ScheduleEntry, statusOf, transitionEntry } from '../schedule-entry.ts';
import type { TimelineEvent } from '../timeline.ts';
import { pendingEntries } from './scheduling.ts';

/**
 * Cancel all pending entries. An item without live targets then has the status `idleStatus`, which is also the reason
 * unless there is another one.
 */
export function cancelPending(
  state: ContentState,
  idleStatus: Content['idle_status'],
  nowMs: number,
  reason: CancellationReason = idleStatus === 'draft' ? 'made_draft' : 'item_cancelled',
): ContentState {
  const cancelled = pendingEntries(state).map((entry) =>
    transitionEntry(entry, { state: 'cancelled', due_at: null, attempt: null }),
  );
  const ids = cancelled.map(({ id }) => id);
  const content = withCancellation({ ...state.content, idle_status: idleStatus }, reason, ids);
  const events: TimelineEvent[] = [['cancelled', nowMs]];
  return { content: recomputeFromEntries(content, cancelled, events, formatInstant(nowMs)), entries: cancelled };
}

/**
 * Cancel one entry; its item becomes a draft when nothing else is scheduled. Null for a cancelled entry.
 * Throws a 409 for one that is publishing or finished. `state` is null when the item was deleted.
 */
export function cancelEntry(
  state: ContentState | null,
  entry: ScheduleEntry,
  nowMs: number,
  reason: CancellationReason = 'entry_cancelled',
): ContentState | null {
  if (entry.state === 'cancelled') return null;
  const status = statusOf(entry.state);
  if (!permitsAction(status, 'cancel')) {
    const extensions = { current: status, requested: 'cancelled', allowed: [] };
    throw stateTransitionError(`A schedule entry with the status ${status} cannot be cancelled.`, extensions);
  }
  return state && cancelPending({ ...state, entries: [entry] }, 'draft', nowMs, reason);
}
