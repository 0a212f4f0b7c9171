import { formatInstant } from '../../../core/values/timestamps.ts';
import type { Content, ContentState } from '../content.ts';
import { recomputeFromEntries } from '../content-state.ts';
import { presentTargets } from '../content-targets.ts';
import type { ScheduleEntry } from '../schedule-entry.ts';
import { slotOf } from './queue-slot.ts';

/** What identifies an entry in the place that its item has in a queue or a recurrence. */
type Place = Pick<ScheduleEntry, 'scheduled_at'>;

/** Return whether an entry has no due time while it is pending, because its queue or its recurrence is paused. */
export function isHeld(content: Pick<Content, 'queue' | 'recurrence'>, entry: Place): boolean {
  return slotOf(content, entry)?.held === true || content.recurrence?.held_at === entry.scheduled_at;
}

/** Hold the pending entries of an item, which then have no due time, while its recurrence is paused. */
export function holdItem(state: ContentState, nowMs: number): ContentState {
  const [first, ...others] = state.entries.filter(isPending);
  if (!first) return state;
  const { scheduled_at: held_at } = first;
  const entries = [first, ...others.filter(({ scheduled_at }) => scheduled_at === held_at)];
  const held = holdEntries({ content: state.content, entries }, held_at);
  return { ...held, content: recomputeFromEntries(held.content, held.entries, [], formatInstant(nowMs)) };
}

/** Hold entries of an item of a recurrence that are planned at this time. */
export function holdEntries({ content, entries }: ContentState, held_at: string): ContentState {
  const { recurrence } = content;
  if (!recurrence) return { content, entries };
  return {
    content: { ...content, recurrence: { ...recurrence, held_at } },
    entries: entries.map((entry) => ({ ...entry, due_at: null })),
  };
}

/** List the entries of an item that its paused recurrence holds. */
export function heldEntries(state: ContentState): ScheduleEntry[] {
  const held_at = state.content.recurrence?.held_at;
  return state.entries.filter((entry) => isPending(entry) && entry.scheduled_at === held_at);
}

/** Make the held entries of an item due at their time. */
export function releaseItem(state: ContentState, nowMs: number): ContentState {
  const entries = heldEntries(state).map((entry) => ({ ...entry, due_at: entry.scheduled_at }));
  const content = withoutHold(state.content);
  return { content: recomputeFromEntries(content, entries, [], formatInstant(nowMs)), entries };
}

/** Return an item without a hold that it has left: none of its targets waits at that time any more. */
export function withoutLeftHold(content: Content): Content {
  return waitsInHold(content, []) ? content : withoutHold(content);
}

/** Return an item whose entries move to another time: what moves is due, unless others of the item stay held. */
export function withoutMovedHold(content: Content, moved: Pick<ScheduleEntry, 'id'>[]): Content {
  return waitsInHold(content, moved) ? content : withoutHold(content);
}

function waitsInHold(content: Content, moved: Pick<ScheduleEntry, 'id'>[]): boolean {
  const held_at = content.recurrence?.held_at;
  const ids = new Set(moved.map(({ id }) => id));
  return Object.values(presentTargets(content)).some(
    (target) => target.status === 'pending' && target.scheduled_at === held_at && !ids.has(target.schedule_id),
  );
}

function isPending({ state }: Pick<ScheduleEntry, 'state'>): boolean {
  return state === 'pending';
}

function withoutHold(content: Content): Content {
  const { recurrence } = content;
  if (recurrence?.held_at === undefined) return content;
  return { ...content, recurrence: { id: recurrence.id, date: recurrence.date } };
}

/** Return the recurrence of an item as the API shows it; of one of its entries, whether that is held. */
export function toOccurrenceOf({ recurrence }: Pick<Content, 'recurrence'>, entry?: Place) {
  if (!recurrence) return null;
  const { id, date, held_at } = recurrence;
  return { id, date, held: held_at !== undefined && (entry === undefined || entry.scheduled_at === held_at) };
}
