import { slotOf } from '../../lib/content/rules/schedule/queue-slot.ts';
import { pendingEntries } from '../../lib/content/rules/schedule/scheduling.ts';
import { timeByPresentRules } from '../../lib/content/rules/schedule/zone-change.ts';
import type { ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import type { PublicationTime } from '../../lib/content/rules/scheduled-local.ts';
import { loadContentState } from '../../lib/content/store/contents.ts';
import type { Queue } from '../../lib/queues/rules/queue.ts';
import { loadQueue } from '../../lib/queues/store/queues.ts';

/** An entry with another time by the present rules. */
export type TimeChange = { entry: ScheduleEntry; time: PublicationTime };

/** Posts that are read at the same time. */
const PARALLEL = 10;

/**
 * Read the entries in slots of a queue that have another time by the present rules, also those that it holds while it is
 * paused. They come in an order in which each finds its new slot free.
 */
export async function queuedTimeChanges(workspaceId: string, id: string): Promise<TimeChange[]> {
  const queue = await loadQueue(workspaceId, id);
  return queue ? changesOf(queue) : [];
}

async function changesOf({ workspace_id, id, posts }: Queue): Promise<TimeChange[]> {
  const changes: TimeChange[] = [];
  for (let start = 0; start < posts.length; start += PARALLEL) {
    const part = posts.slice(start, start + PARALLEL);
    const states = await Promise.all(part.map(({ content_id }) => loadContentState(workspace_id, content_id)));
    for (const state of states) {
      const entries = state ? pendingEntries(state).filter((entry) => slotOf(state.content, entry)?.id === id) : [];
      changes.push(...entries.flatMap(toChange));
    }
  }
  return inOrderOfSlots(
    posts.map(({ slot_at }) => slot_at),
    changes,
  );
}

/** Return an entry with its time by the present rules, or nothing if it has that time. */
export function toChange(entry: ScheduleEntry): TimeChange[] {
  const time = timeByPresentRules(entry, Date.now());
  return time ? [{ entry, time }] : [];
}

/**
 * Sort the changes of a queue with these slots, so that each goes to a slot which is free by then. Those whose slot stays
 * taken are the last.
 */
export function inOrderOfSlots(slots: readonly string[], changes: readonly TimeChange[]): TimeChange[] {
  const taken = new Set(slots);
  const ordered: TimeChange[] = [];
  let rest = [...changes];
  for (;;) {
    const free = rest.find(({ time }) => !taken.has(time.at));
    if (!free) return [...ordered, ...rest];
    const from = free.entry.scheduled_at;
    // The entries of an item have one slot, and move together.
    ordered.push(...rest.filter(({ entry }) => entry.scheduled_at === from));
    rest = rest.filter(({ entry }) => entry.scheduled_at !== from);
    taken.delete(from);
    taken.add(free.time.at);
  }
}
