import { randomBytes } from 'node:crypto';
import { scheduleEntryEntity } from '../../lib/content/entities/schedule-entries.ts';
import { hasSignedTimes } from '../../lib/content/rules/approval/approval-statement.ts';
import type { Content, ContentState } from '../../lib/content/rules/content.ts';
import { slotOf } from '../../lib/content/rules/schedule/queue-slot.ts';
import { heldEntries, holdEntries } from '../../lib/content/rules/schedule/recurrence-hold.ts';
import { moveEntries } from '../../lib/content/rules/schedule/scheduling.ts';
import { timeByPresentRules } from '../../lib/content/rules/schedule/zone-change.ts';
import type { QueueSlot, ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import type { PublicationTime } from '../../lib/content/rules/scheduled-local.ts';
import { contentWrites, loadContentState } from '../../lib/content/store/contents.ts';
import { loadDueEntries } from '../../lib/content/store/schedule-entries.ts';
import { withActor } from '../../lib/core/table/audit-stamps-and-tombstones.ts';
import { tryCommit, type Write } from '../../lib/core/table/commit.ts';
import { dueItemPages, SHARDS } from '../../lib/core/table/due-index.ts';
import { makeId } from '../../lib/core/values/id.ts';
import { formatInstant } from '../../lib/core/values/timestamps.ts';
import { withPosts } from '../../lib/queues/rules/queue-posts.ts';
import { loadQueue, queueWrites } from '../../lib/queues/store/queues.ts';
import { nextTask, withHeld, withNextStep } from '../../lib/recurrences/rules/progress.ts';
import { loadRecurrence, recurrenceWrite } from '../../lib/recurrences/store/recurrences.ts';
import { heldTimeChanges } from './held-time-changes.ts';
import { operatorActor } from './operator-actor.ts';
import { queuedTimeChanges, type TimeChange } from './queued-time-changes.ts';

const LATEST = '9999-12-31T23:59:59.999Z';

/** How an entry with another time by the present rules is treated. */
type Outcome = 'differs' | 'due' | 'moved' | 'taken' | 'changed';

/** What holds entries while it is paused, which are then in no index of due work. */
export interface EntryHolder {
  entity: 'Queue' | 'Recurrence';
  workspace_id: string;
  id: string;
}
type EntryHolders = Iterable<EntryHolder> | AsyncIterable<EntryHolder>;

/** The entries that move together, what writes their place in a queue or a recurrence, and how they keep it. */
interface Place {
  entries: ScheduleEntry[];
  writes: Write[];
  keep: (moved: ContentState) => ContentState;
}

type Decided = { outcome: Outcome; entries: ScheduleEntry[] };

const ADVICE: Record<Outcome, string> = {
  differs: 'not moved yet',
  due: 'due by the new rules: not moved, because the time is past',
  moved: 'moved',
  taken: 'not moved, because another post of its queue has this time',
  changed: 'changed at the same time: run the command again',
};

/**
 * Print each pending entry of the stage whose local time has another instant by the time zone rules of this machine,
 * and with `move` give it that instant. Safe to run again: an entry that has moved has no other time any more, and a
 * concurrent change of its item wins. `holders` are those of the stage. Returns a summary.
 */
export async function compareTimeZones(
  holders: EntryHolders,
  move: boolean,
  print: (line: string) => void,
): Promise<string> {
  const counts: Record<Outcome, number> = { differs: 0, due: 0, moved: 0, taken: 0, changed: 0 };
  for await (const { entry, time } of timeChanges(holders)) {
    const isPast = Date.parse(time.at) <= Date.now();
    const unmoved = { outcome: isPast ? ('due' as const) : ('differs' as const), entries: [entry] };
    const { outcome, entries } = isPast || !move ? unmoved : await moveEntry(entry, time);
    counts[outcome] += entries.length;
    for (const each of entries) print(await describe(each, time, outcome));
  }
  return summaryOf(counts);
}

/** Read the entries with another time by the present rules: those of queues and paused recurrences first, each once. */
async function* timeChanges(holders: EntryHolders): AsyncGenerator<TimeChange, void> {
  const seen = new Set<string>();
  for await (const { entity, workspace_id, id } of holders) {
    const read = entity === 'Queue' ? queuedTimeChanges : heldTimeChanges;
    for (const change of await read(workspace_id, id)) {
      seen.add(change.entry.id);
      yield change;
    }
  }
  const range = { from: formatInstant(Date.now()), to: LATEST };
  for (const shard of SHARDS) {
    for await (const page of dueItemPages(scheduleEntryEntity, shard, range)) {
      for (const entry of (await loadDueEntries(page)).records) {
        const time = seen.has(entry.id) ? null : timeByPresentRules(entry, Date.now());
        if (time) yield { entry, time };
      }
    }
  }
}

/**
 * Give an entry its new time, with the other entries of its slot in a queue or of its date that a pause holds. Returns
 * the entries that it has decided about. The write is conditional on the versions of the entries, their item and what
 * holds them.
 */
async function moveEntry(stored: ScheduleEntry, time: PublicationTime): Promise<Decided> {
  const { id, workspace_id, content_id } = stored;
  const nowMs = Date.now();
  const state = await loadContentState(workspace_id, content_id);
  const entry = state?.entries.find((each) => each.id === id);
  // The others of a slot have moved with its first entry.
  if (entry?.scheduled_at === time.at) return { outcome: 'moved', entries: [] };
  const changed: Decided = { outcome: 'changed', entries: [stored] };
  if (!state || !entry || timeByPresentRules(entry, nowMs)?.at !== time.at) return changed;
  const place = await placeOf(state, entry, time.at, nowMs);
  if (typeof place === 'string') return { outcome: place, entries: [stored] };
  const groupId = makeId('group', nowMs, randomBytes(10));
  const moved = moveEntries(state.content, place.entries, time.at, groupId, nowMs, time.local);
  const changes = [...contentWrites(state, place.keep(moved)), ...place.writes];
  const isMoved = await tryCommit(withActor(changes, operatorActor('workspace.time-zones', nowMs)));
  return isMoved ? { outcome: 'moved', entries: place.entries } : changed;
}

/** Return the place of an entry that moves to another time, or why it keeps its time. */
async function placeOf(
  { content, entries }: ContentState,
  entry: ScheduleEntry,
  at: string,
  nowMs: number,
): Promise<Place | 'taken' | 'changed'> {
  const slot = slotOf(content, entry);
  if (slot) {
    const writes = await moveSlot(content.workspace_id, slot, content.id, at);
    const together = entries.filter((each) => isInSlot(each, entry));
    const keep = (moved: ContentState) => inSlot(moved, { ...slot, slot_at: at });
    return typeof writes === 'string' ? writes : { entries: together, writes, keep };
  }
  const held = heldEntries({ content, entries });
  if (!held.some(({ id }) => id === entry.id)) return { entries: [entry], writes: [], keep: (moved) => moved };
  const writes = await moveHeldDate(content, at, nowMs);
  return writes === null ? 'changed' : { entries: held, writes, keep: (moved) => holdEntries(moved, at) };
}

/** Return a moved item in its new slot. A post that its queue holds stays held. */
function inSlot({ content, entries }: ContentState, slot: QueueSlot): ContentState {
  return {
    content: { ...content, queue: slot },
    entries: slot.held ? entries.map((entry) => ({ ...entry, due_at: null })) : entries,
  };
}

/** Build the writes that give the date of a held item another time, or null if its recurrence holds it no longer. */
async function moveHeldDate({ workspace_id, recurrence }: Content, at: string, nowMs: number): Promise<Write[] | null> {
  const { id, date } = recurrence!;
  const stored = await loadRecurrence(workspace_id, id);
  // A step of the recurrence releases, leaves out or replaces it.
  if (!stored?.held?.some((each) => each.date === date) || nextTask(stored, nowMs) !== null) return null;
  return [recurrenceWrite(stored, withNextStep(withHeld(stored, date, at), nowMs))];
}

function isInSlot({ state, scheduled_at }: ScheduleEntry, entry: ScheduleEntry): boolean {
  return state === 'pending' && scheduled_at === entry.scheduled_at;
}

/** Build the writes that give the slot of an item in its queue another time, or return why it keeps its time. */
async function moveSlot(
  workspaceId: string,
  { id, slot_at }: QueueSlot,
  contentId: string,
  at: string,
): Promise<Write[] | 'taken' | 'changed'> {
  const queue = await loadQueue(workspaceId, id);
  const post = queue?.posts.find(({ content_id }) => content_id === contentId);
  // A worker moves a post that is behind to another slot.
  if (!queue || post?.slot_at !== slot_at || post.is_behind) return 'changed';
  if (queue.posts.some((other) => other.slot_at === at)) return 'taken';
  const posts = queue.posts.map((each) => (each === post ? { ...post, slot_at: at } : each));
  return queueWrites(queue, withPosts(queue, posts));
}

async function describe(entry: ScheduleEntry, { at }: PublicationTime, outcome: Outcome): Promise<string> {
  const { id, workspace_id, content_id, scheduled_at, scheduled_local } = entry;
  const local = `${scheduled_local!.local} ${scheduled_local!.time_zone}`;
  const line = `${workspace_id} ${content_id} ${id}  ${local}  ${scheduled_at} -> ${at}  ${ADVICE[outcome]}`;
  if (outcome !== 'moved') return line;
  const state = await loadContentState(workspace_id, content_id);
  return state && lacksSignature(state.content) ? `${line}; its approval by passkey does not cover this time` : line;
}

function lacksSignature(content: Content): boolean {
  return Boolean(content.approval?.evidence) && !hasSignedTimes(content, content.approval!);
}

function summaryOf({ differs, due, moved, taken, changed }: Record<Outcome, number>): string {
  const total = differs + due + moved + taken + changed;
  if (total === 0)
    return `No pending post has another time by the time zone rules of this machine (${process.versions.tz}).`;
  return [
    `${total} pending posts have another time by the time zone rules of this machine (${process.versions.tz}):`,
    `${moved} moved, ${differs} not moved yet, ${due} due by the new rules, ${changed} changed at the same time.`,
    ...(taken > 0 ? [`${taken} not moved, because another post of the queue has the time.`] : []),
    ...(differs > 0 ? ['Run the command with --move to move them.'] : []),
  ].join('\n');
}
