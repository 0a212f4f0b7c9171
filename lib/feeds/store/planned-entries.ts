import { ENTRY_STATUSES, type EntryStatus, type ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { entryKey } from '../../content/store/schedule-entries.ts';
import { type ListQuery, loadPage } from '../../core/table/page.ts';
import { partition } from '../../core/table/schema.ts';
import { PLATFORMS } from '../../platforms/facts/platform.ts';
import { type FeedWindow, MAX_EVENTS } from '../rules/feed-window.ts';

/** The entries whose posts are cancelled are in no feed. */
const SHOWN: readonly EntryStatus[] = ENTRY_STATUSES.filter((status) => status !== 'cancelled');

/**
 * Load the entries of a workspace, or of one of its accounts, in a window, soonest first. Of more than a thousand, the next
 * ones, then the latest ones.
 */
export async function loadPlannedEntries(
  workspaceId: string,
  accountId: string | null,
  { from, now, to }: FeedWindow,
): Promise<ScheduleEntry[]> {
  const load = (range: Pick<ListQuery, 'from' | 'to' | 'descending'>, limit: number) => {
    const list: ListQuery = { ...partitionsOf(workspaceId, accountId), ...range };
    const keyOfId = accountId === null ? undefined : (id: string) => entryKey(workspaceId, id);
    return loadPage<ScheduleEntry>(list, { limit, skip: 0, after: null }, keyOfId);
  };
  const all = await load({ from, to, descending: false }, MAX_EVENTS);
  if (all.next === null) return all.records;
  const next = await load({ from: now, to, descending: false }, MAX_EVENTS);
  const left = MAX_EVENTS - next.records.length;
  if (left === 0) return next.records;
  const latest = await load({ from, to: now, descending: true }, left);
  return [...latest.records.reverse(), ...next.records];
}

function partitionsOf(workspace_id: string, account_id: string | null): Pick<ListQuery, 'index' | 'partitions'> {
  if (account_id !== null) {
    const ofAccount = (status: EntryStatus) =>
      partition('ScheduleEntry', 'category_pk', { workspace_id, status, account_id });
    return { index: 'by_category', partitions: SHOWN.map(ofAccount) };
  }
  const ofStatus = (status: EntryStatus) =>
    PLATFORMS.map((platform) => partition('ScheduleEntry', 'status_pk', { workspace_id, status, platform }));
  return { index: 'by_status', partitions: SHOWN.flatMap(ofStatus) };
}
