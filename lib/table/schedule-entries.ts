import {
  type EntryStatus,
  OPEN_ENTRY_STATUSES,
  type ScheduleEntry,
  statusOf,
} from '../domain/content/schedule-entry.ts';
import { PLATFORMS, type Platform } from '../domain/platform.ts';
import type { Write } from './commit.ts';
import { readCounters } from './counters.ts';
import { listDueItems } from './due-index.ts';
import { type ListQuery, type Page, type PageRequest, page, totalOf } from './page.ts';
import { load, loadSupported, query } from './read.ts';
import {
  DUE_SHARDS,
  fromItem,
  isSupportedSchema,
  keyOf,
  type PrimaryKey,
  partition,
  shardOf,
  toItem,
} from './schema.ts';

/** Where an entry is. */
export function entryKey(workspaceId: string, id: string): PrimaryKey {
  return keyOf('ScheduleEntry', { workspace_id: workspaceId, id });
}

/** An entry of this workspace, or null. */
export function loadEntry(workspaceId: string, id: string): Promise<ScheduleEntry | null> {
  return load<ScheduleEntry>(entryKey(workspaceId, id));
}

/** The entries under these keys that are still there, and how many of them cannot be read. */
export function loadEntries(
  keys: { workspaceId: string; id: string }[],
): Promise<{ records: ScheduleEntry[]; unreadable: number }> {
  return loadSupported<ScheduleEntry>(keys.map(({ workspaceId, id }) => entryKey(workspaceId, id)));
}

/** The write of an entry: new, or following on the one that was read. */
export function entryWrite(before: ScheduleEntry | undefined, after: ScheduleEntry): Write {
  const record = { ...after, version: before ? before.version + 1 : 0 };
  const item = toItem('ScheduleEntry', record, {
    status: statusOf(after.state),
    shard: shardOf(after.id, DUE_SHARDS),
  });
  return { put: item, condition: before ? { version: before.version } : 'absent' };
}

export interface EntryFilter {
  status?: EntryStatus | undefined;
  platform?: Platform | undefined;
  content_id?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Entries soonest first, and how many there are; without a status, those not yet finished. */
export async function listEntries(
  workspaceId: string,
  filter: EntryFilter,
  request: PageRequest,
): Promise<Page<ScheduleEntry> & { total: number }> {
  if (filter.content_id) return listOfContent(workspaceId, filter.content_id, filter, request);
  const statuses = filter.status ? [filter.status] : OPEN_ENTRY_STATUSES;
  const platforms = filter.platform ? [filter.platform] : PLATFORMS;
  const listing: ListQuery = {
    index: 'by_status',
    partitions: statuses.flatMap((status) =>
      platforms.map((platform) =>
        partition('ScheduleEntry', 'status_pk', { workspace_id: workspaceId, status, platform }),
      ),
    ),
    from: filter.from,
    to: filter.to,
    descending: false,
  };
  const [records, total] = await Promise.all([
    page<ScheduleEntry>(listing, request),
    filter.from || filter.to
      ? totalOf(listing, request)
      : readCounters(workspaceId, 'entry', statuses, platforms),
  ]);
  return { ...records, total };
}

/** The entries of one item are few: they are read together and picked from. */
async function listOfContent(
  workspaceId: string,
  contentId: string,
  filter: EntryFilter,
  request: PageRequest,
): Promise<Page<ScheduleEntry> & { total: number }> {
  const statuses = filter.status ? [filter.status] : OPEN_ENTRY_STATUSES;
  const items = await query({
    index: 'by_parent',
    pk: partition('ScheduleEntry', 'parent_pk', { workspace_id: workspaceId, content_id: contentId }),
    from: filter.from,
    to: filter.to,
  });
  const matching = items.filter(isSupportedSchema).filter((item) => {
    const entry = fromItem<ScheduleEntry>(item);
    return (
      statuses.includes(statusOf(entry.state)) && (!filter.platform || entry.platform === filter.platform)
    );
  });
  const start =
    request.after === null
      ? request.skip
      : matching.findIndex((item) => String(item.parent_sk) > request.after!);
  const shown = start < 0 ? [] : matching.slice(start, start + request.limit);
  const last = shown.at(-1);
  return {
    records: shown.map((item) => fromItem<ScheduleEntry>(item)),
    unreadable: items.length - items.filter(isSupportedSchema).length,
    next: last && matching.at(-1) !== last ? String(last.parent_sk) : null,
    total: matching.length,
  };
}

/** Keys of entries that should have been looked after before `before` (ISO 8601), oldest first. */
export async function listDueEntries(
  before: string,
  limit: number,
): Promise<{ workspaceId: string; id: string }[]> {
  const items = await listDueItems('ScheduleEntry', before, limit);
  return items.map((item) => ({
    workspaceId: String(item.pk).split('#')[1]!,
    id: String(item.sk),
  }));
}
