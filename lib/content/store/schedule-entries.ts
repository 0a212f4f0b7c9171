import type { Write } from '../../core/table/commit.ts';
import { type DuePosition, listDueItems } from '../../core/table/due-index.ts';
import { type ListQuery, partReads } from '../../core/table/list-partitions.ts';
import { cappedTotal, countOn, exactTotal, MAX_COUNTED, type Total } from '../../core/table/list-total.ts';
import { loadPage, type PageRequest, pageWithTotal } from '../../core/table/page.ts';
import { load, loadSupported, query, type Supported } from '../../core/table/read.ts';
import { DUE_SHARDS, keyOf, type PrimaryKey, partition, shardOf } from '../../core/table/schema.ts';
import { versioned } from '../../core/table/versioned.ts';
import { PLATFORMS, type Platform } from '../../platforms/platform.ts';
import { contentEntity } from '../entities/contents.ts';
import { scheduleEntryEntity } from '../entities/schedule-entries.ts';
import type { Content } from '../rules/content.ts';
import {
  ENTRY_TRANSITIONS,
  type EntryStatus,
  OPEN_ENTRY_STATUSES,
  POSTED_STATUSES,
  type ScheduleEntry,
  statusOf,
} from '../rules/schedule-entry.ts';
import { withoutRequests } from '../rules/sends/earlier-sends.ts';

/** Build the primary key of an entry. */
export function entryKey(workspaceId: string, id: string): PrimaryKey {
  return keyOf(scheduleEntryEntity, { workspace_id: workspaceId, id });
}

/** Load an entry of a workspace, or null. */
export function loadEntry(workspaceId: string, id: string): Promise<ScheduleEntry | null> {
  return load<ScheduleEntry>(entryKey(workspaceId, id));
}

/** Load the entries that exist under these keys, and count those skipped for a newer schema. */
export function loadEntries(keys: { workspaceId: string; id: string }[]): Promise<Supported<ScheduleEntry>> {
  return loadSupported<ScheduleEntry>(keys.map(({ workspaceId, id }) => entryKey(workspaceId, id)));
}

/**
 * Build the write of an entry: new, or after the version that was read. An entry that is over keeps no text: it outlives its
 * item.
 */
export function entryWrite(before: ScheduleEntry | undefined, entry: ScheduleEntry): Write {
  const after = ENTRY_TRANSITIONS[entry.state].length === 0 ? withoutSentTexts(entry) : entry;
  return versioned(scheduleEntryEntity, before, after, {
    status: statusOf(after.state),
    shard: shardOf(after.id, DUE_SHARDS),
  });
}

function withoutSentTexts(entry: ScheduleEntry): ScheduleEntry {
  const { unconfirmed_send } = entry;
  const sends = unconfirmed_send ? { unconfirmed_send: withoutRequests(unconfirmed_send) } : {};
  return { ...entry, prepared_state: null, ...sends };
}

