import { type Entry, type EntryStatus, OPEN_ENTRY_STATUSES, statusOf } from '../domain/entry.ts';
import { PLATFORMS, type Platform } from '../domain/platform.ts';
import type { Write } from './commit.ts';
import { countedTotal } from './counter.ts';
import { dueItems } from './due.ts';
import { DUE_SHARDS, isReadable, itemOf, type Key, keyOf, partition, recordOf, shardOf } from './keys.ts';
import { type Listing, type Page, type PageRequest, page, totalOf } from './page.ts';
import { load, loadReadable, query } from './read.ts';

/** Where an entry is. */
export function entryKey(workspaceId: string, id: string): Key {
  return keyOf('Entry', { workspace_id: workspaceId, id });
}

/** An entry of this workspace, or null. */
export function loadEntry(workspaceId: string, id: string): Promise<Entry | null> {
  return load<Entry>(entryKey(workspaceId, id));
}

/** The entries under these keys that are still there, and how many of them cannot be read. */
export function loadEntries(
  keys: { workspaceId: string; id: string }[],
): Promise<{ records: Entry[]; unreadable: number }> {
  return loadReadable<Entry>(keys.map(({ workspaceId, id }) => entryKey(workspaceId, id)));
}

/** The write of an entry: new, or following on the one that was read. */
export function entryWrite(before: Entry | undefined, after: Entry): Write {
  const record = { ...after, version: before ? before.version + 1 : 0 };
  const item = itemOf('Entry', record, {
    status: statusOf(after.state),
    shard: shardOf(after.id, DUE_SHARDS),
  });
  return { put: item, expect: before ? { version: before.version } : 'absent' };
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
): Promise<Page<Entry> & { total: number }> {
  if (filter.content_id) return listOfContent(workspaceId, filter.content_id, filter, request);
  const statuses = filter.status ? [filter.status] : OPEN_ENTRY_STATUSES;
  const platforms = filter.platform ? [filter.platform] : PLATFORMS;
  const listing: Listing = {
    index: 'by_facet',
    partitions: statuses.flatMap((status) =>
      platforms.map((platform) =>
        partition('Entry', 'facet_pk', { workspace_id: workspaceId, status, platform }),
      ),
    ),
    from: filter.from,
    to: filter.to,
    descending: false,
  };
  const [records, total] = await Promise.all([
    page<Entry>(listing, request),
    filter.from || filter.to
      ? totalOf(listing, request)
      : countedTotal(workspaceId, 'entry', statuses, platforms),
  ]);
  return { ...records, total };
}

/** The entries of one item are few: they are read together and picked from. */
async function listOfContent(
  workspaceId: string,
  contentId: string,
  filter: EntryFilter,
  request: PageRequest,
): Promise<Page<Entry> & { total: number }> {
  const statuses = filter.status ? [filter.status] : OPEN_ENTRY_STATUSES;
  const items = await query({
    index: 'by_group',
    pk: partition('Entry', 'group_pk', { workspace_id: workspaceId, content_id: contentId }),
    from: filter.from,
    to: filter.to,
  });
  const matching = items.filter(isReadable).filter((item) => {
    const entry = recordOf<Entry>(item);
    return (
      statuses.includes(statusOf(entry.state)) && (!filter.platform || entry.platform === filter.platform)
    );
  });
  const start =
    request.after === null
      ? request.skip
      : matching.findIndex((item) => String(item.group_sk) > request.after!);
  const shown = start < 0 ? [] : matching.slice(start, start + request.limit);
  const last = shown.at(-1);
  return {
    records: shown.map((item) => recordOf<Entry>(item)),
    unreadable: items.length - items.filter(isReadable).length,
    next: last && matching.at(-1) !== last ? String(last.group_sk) : null,
    total: matching.length,
  };
}

/** Keys of entries that should have been looked after before `before` (ISO 8601), oldest first. */
export async function dueEntries(
  before: string,
  limit: number,
): Promise<{ workspaceId: string; id: string }[]> {
  const items = await dueItems('Entry', before, limit);
  return items.map((item) => ({
    workspaceId: String(item.pk).split('#')[1]!,
    id: String(item.sk),
  }));
}
