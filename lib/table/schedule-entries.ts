import {
  type EntryStatus,
  OPEN_ENTRY_STATUSES,
  type ScheduleEntry,
  statusOf,
} from '../domain/content/schedule-entry.ts';
import type { Platform } from '../domain/platform.ts';
import type { Write } from './commit.ts';
import { type DuePosition, listDueItems } from './due-index.ts';
import { exactTotal } from './list-total.ts';
import { type ListQuery, type PageRequest, pageWithTotal } from './page.ts';
import { load, loadSupported, query, type Supported } from './read.ts';
import { DUE_SHARDS, keyOf, type PrimaryKey, partition, shardOf } from './schema.ts';
import { versioned } from './versioned.ts';

/** Build the primary key of an entry. */
export function entryKey(workspaceId: string, id: string): PrimaryKey {
  return keyOf('ScheduleEntry', { workspace_id: workspaceId, id });
}

/** Load an entry of a workspace, or null. */
export function loadEntry(workspaceId: string, id: string): Promise<ScheduleEntry | null> {
  return load<ScheduleEntry>(entryKey(workspaceId, id));
}

/** Load the entries that exist under these keys, and count those skipped for a newer schema. */
export function loadEntries(keys: { workspaceId: string; id: string }[]): Promise<Supported<ScheduleEntry>> {
  return loadSupported<ScheduleEntry>(keys.map(({ workspaceId, id }) => entryKey(workspaceId, id)));
}

/** Build the write of an entry: new, or after the version that was read. */
export function entryWrite(before: ScheduleEntry | undefined, after: ScheduleEntry): Write {
  return versioned('ScheduleEntry', before, after, {
    status: statusOf(after.state),
    shard: shardOf(after.id, DUE_SHARDS),
  });
}

export interface EntryFilter {
  status?: EntryStatus | undefined;
  platform?: Platform | undefined;
  content_id?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** List entries soonest first, with their total; without a status, those not yet finished. */
export async function listEntries(workspaceId: string, filter: EntryFilter, request: PageRequest) {
  if (filter.content_id) return listEntriesOfContent(workspaceId, filter.content_id, filter, request);
  const { platform } = filter;
  const statuses = filter.status ? [filter.status] : OPEN_ENTRY_STATUSES;
  const list: ListQuery = {
    index: platform ? 'by_category' : 'by_status',
    partitions: statuses.map((status) =>
      partition('ScheduleEntry', platform ? 'category_pk' : 'status_pk', {
        workspace_id: workspaceId,
        status,
        platform,
      }),
    ),
    from: filter.from,
    to: filter.to,
    descending: false,
  };
  const keyOfId = platform ? (id: string) => entryKey(workspaceId, id) : undefined;
  const found = await pageWithTotal<ScheduleEntry>(list, request, keyOfId);
  // The index lags the table, so an entry that has just changed may not match the filter any more.
  const records = found.records.filter(({ state }) => statuses.includes(statusOf(state)));
  return { ...found, records };
}

// An item has few entries: they are read together and filtered in memory.
async function listEntriesOfContent(workspaceId: string, contentId: string, filter: EntryFilter, request: PageRequest) {
  const statuses = filter.status ? [filter.status] : OPEN_ENTRY_STATUSES;
  const positions = await query({
    index: 'by_parent',
    pk: partition('ScheduleEntry', 'parent_pk', { workspace_id: workspaceId, content_id: contentId }),
    from: filter.from,
    to: filter.to,
  });
  const { records, skipped } = await loadSupported<ScheduleEntry>(
    positions.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })),
  );
  const matching = records.filter(
    ({ state, platform }) => statuses.includes(statusOf(state)) && (!filter.platform || platform === filter.platform),
  );
  const positionOf = ({ scheduled_at, id }: ScheduleEntry) => `${scheduled_at}#${id}`;
  const start =
    request.after === null ? request.skip : matching.findIndex((entry) => positionOf(entry) > request.after!);
  const shown = start < 0 ? [] : matching.slice(start, start + request.limit);
  const last = shown.at(-1);
  return {
    records: shown,
    skipped,
    next: last && matching.at(-1) !== last ? positionOf(last) : null,
    total: exactTotal(matching.length),
  };
}

/** List the keys of entries that were due before `before` (ISO 8601), oldest first. */
export async function listDueEntries(before: string, limit: number): Promise<EntryRef[]> {
  return (await listDueItems('ScheduleEntry', before, limit)).map(({ pk, sk }) => refOf(String(pk), String(sk)));
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
