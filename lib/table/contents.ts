import type { Content, ContentState, ContentStatus } from '../domain/content/content.ts';
import type { ScheduleEntry } from '../domain/content/schedule-entry.ts';
import { minIdAt } from '../domain/id.ts';
import { PLATFORMS, type Platform } from '../domain/platform.ts';
import type { Write } from './commit.ts';
import { counterNames, countWrites, platformSetOf, readCounters } from './counters.ts';
import { type ListQuery, type Page, type PageRequest, page, totalOf } from './page.ts';
import { load, loadAll } from './read.ts';
import { entryKey, entryWrite } from './schedule-entries.ts';
import { type Item, keyOf, partition, toItem } from './schema.ts';

function contentKey(workspaceId: string, id: string) {
  return keyOf('Content', { workspace_id: workspaceId, id });
}

function contentItem(content: Content): Item {
  return toItem('Content', content, { platform_set: platformSetOf(content.platforms) });
}

/** An item of this workspace, or null. */
export function loadContent(workspaceId: string, id: string): Promise<Content | null> {
  return load<Content>(contentKey(workspaceId, id));
}

/** Those of these items that are in the workspace, in no order. */
export async function loadContents(workspaceId: string, ids: string[]): Promise<Content[]> {
  const found = await loadAll<Content>([...new Set(ids)].map((id) => contentKey(workspaceId, id)));
  return found.filter((content) => content !== null);
}

/** An item with the entries that are still on their way: what every rule about it needs. */
export async function loadContentState(workspaceId: string, id: string): Promise<ContentState | null> {
  const content = await loadContent(workspaceId, id);
  if (!content) return null;
  const open = Object.values(content.targets).filter(
    (target) => target.status === 'pending' || target.status === 'publishing',
  );
  const entries = await loadAll<ScheduleEntry>(
    open.map((target) => entryKey(workspaceId, target.schedule_id)),
  );
  return { content, entries: entries.filter((entry) => entry !== null) };
}

/**
 * The writes that turn one state of an item into the next: the item, the entries that changed, and the
 * counts. Every one of them is conditional on the version that was read, so of two changes made at the same
 * time one starts again. `before` null creates.
 */
export function contentWrites(before: ContentState | null, after: ContentState): Write[] {
  const put: Write = {
    put: contentItem(savedContent(before, after)),
    condition: before ? { version: before.content.version } : 'absent',
  };
  return [put, ...entryAndCountWrites(before, after.content, after)];
}

/** The item as `contentWrites` leaves it: one version on from the one that was read. */
export function savedContent(before: ContentState | null, { content }: ContentState): Content {
  return before ? { ...content, version: before.content.version + 1 } : content;
}

/** The writes that delete an item whose pending entries have been cancelled. */
export function deleteContentWrites(before: ContentState, after: ContentState): Write[] {
  const { workspace_id, id, version } = before.content;
  const remove: Write = { delete: contentKey(workspace_id, id), condition: { version } };
  return [remove, ...entryAndCountWrites(before, null, after)];
}

function entryAndCountWrites(
  before: ContentState | null,
  left: Content | null,
  after: ContentState,
): Write[] {
  const { workspace_id, id } = after.content;
  const known = new Map(before?.entries.map((entry) => [entry.id, entry]));
  const changed = after.entries.flatMap((entry) => known.get(entry.id) ?? []);
  return [
    ...after.entries.map((entry) => entryWrite(known.get(entry.id), entry)),
    ...countWrites(
      workspace_id,
      id,
      counterNames(before?.content ?? null, changed),
      counterNames(left, after.entries),
    ),
  ];
}

export interface ContentFilter {
  status?: ContentStatus | undefined;
  platform?: Platform | undefined;
  fromMs?: number | undefined;
  toMs?: number | undefined;
}

/** Items newest first, and how many there are under the filter. */
export async function listContent(
  workspaceId: string,
  filter: ContentFilter,
  request: PageRequest,
): Promise<Page<Content> & { total: number }> {
  const platformSets = platformSetsWith(filter.platform);
  const listing: ListQuery = {
    ...listingOf(workspaceId, filter, platformSets),
    descending: true,
    from: filter.fromMs === undefined ? undefined : minIdAt('content', filter.fromMs),
    to: filter.toMs === undefined ? undefined : minIdAt('content', filter.toMs),
  };
  const isBounded = filter.fromMs !== undefined || filter.toMs !== undefined;
  const [records, total] = await Promise.all([
    page<Content>(listing, request),
    isBounded
      ? totalOf(listing, request)
      : readCounters(
          workspaceId,
          'content',
          filter.status ? [filter.status] : null,
          filter.platform ? platformSets : null,
        ),
  ]);
  return { ...records, total };
}

function listingOf(
  workspaceId: string,
  filter: ContentFilter,
  platformSets: string[],
): Pick<ListQuery, 'index' | 'partitions'> {
  const values = { workspace_id: workspaceId };
  if (filter.status) {
    const status = filter.status;
    return {
      index: 'by_status',
      partitions: platformSets.map((platform_set) =>
        partition('Content', 'status_pk', { ...values, status, platform_set }),
      ),
    };
  }
  if (filter.platform) {
    return {
      index: 'by_parent',
      partitions: platformSets.map((platform_set) =>
        partition('Content', 'parent_pk', { ...values, platform_set }),
      ),
    };
  }
  return { partitions: [partition('Content', 'pk', values)] };
}

/** Every set of platforms an item can have, or those that hold one platform. */
function platformSetsWith(platform: Platform | undefined): string[] {
  const platformSets: Platform[][] = [[]];
  for (const each of PLATFORMS)
    platformSets.push(...platformSets.map((platform_set) => [...platform_set, each]));
  return platformSets
    .filter((platform_set) => platform_set.length > 0 && (!platform || platform_set.includes(platform)))
    .map((platform_set) => platformSetOf(platform_set));
}
