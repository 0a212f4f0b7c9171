import { expect } from 'vitest';
import { ApiError } from '../../../lib/domain/api-error.ts';
import type { Content } from '../../../lib/domain/content/content.ts';
import { ENTRY_TRANSITIONS, type EntryState, type ScheduleEntry } from '../../../lib/domain/content/schedule-entry.ts';
import { cancelEntry, retryFailed } from '../../../lib/domain/content/scheduling.ts';
import type { TargetAction } from '../../../lib/domain/content/target-actions.ts';
import {
  FIRST_TIMELINE_EVENTS,
  MAX_TIMELINE_EVENTS,
  type StoredTimeline,
  TIMELINE_STATES,
  type TimelineEvent,
} from '../../../lib/domain/content/timeline.ts';
import { resolveUnconfirmed } from '../../../lib/domain/content/unconfirmed-transitions.ts';

/** Return the state of an entry after an event. */
export function stateAfter([type, , detail]: TimelineEvent): EntryState {
  return TIMELINE_STATES[type] ?? (detail as EntryState);
}

/** Expect the events in order of time, each after a state that allows it, and the last one to lead to this state. */
export function expectTimeline({ timeline, timeline_omitted = 0 }: StoredTimeline, state: EntryState, nowMs: number) {
  const events = timeline!;
  const isFollowing = (event: TimelineEvent, index: number) => {
    // What led to the first event after the gap is not kept.
    if (index === FIRST_TIMELINE_EVENTS && timeline_omitted > 0) return true;
    const former = events[index - 1];
    return former ? former[1] <= event[1] && isAllowed(stateAfter(former), event) : event[0] === 'scheduled';
  };
  expect(events.filter((event, index) => !isFollowing(event, index))).toEqual([]);
  expect(events.at(-1)![1]).toBeLessThanOrEqual(nowMs);
  expect(stateAfter(events.at(-1)!)).toBe(state);
  const fewest = timeline_omitted > 0 ? MAX_TIMELINE_EVENTS : 1;
  expect(events.length >= fewest && events.length <= MAX_TIMELINE_EVENTS, `${events.length} events`).toBe(true);
}

function isAllowed(before: EntryState, event: TimelineEvent): boolean {
  // A new entry of the target.
  if (event[0] === 'retried') return before === 'failed';
  if (event[0] === 'scheduled') return before === 'failed' || before === 'cancelled';
  return ENTRY_TRANSITIONS[before].includes(stateAfter(event));
}

/** Return the actions that the rules of the endpoints accept for a target, in the order in which targets show them. */
export function actionsByTrial(content: Content, entry: ScheduleEntry, nowMs: number): TargetAction[] {
  const isRetried = (entries: ScheduleEntry[]) => entries.some(({ platform }) => platform === entry.platform);
  const trials: [TargetAction, () => boolean][] = [
    ['cancel', () => cancelEntry({ content, entries: [entry] }, entry, nowMs) !== null],
    ['retry', () => isRetried(retryFailed(content, { groupId: 'g', entryIds: ['a', 'b', 'c'] }, nowMs).entries)],
    ['resolve', () => resolveUnconfirmed(content, entry, { outcome: 'failed' }, nowMs) !== null],
  ];
  return trials.filter(([, trial]) => isAccepted(trial)).map(([action]) => action);
}

function isAccepted(trial: () => boolean): boolean {
  try {
    return trial();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}
