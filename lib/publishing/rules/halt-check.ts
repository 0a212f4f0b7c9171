import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { type ActiveHalt, isHeld } from '../../identity/rules/active-halts.ts';
import { HELD, type Transition } from './attempt-outcome.ts';
import { holdAttempt, isWaiting, type NextAction } from './publish-transitions.ts';
import type { Known, Read, Step } from './step.ts';

/**
 * How long a worker uses the halts that it has read, in milliseconds. A request that halts publishing ends later than
 * that, so no post is sent after its response. Most posts are sent sooner after the one read of their item.
 */
export const HALTS_KNOWN_MS = 1_000;

/** Return whether the halts that a worker has read are recent enough to send a post. */
export function areHaltsKnown({ haltsReadMs }: Pick<Known, 'haltsReadMs'>, nowMs: number): boolean {
  return haltsReadMs !== undefined && nowMs - haltsReadMs <= HALTS_KNOWN_MS;
}

/** Return whether a halt stops the action that is due. A look for what was sent before goes on. */
export function stopsAction(
  halts: readonly ActiveHalt[] | undefined,
  action: NextAction['action'],
  entry: ScheduleEntry,
): boolean {
  return (action === 'claim' || action === 'expire') && isHeld(halts, entry);
}

/** Return whether a halt stops the post of an attempt or a check. The due time of a claim is the end of its lease. */
export function isHeldNow({ settings, entry, saved }: Read): boolean {
  return isHeld(settings.halts, { ...entry, due_at: isWaiting(saved!) ? saved!.due_at : entry.due_at });
}

/** Hold an entry: without a due time nothing starts an attempt, until the halt ends. A stored claim ends with its item. */
export function hold(entry: ScheduleEntry, saved: ScheduleEntry): Step {
  if (isWaiting(saved)) return { step: 'postpone', why: 'held', entry: { ...saved, due_at: null } };
  const transition: Transition = (item, nowMs) => holdAttempt(item, entry, nowMs);
  return { step: 'settle', name: HELD.outcome, transition, unchanged: 'entry', outcome: HELD };
}
