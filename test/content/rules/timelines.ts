import assert from 'node:assert/strict';
import type { TargetAction } from '../../../lib/content/rules/actions/target-actions.ts';
import type { Content } from '../../../lib/content/rules/content.ts';
import { cancelEntry } from '../../../lib/content/rules/schedule/cancellation.ts';
import { rescheduleEntry } from '../../../lib/content/rules/schedule/reschedule-entry.ts';
import { retryFailed } from '../../../lib/content/rules/schedule/scheduling.ts';
import { ENTRY_TRANSITIONS, type EntryState, type ScheduleEntry } from '../../../lib/content/rules/schedule-entry.ts';
import {
  FIRST_TIMELINE_EVENTS,
  MAX_TIMELINE_EVENTS,
  type StoredTimeline,
  TIMELINE_STATES,
  type TimelineEvent,
} from '../../../lib/content/rules/timeline.ts';
import { ApiError } from '../../../lib/core/problems/define-problem.ts';
import { formatInstant, HOUR_MS } from '../../../lib/core/values/timestamps.ts';
import { resolveUnconfirmed } from '../../../lib/publishing/rules/resolve-unconfirmed.ts';

/** List the possible states of an entry after an event. */
function statesAfter([type, , detail]: TimelineEvent): readonly EntryState[] {
  if (type !== 'resolved') return TIMELINE_STATES[type];
  return detail === 'failed' ? ['failed', 'interrupted'] : ['published', 'continuing', 'interrupted'];
}

/** Expect the events in order of time, each after a state that allows it, and the last one to lead to this state. */
export function expectTimeline({ timeline, timeline_omitted = 0 }: StoredTimeline, state: EntryState, nowMs: number) {
  const events = timeline!;
  const isFollowing = (event: TimelineEvent, index: number) => {
    // What led to the first event after the gap is not kept.
    if (index === FIRST_TIMELINE_EVENTS && timeline_omitted > 0) return true;
    const former = events[index - 1];
    return former ? former[1] <= event[1] && isAllowed(former, event) : event[0] === 'scheduled';
  };
  const wrong = events.filter((event, index) => !isFollowing(event, index));
  assert.deepEqual(wrong, []);
  const last = events.at(-1)!;
  assert.ok(last[1] <= nowMs, `${last[1]} is after ${nowMs}`);
  assert.ok(statesAfter(last).includes(state), `${last[0]} leads to ${state}`);
  // The confirmation of a later part takes the place of two events.
  const fewest = timeline_omitted > 0 ? MAX_TIMELINE_EVENTS - 2 : 1;
  assert.ok(events.length >= fewest && events.length <= MAX_TIMELINE_EVENTS, `${events.length} events`);
}

function isAllowed(former: TimelineEvent, event: TimelineEvent): boolean {
  const [before, after] = [statesAfter(former), statesAfter(event)];
  // A new entry of the target.
  if (event[0] === 'retried') return before.includes('failed') || before.includes('interrupted');
  if (event[0] === 'scheduled') return before.includes('failed') || before.includes('cancelled');
  // The claim and the start of sending of a later part are not shown once it is confirmed.
  if (event[0] === 'confirmed' && Number(event[2]) > 0 && before.includes('continuing')) return true;
  return before.some((state) => after.some((next) => ENTRY_TRANSITIONS[state].includes(next)));
}

/** Return the actions that the rules of the endpoints accept for a target, in the order in which targets show them. */
export function actionsByTrial(content: Content, entry: ScheduleEntry, nowMs: number): TargetAction[] {
  const part = entry.parts.length;
  const isRetried = (entries: ScheduleEntry[]) => entries.some(({ platform }) => platform === entry.platform);
  // The entry has another time: those of these runs are whole seconds.
  const anotherTime = formatInstant(nowMs + HOUR_MS + 1);
  const trials: [TargetAction, () => boolean][] = [
    ['reschedule', () => rescheduleEntry(content, entry, anotherTime, 'g', nowMs) !== null],
    ['cancel', () => cancelEntry({ content, entries: [entry] }, entry, nowMs) !== null],
    ['retry', () => isRetried(retryFailed(content, { groupId: 'g', entryIds: ['a', 'b', 'c'] }, nowMs).entries)],
    [
      'resolve',
      () => resolveUnconfirmed(content, entry, { outcome: 'failed', part, scheduleId: entry.id }, nowMs) !== null,
    ],
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
