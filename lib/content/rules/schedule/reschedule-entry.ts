import { stateTransitionError } from '../../../core/problems/request-errors.ts';
import { permitsAction } from '../actions/target-actions.ts';
import type { Content, ContentState } from '../content.ts';
import { pendingTargets } from '../content-targets.ts';
import { type ScheduleEntry, statusOf } from '../schedule-entry.ts';
import { hasTime, type Planned, type ScheduledLocal } from '../scheduled-local.ts';
import { isHeld } from './recurrence-hold.ts';
import { moveEntries, pendingEntries } from './scheduling.ts';

/** Throw a 409 for an entry that is publishing, finished or cancelled. */
export function assertReschedulable(entry: ScheduleEntry): void {
  const status = statusOf(entry.state);
  if (permitsAction(status, 'reschedule')) return;
  const extensions = { current: status, requested: 'pending', allowed: [] };
  throw stateTransitionError(`A schedule entry with the status ${status} cannot be rescheduled.`, extensions);
}

/**
 * Move one entry to another time; the other targets of its item keep theirs. Null if the entry has this time. Throws
 * what `assertReschedulable` does.
 */
export function rescheduleEntry(
  content: Content,
  entry: ScheduleEntry,
  scheduledAt: string,
  groupId: string,
  nowMs: number,
  local: ScheduledLocal | null = null,
): ContentState | null {
  assertReschedulable(entry);
  if (hasTime(entry, scheduledAt, local)) return null;
  return moveEntries(content, [entry], scheduledAt, groupId, nowMs, local);
}

/**
 * Move all pending entries to another time, or with `isQueued` to a slot that the item has claimed. Claimed entries and
 * those that have this time do not change. Returns `state` itself when every pending target has this time. The targets
 * decide, not the entries: an entry may have been claimed after the item was loaded, and only a write of the item detects that.
 */
export function reschedule(
  state: ContentState,
  scheduledAt: string,
  groupId: string,
  nowMs: number,
  local: ScheduledLocal | null = null,
  isQueued = false,
): ContentState {
  // A held entry has no due time, so a slot at its time is another one. The time alone is what it has.
  const isOther = (each: Planned) => !hasTime(each, scheduledAt, local) || (isQueued && isHeld(state.content, each));
  if (!pendingTargets(state.content).some(isOther)) return state;
  // One that stays behind in a held slot or date which the item leaves would never be due.
  const entries = pendingEntries(state).filter((each) => isOther(each) || isHeld(state.content, each));
  return moveEntries(state.content, entries, scheduledAt, groupId, nowMs, local);
}
