import type { Account, DefaultAccount } from '../../accounts/rules/account.ts';
import { accountKey, loadAccount } from '../../accounts/store/accounts.ts';
import { defaultAccountKey } from '../../accounts/store/default-accounts.ts';
import type { Write } from '../../core/table/commit.ts';
import { type PageRequest, pageWithTotal } from '../../core/table/page.ts';
import { load, loadAll, loadSupported, type Supported } from '../../core/table/read.ts';
import { keyOf } from '../../core/table/schema.ts';
import { versioned } from '../../core/table/versioned.ts';
import { settingsKey, storedSettings } from '../../identity/store/workspace-settings.ts';
import { mediaReferenceWrites } from '../../media/store/media-references.ts';
import { contentEntity } from '../entities/contents.ts';
import { type Content, type ContentState, changedAfter } from '../rules/content.ts';
import { changedReferences } from '../rules/media-references.ts';
import { withoutLeftSlot } from '../rules/schedule/queue-slot.ts';
import { withoutLeftHold } from '../rules/schedule/recurrence-hold.ts';
import { type EntryStatus, OPEN_ENTRY_STATUSES, type ScheduleEntry } from '../rules/schedule-entry.ts';
import {
  type ContentFilter,
  contentList,
  contentTargetWrites,
  listingFields,
  matchesFilter,
} from './content-listing.ts';
import { openSendsWrites } from './open-sends.ts';
import { postClaimWrites } from './post-claims.ts';
import { entryKey, entryWrite } from './schedule-entries.ts';

/** Build the key of an item. */
export function contentKey(workspaceId: string, id: string) {
  return keyOf(contentEntity, { workspace_id: workspaceId, id });
}

/** Load an item of a workspace, or null. */
export function loadContent(workspaceId: string, id: string): Promise<Content | null> {
  return load<Content>(contentKey(workspaceId, id));
}

/**
 * Load what publishing an entry needs: its item, the settings of the workspace, and the account that it is published
 * with. In one request, or in two while the entry is bound to no account: then with the default account of its platform.
 * Null for an item or an account that does not exist.
 */
export async function loadForPublishing({ workspace_id, content_id, account_id, platform }: ScheduleEntry) {
  const destinationKey =
    account_id === null ? defaultAccountKey(workspace_id, platform) : accountKey(workspace_id, account_id);
  const keys = [contentKey(workspace_id, content_id), destinationKey, settingsKey(workspace_id)];
  const [content, found, settings] = await loadAll<object>(keys);
  const account =
    account_id === null && found ? await loadAccount(workspace_id, (found as DefaultAccount).account_id) : found;
  return {
    content: content as Content | null,
    account: (account ?? null) as Account | null,
    settings: storedSettings(settings, workspace_id),
  };
}

/** Load those of these items that exist in the workspace, in no order. */
export async function loadContents(workspaceId: string, ids: string[]): Promise<Content[]> {
  const found = await loadAll<Content>([...new Set(ids)].map((id) => contentKey(workspaceId, id)));
  return found.filter((content) => content !== null);
}

/**
 * Load items by their ids, for lists of what refers to them: eventually consistent, as those lists are. Without deleted
 * items, and those of a newer schema.
 */
export async function loadReferredContents(workspaceId: string, ids: string[]): Promise<Content[]> {
  const keys = [...new Set(ids)].map((id) => contentKey(workspaceId, id));
  return (await loadSupported<Content>(keys, { eventuallyConsistent: true })).records;
}

/** Load items of a workspace, and count those skipped for a newer schema. */
export function loadReadableContents(workspaceId: string, ids: string[]): Promise<Supported<Content>> {
  return loadSupported<Content>(ids.map((id) => contentKey(workspaceId, id)));
}

/**
 * Load an item with its entries of these statuses, by default the unfinished ones: the input of every rule about it. Null
 * when there is no item.
 */
export async function loadContentState(
  workspaceId: string,
  id: string,
  statuses: readonly EntryStatus[] = OPEN_ENTRY_STATUSES,
): Promise<ContentState | null> {
  const content = await loadContent(workspaceId, id);
  if (!content) return null;
  const open = Object.values(content.targets).filter(({ status }) => statuses.includes(status));
  const entries = await loadAll<ScheduleEntry>(open.map((target) => entryKey(workspaceId, target.schedule_id)));
  return { content, entries: entries.filter((entry) => entry !== null) };
}

/**
 * Build the writes of the next state of an item (`before` null: new) and its changed entries.
 * Each is conditional on the version that was read, so one of two concurrent changes starts again. An entry that
 * gets a platform post id claims it here, whatever the reason, so that the id belongs to one target.
 */
export function contentWrites(before: ContentState | null, after: ContentState): Write[] {
  const content = withoutLeft(changedAfter(before?.content ?? null, after.content));
  return [
    versioned(contentEntity, before?.content, content, { ...listingFields(content) }),
    ...contentTargetWrites(before?.content ?? null, content),
    ...mediaReferenceWrites(content.workspace_id, changedReferences(before?.content ?? null, content)),
    ...entryWrites(before, after),
  ];
}

/** Return the item as `contentWrites` stores it. */
export function savedContent(before: ContentState | null, { content }: ContentState): Content {
  if (!before) return content;
  const saved = withoutLeft(changedAfter(before.content, content));
  return { ...saved, version: before.content.version + 1 };
}

function withoutLeft(content: Content): Content {
  return withoutLeftHold(withoutLeftSlot(content));
}

/** Build the writes of the entries of the next state of an item that have changed. */
export function entryWrites(before: ContentState | null, after: ContentState): Write[] {
  const known = new Map(before?.entries.map((entry) => [entry.id, entry]));
  return [
    ...after.entries.map((entry) => entryWrite(known.get(entry.id), entry)),
    ...after.entries.flatMap((entry) => {
      const old = known.get(entry.id);
      return old ? [...openSendsWrites(old, entry), ...postClaimWrites(after.content, old, entry)] : [];
    }),
  ];
}

/** List items newest first, with their total under the filter. */
export async function listContent(workspaceId: string, filter: ContentFilter, request: PageRequest) {
  const list = contentList(workspaceId, filter);
  const keyOfId = list.index && ((id: string) => contentKey(workspaceId, id));
  const found = await pageWithTotal<Content>(list, request, keyOfId);
  return { ...found, records: found.records.filter((content) => matchesFilter(content, filter)) };
}
