import { scheduleEntryEntity } from '../../content/entities/schedule-entries.ts';
import { ENTRY_STATUSES, type EntryStatus, type ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { entryKey } from '../../content/store/schedule-entries.ts';
import { type ListQuery, loadPage, type Page, type PageRequest } from '../../core/table/page.ts';
import { partition } from '../../core/table/schema.ts';
import { PLATFORMS } from '../../platforms/platform.ts';

/** The entries whose posts are cancelled are in no feed. */
const SHOWN: readonly EntryStatus[] = ENTRY_STATUSES.filter((status) => status !== 'cancelled');

/** Load a page of the entries of a workspace, or of some of its accounts, in a range of times. */
export function loadPlannedEntries(
  workspaceId: string,
  accountIds: string[] | null,
  range: Pick<ListQuery, 'from' | 'to' | 'descending'>,
  { limit, after }: Pick<PageRequest, 'limit' | 'after'>,
): Promise<Page<ScheduleEntry>> {
  const list: ListQuery = { ...partitionsOf(workspaceId, accountIds), ...range };
  const keyOfId = accountIds === null ? undefined : (id: string) => entryKey(workspaceId, id);
  return loadPage<ScheduleEntry>(list, { limit, skip: 0, after }, keyOfId);
}

function partitionsOf(workspace_id: string, accountIds: string[] | null): Pick<ListQuery, 'index' | 'partitions'> {
  if (accountIds !== null) {
    const ofAccounts = (status: EntryStatus) =>
      accountIds.map((account_id) =>
        partition(scheduleEntryEntity, 'category_pk', { workspace_id, status, account_id }),
      );
    return { index: 'by_category', partitions: SHOWN.flatMap(ofAccounts) };
  }
  const ofStatus = (status: EntryStatus) =>
    PLATFORMS.map((platform) => partition(scheduleEntryEntity, 'status_pk', { workspace_id, status, platform }));
  return { index: 'by_status', partitions: SHOWN.flatMap(ofStatus) };
}
