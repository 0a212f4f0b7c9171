import type { Account } from '../domain/accounts/account.ts';
import {
  CONTENT_STATUSES,
  type Content,
  type ContentState,
  type ContentStatus,
  changedAfter,
} from '../domain/content/content.ts';
import type { ScheduleEntry } from '../domain/content/schedule-entry.ts';
import { minIdAt } from '../domain/id.ts';
import type { Platform } from '../domain/platform.ts';
import { accountKey } from './accounts.ts';
import type { Write } from './commit.ts';
import { openSendsWrites } from './open-sends.ts';
import { type ListQuery, type PageRequest, pageWithTotal } from './page.ts';
import { postClaimWrites } from './post-claims.ts';
import { load, loadAll } from './read.ts';
import { entryKey, entryWrite } from './schedule-entries.ts';
import { keyOf, partition, toItem } from './schema.ts';
import { versioned } from './versioned.ts';

function contentKey(workspaceId: string, id: string) {
  return keyOf('Content', { workspace_id: workspaceId, id });
}

/** Load an item of a workspace, or null. */
export function loadContent(workspaceId: string, id: string): Promise<Content | null> {
  return load<Content>(contentKey(workspaceId, id));
}

/** Load an item, and the account of its workspace on a platform, in one request; null for what does not exist. */
export async function loadContentAndAccount(workspaceId: string, id: string, platform: Platform) {
  const [content, account] = await loadAll<object>([contentKey(workspaceId, id), accountKey(workspaceId, platform)]);
  return { content: content as Content | null, account: account as Account | null };
}

/** Load those of these items that exist in the workspace, in no order. */
export async function loadContents(workspaceId: string, ids: string[]): Promise<Content[]> {
  const found = await loadAll<Content>([...new Set(ids)].map((id) => contentKey(workspaceId, id)));
  return found.filter((content) => content !== null);
}

/** Load an item with its unfinished entries: the input of every rule about it. Null when there is no item. */
export async function loadContentState(workspaceId: string, id: string): Promise<ContentState | null> {
  const content = await loadContent(workspaceId, id);
  if (!content) return null;
  const open = Object.values(content.targets).filter(
    (target) => target.status === 'pending' || target.status === 'publishing',
  );
  const entries = await loadAll<ScheduleEntry>(open.map((target) => entryKey(workspaceId, target.schedule_id)));
  return { content, entries: entries.filter((entry) => entry !== null) };
}

/**
 * Build the writes of the next state of an item (`before` null: new) and its changed entries.
 * Each is conditional on the version that was read, so one of two concurrent changes starts again. An entry that
 * gets a platform post id claims it here, whatever the reason, so that the id belongs to one target.
 */
export function contentWrites(before: ContentState | null, after: ContentState): Write[] {
  const content = changedAfter(before?.content ?? null, after.content);
  return [
    versioned('Content', before?.content, content, { platform: content.platforms[0] }),
    ...platformWrites(before?.content ?? null, content),
    ...entryWrites(before, after),
  ];
}

/** Return the item as `contentWrites` stores it. */
export function savedContent(before: ContentState | null, { content }: ContentState): Content {
  return before ? { ...changedAfter(before.content, content), version: before.content.version + 1 } : content;
}

/** Build the writes that delete an item whose pending entries are cancelled. */
export function deleteContentWrites(before: ContentState, after: ContentState): Write[] {
  const { workspace_id, id, version } = before.content;
  return [
    { delete: contentKey(workspace_id, id), condition: { version } },
    ...platformWrites(before.content, null),
    ...entryWrites(before, after),
  ];
}

/** Build the writes that list an item under each further platform. The item itself has the condition. */
function platformWrites(before: Content | null, after: Content | null): Write[] {
  const listed = before?.platforms.slice(1) ?? [];
  const further = after?.platforms.slice(1) ?? [];
  const { workspace_id, id: content_id } = (after ?? before)!;
  const added = further.filter((platform) => before?.status !== after?.status || !listed.includes(platform));
  const removed = listed.filter((platform) => !further.includes(platform));
  const keyFields = (platform: Platform) => ({ workspace_id, content_id, platform });
  return [
    ...added.map((platform): Write => {
      const record = { ...keyFields(platform), status: after!.status };
      return { put: toItem('ContentPlatform', record), condition: 'any' };
    }),
    ...removed.map((platform): Write => {
      return { delete: keyOf('ContentPlatform', keyFields(platform)), condition: 'any' };
    }),
  ];
}

function entryWrites(before: ContentState | null, after: ContentState): Write[] {
  const known = new Map(before?.entries.map((entry) => [entry.id, entry]));
  return [
    ...after.entries.map((entry) => entryWrite(known.get(entry.id), entry)),
    ...after.entries.flatMap((entry) => {
      const old = known.get(entry.id);
      return old ? [...openSendsWrites(old, entry), ...postClaimWrites(old, entry)] : [];
    }),
  ];
}

export interface ContentFilter {
  status?: ContentStatus | undefined;
  platform?: Platform | undefined;
  fromMs?: number | undefined;
  toMs?: number | undefined;
}

/** List items newest first, with their total under the filter. */
export async function listContent(workspaceId: string, filter: ContentFilter, request: PageRequest) {
  const list: ListQuery = {
    ...partitionsOf(workspaceId, filter),
    descending: true,
    from: filter.fromMs === undefined ? undefined : minIdAt('content', filter.fromMs),
    to: filter.toMs === undefined ? undefined : minIdAt('content', filter.toMs),
  };
  const keyOfId = filter.platform ? (id: string) => contentKey(workspaceId, id) : undefined;
  const found = await pageWithTotal<Content>(list, request, keyOfId);
  // The index lags the table, so an item that has just changed may not match the filter any more.
  const matches = ({ status, platforms }: Content) =>
    statusesOf(filter).includes(status) && (!filter.platform || platforms.includes(filter.platform));
  return { ...found, records: found.records.filter(matches) };
}

function statusesOf({ status }: ContentFilter): readonly ContentStatus[] {
  return status ? [status] : CONTENT_STATUSES;
}

function partitionsOf(
  workspace_id: string,
  filter: ContentFilter,
): Pick<ListQuery, 'index' | 'partitions' | 'counted'> {
  const { platform } = filter;
  const [index, attribute] = platform
    ? (['by_category', 'category_pk'] as const)
    : (['by_status', 'status_pk'] as const);
  const partitions = statusesOf(filter).map((status) =>
    partition('Content', attribute, { workspace_id, status, platform }),
  );
  if (platform || filter.status) return { index, partitions };
  // The table has all items in one partition, and shows a new one at once.
  return { partitions: [partition('Content', 'pk', { workspace_id })], counted: { index, partitions } };
}