export interface EntryFilter {
  status?: EntryStatus | undefined;
  platform?: Platform | undefined;
  account_id?: string | undefined; // Without a platform: an account has one.
  content_id?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** List entries soonest first, with their total; without a status, those not yet finished. */
export async function listEntries(workspaceId: string, filter: EntryFilter, request: PageRequest) {
  if (filter.content_id) return listEntriesOfContent(workspaceId, filter.content_id, filter, request);
  const statuses = filter.status ? [filter.status] : OPEN_ENTRY_STATUSES;
  const list: ListQuery = {
    ...partitionsOf(workspaceId, statuses, filter),
    from: filter.from,
    to: filter.to,
    descending: false,
  };
  const keyOfId = filter.account_id ? (id: string) => entryKey(workspaceId, id) : undefined;
  const found = await pageWithTotal<ScheduleEntry>(list, request, keyOfId);
  // The index lags the table, so an entry that has just changed may not match the filter any more.
  const records = found.records.filter(({ state }) => statuses.includes(statusOf(state)));
  return { ...found, records };
}

/** List the entries of an account, or of a platform, that are nearest to a time: at most `count` before and after it. */
export async function listNearestEntries(
  workspaceId: string,
  filter: Pick<EntryFilter, 'platform' | 'account_id'>,
  at: string,
  count: number,
): Promise<ScheduleEntry[]> {
  const partitions = partitionsOf(workspaceId, POSTED_STATUSES, filter);
  const request = { limit: count, skip: 0, after: null };
  const keyOfId = (id: string) => entryKey(workspaceId, id);
  const pages = await Promise.all([
    loadPage<ScheduleEntry>({ ...partitions, to: at, descending: true }, request, keyOfId),
    loadPage<ScheduleEntry>({ ...partitions, from: at, descending: false }, request, keyOfId),
  ]);
  return pages.flatMap(({ records }) => records);
}

function partitionsOf(
  workspace_id: string,
  statuses: readonly EntryStatus[],
  { platform, account_id }: EntryFilter,
): Pick<ListQuery, 'index' | 'partitions'> {
  if (account_id) {
    const ofAccount = (status: EntryStatus) =>
      partition(scheduleEntryEntity, 'category_pk', { workspace_id, status, account_id });
    return { index: 'by_category', partitions: statuses.map(ofAccount) };
  }
  const partitions = statuses.flatMap((status) =>
    (platform ? [platform] : PLATFORMS).map((each) =>
      partition(scheduleEntryEntity, 'status_pk', { workspace_id, status, platform: each }),
    ),
  );
  return { index: 'by_status', partitions };
}

/** Count the pending entries of an account, up to the maximum of a total. */
export async function countPendingEntries(workspace_id: string, account_id: string): Promise<Total> {
  const list: ListQuery = { ...partitionsOf(workspace_id, ['pending'], { account_id }), descending: false };
  return cappedTotal(await countOn(partReads(list, null), 0, MAX_COUNTED));
}

/** Count the unfinished entries that a filter selects, up to the maximum of a total. */
export async function countUnfinished(workspace_id: string, filter: EntryFilter): Promise<Total> {
  return cappedTotal(await countOn(partReads(openList(workspace_id, filter), null), 0, MAX_COUNTED));
}

/** Count the unfinished entries that a filter selects; each page of them is a request. */
export function countAllUnfinished(workspace_id: string, filter: EntryFilter): Promise<number> {
  return countOn(partReads(openList(workspace_id, filter), null), 0, Number.POSITIVE_INFINITY);
}

function openList(workspace_id: string, filter: EntryFilter): ListQuery {
  const { from, to } = filter;
  return { ...partitionsOf(workspace_id, OPEN_ENTRY_STATUSES, filter), from, to, descending: false };
}

/** List the entries of an item. Its unfinished ones are named by its targets; the others are read together. */
async function listEntriesOfContent(workspaceId: string, contentId: string, filter: EntryFilter, request: PageRequest) {
  const isOpen = !filter.status || OPEN_ENTRY_STATUSES.includes(filter.status);
  const keys = isOpen
    ? await openEntryKeys(workspaceId, contentId)
    : await allEntryKeys(workspaceId, contentId, filter);
  const { records, skipped } = await loadSupported<ScheduleEntry>(keys, { eventuallyConsistent: !isOpen });
  const matching = records
    .filter((entry) => matches(entry, filter))
    .map((entry) => ({ entry, at: `${entry.scheduled_at}#${entry.id}` }))
    .sort((a, b) => (a.at < b.at ? -1 : 1));
  const start = request.after === null ? request.skip : matching.findIndex(({ at }) => at > request.after!);
  const shown = start < 0 ? [] : matching.slice(start, start + request.limit);
  const last = shown.at(-1);
  return {
    records: shown.map(({ entry }) => entry),
    skipped,
    next: last && matching.at(-1) !== last ? last.at : null,
    total: exactTotal(matching.length),
  };
}

/** Return the keys of the unfinished entries of an item, at most one per target. */
async function openEntryKeys(workspaceId: string, contentId: string): Promise<PrimaryKey[]> {
  const content = await load<Content>(keyOf(contentEntity, { workspace_id: workspaceId, id: contentId }));
  const targets = Object.values(content?.targets ?? {});
  return targets.map(({ schedule_id }) => entryKey(workspaceId, schedule_id));
}

async function allEntryKeys(workspaceId: string, contentId: string, { from, to }: EntryFilter): Promise<PrimaryKey[]> {
  const pk = partition(scheduleEntryEntity, 'parent_pk', { workspace_id: workspaceId, content_id: contentId });
  const found = await query({ index: 'by_parent', pk, from, to });
  return found.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
}

function matches({ state, platform, account_id, scheduled_at }: ScheduleEntry, filter: EntryFilter): boolean {
  const statuses = filter.status ? [filter.status] : OPEN_ENTRY_STATUSES;
  return (
    statuses.includes(statusOf(state)) &&
    (!filter.platform || platform === filter.platform) &&
    (!filter.account_id || account_id === filter.account_id) &&
    scheduled_at >= (filter.from ?? '') &&
    // The end is exclusive, as it is where an id follows the time.
    scheduled_at < (filter.to ?? '~')
  );
}

/** List the keys of entries that were due before `before` (ISO 8601), oldest first. */
export async function listDueEntries(before: string, limit: number): Promise<EntryRef[]> {
  return (await listDueItems(scheduleEntryEntity, before, limit)).map(({ pk, sk }) => refOf(String(pk), String(sk)));
}

/** Names an entry in a listing. */
type EntryRef = { workspaceId: string; id: string };

function refOf(pk: string, sk: string): EntryRef {
  return { workspaceId: pk.split('#')[1]!, id: sk };
}

/** Load the current entries of a page of the due index, and count those skipped for a newer schema. */
export function loadDueEntries(page: DuePosition[]): Promise<Supported<ScheduleEntry>> {
  return loadSupported<ScheduleEntry>(page.map(({ pk, sk }) => ({ pk, sk })));
}

/** Return the workspace in the partition key of an entry. */
export function workspaceOfEntry(pk: string): string {
  return pk.split('#')[1]!;
}
