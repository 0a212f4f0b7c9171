import type { Content, ContentState } from '../../content/rules/content.ts';
import { recomputeFromEntries } from '../../content/rules/content-state.ts';
import { endInFailure } from '../../content/rules/post/thread.ts';
import { moveEntries } from '../../content/rules/schedule/scheduling.ts';
import { type ScheduleEntry, transitionEntry } from '../../content/rules/schedule-entry.ts';
import { entryError } from '../../content/rules/sends/publish-failure-reasons.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { applyChange } from '../../publishing/rules/publish-transitions.ts';
import type { HaltRelease, PlannedEntry } from './halt-release.ts';

/**
 * Return whether a release decides about an entry of its list: it is held, or was due while publishing was halted, and
 * nothing has been decided since. An attempt, or a check of what was sent, ends on its own.
 */
export function isToBeReleased(
  { state, due_at }: Pick<ScheduleEntry, 'state' | 'due_at'>,
  { resumed_at }: Pick<HaltRelease, 'resumed_at'>,
): boolean {
  const isWaiting = state === 'pending' || state === 'continuing';
  return isWaiting && (due_at === null || due_at < resumed_at);
}

/**
 * Release an entry as planned: it has a new time, and its lateness counts from it, or it fails as missed. A thread with a
 * live part continues then, or is interrupted. `groupId` is that of its new schedule.
 */
export function releaseEntry(
  content: Content,
  entry: ScheduleEntry,
  { at }: PlannedEntry,
  halt: { id: string; groupId: string },
  nowMs: number,
): ContentState {
  if (at === null) return applyChange(content, entry, endInFailure(entry, entryError('missed'), nowMs));
  if (entry.state === 'pending') return moveEntries(content, [entry], at, halt.groupId, nowMs, null, halt.id);
  const moved = transitionEntry(entry, { scheduled_at: at, due_at: at, error: null });
  const next = recomputeFromEntries(content, [moved], [['rescheduled', nowMs, halt.id]], formatInstant(nowMs));
  return { content: next, entries: [moved] };
}
