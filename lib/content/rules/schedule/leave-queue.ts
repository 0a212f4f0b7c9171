import { formatInstant } from '../../../core/values/timestamps.ts';
import type { ContentState } from '../content.ts';
import { recomputeFromEntries } from '../content-state.ts';
import { toScheduledAt } from './accepted-time.ts';
import { slotOf } from './queue-slot.ts';
import { pendingEntries } from './scheduling.ts';

/**
 * Return an item that leaves its queue and keeps its time; the item itself when none of its entries waits in a slot. Those
 * that the paused queue held are due at that time. Throws a 422 for them when it has passed.
 */
export function leaveQueue(state: ContentState, nowMs: number): ContentState {
  const { content, entries } = state;
  const { queue } = content;
  const waiting = new Set(pendingEntries(state).filter((entry) => slotOf(content, entry)));
  if (!queue || waiting.size === 0) return state;
  if (queue.held) toScheduledAt(Date.parse(queue.slot_at), '/queue', nowMs);
  const left = recomputeFromEntries({ ...content, queue: null }, [], [], formatInstant(nowMs));
  if (!queue.held) return { content: left, entries };
  const released = entries.map((entry) => (waiting.has(entry) ? { ...entry, due_at: entry.scheduled_at } : entry));
  return { content: left, entries: released };
}

/** Return the next state of an item that has left its queue as `left`, with the entries that it has released. */
export function withReleasedEntries(before: ContentState, left: ContentState, next: ContentState): ContentState {
  if (left === before) return next;
  const changed = next === left ? [] : next.entries;
  const ids = new Set(changed.map(({ id }) => id));
  const released = left.entries.filter((entry) => !ids.has(entry.id) && !before.entries.includes(entry));
  return { ...next, entries: [...changed, ...released] };
}
