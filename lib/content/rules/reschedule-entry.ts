import { stateTransitionError } from '../../core/problems/api-error.ts';
import type { Content, ContentState } from './content.ts';
import { type ScheduleEntry, statusOf } from './schedule-entry.ts';
import { hasTime, type ScheduledLocal } from './scheduled-local.ts';
import { moveEntries } from './scheduling.ts';
import { permitsAction } from './target-actions.ts';

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
