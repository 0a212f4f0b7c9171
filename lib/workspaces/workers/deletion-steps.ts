import type { Account } from '../../accounts/rules/account.ts';
import { accountKey, loadAllAccounts } from '../../accounts/store/accounts.ts';
import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { deleteSchedule } from '../../core/aws/scheduler.ts';
import { settleInParts } from '../../core/stream/batches.ts';
import { tryCommit, type Write } from '../../core/table/commit.ts';
import type { Item } from '../../core/table/schema.ts';
import { isDeletedAlone, isDeletedBy, recordAccount, recordFiles, recordItems } from '../rules/deletion-progress.ts';
import type { WorkspaceDeletion } from '../rules/workspace-deletion.ts';
import { deletionWrite, removalWrite } from '../store/workspace-deletions.ts';
import { deleteFiles, filePages } from '../store/workspace-files.ts';

/** What a transaction has room for, besides the deletion. */
const BATCH_SIZE = 99;
const SCHEDULE_CONCURRENCY = 20;

/** What the job needs of features that this one does not know. */
export interface WorkspaceParts {
  /**
   * Read all items of a workspace, each after those that only it names, and the events of the stage about it. Without the audit
   * log, also without what only the log names.
   */
  items: (workspaceId: string, options: { withLog: boolean }) => AsyncIterable<Item>;
  /** Read the webhook endpoints. They end first, so that no handler reports that what authorized them has ended. */
  endpoints: (workspaceId: string) => AsyncIterable<Item>;
  /** End the access to an account at its platform. Returns whether the platform has confirmed it. */
  disconnect: (account: Account) => Promise<boolean>;
  /** Sum what the workspace has used, for the last time. A repetition changes nothing. */
  closeUsage: (workspaceId: string) => Promise<void>;
}

/** The deletion after a part of its work. Null when another run, or a restoration, has changed it. */
export type Progress = WorkspaceDeletion | null;

/** What a step has done, and how many items and files it has found. It may have run out of time. */
export interface Outcome {
  deletion: Progress;
  found: number;
}

/** Save the progress of a deletion in one transaction with what it counts. */
export async function saveProgress(
  before: WorkspaceDeletion,
  after: WorkspaceDeletion,
  writes: Write[] = [],
): Promise<Progress> {
  const isSaved = await tryCommit([deletionWrite(before, after), ...writes]);
  return isSaved ? { ...after, version: before.version + 1 } : null;
}

/** Delete the webhook endpoints, then each account after its platform has ended the access, or has not. */
export async function removeAccounts(
  before: WorkspaceDeletion,
  parts: WorkspaceParts,
  hasTime: () => boolean,
): Promise<Outcome> {
  let { deletion, found } = await deleteItems(before, parts.endpoints(before.id), hasTime);
  for (const account of await loadAllAccounts(before.id)) {
    if (!deletion || !hasTime()) break;
    const isDisconnected = await parts.disconnect(account);
    const removal: Write = { delete: accountKey(before.id, account.id), condition: 'any' };
    deletion = await saveProgress(deletion, recordAccount(deletion, isDisconnected, Date.now()), [removal]);
    found += 1;
  }
  return { deletion, found };
}

/** Count the files, and delete them. What a run has counted and not deleted, a later step deletes. */
export async function countAndDeleteFiles(before: WorkspaceDeletion, hasTime: () => boolean): Promise<Outcome> {
  let deletion: Progress = before;
  let found = 0;
  for await (const page of filePages(before.id, before.cursor)) {
    deletion = await saveProgress(deletion, recordFiles(deletion, page, Date.now()));
    if (!deletion) break;
    await deleteFiles(page);
    found += page.length;
    if (!hasTime()) break;
  }
  return { deletion, found };
}

/** Delete the files that were stored in the meantime, or left by a run that was killed. Returns the number of those found. */
export async function deleteLateFiles(workspaceId: string, hasTime: () => boolean): Promise<number> {
  let count = 0;
  for await (const page of filePages(workspaceId, null)) {
    await deleteFiles(page);
    count += page.length;
    if (!hasTime()) break;
  }
  return count;
}

/** Delete those of the items that the step of a deletion deletes, in their order. Those that another step deletes alone count. */
export async function deleteItems(
  before: WorkspaceDeletion,
  items: AsyncIterable<Item>,
  hasTime: () => boolean,
): Promise<Outcome> {
  let deletion: Progress = before;
  let found = 0;
  let batch: Item[] = [];
  for await (const item of items) {
    if (!hasTime()) break;
    if (isDeletedAlone(item.entity)) found += 1;
    if (!isDeletedBy(before.step, item.entity)) continue;
    batch.push(item);
    if (batch.length < BATCH_SIZE) continue;
    found += batch.length;
    deletion = await deleteBatch(deletion, batch);
    batch = [];
    if (!deletion) return { deletion, found };
  }
  if (batch.length > 0) deletion = await deleteBatch(deletion, batch);
  return { deletion, found: found + batch.length };
}

/** Delete items in one transaction with their number, after the schedules of the posts among them. */
async function deleteBatch(deletion: WorkspaceDeletion, items: Item[]): Promise<Progress> {
  const waiting = items.filter(isScheduled);
  await settleInParts(waiting, SCHEDULE_CONCURRENCY, ({ id }) => deleteSchedule(String(id)));
  return saveProgress(deletion, recordItems(deletion, items, waiting.length, Date.now()), items.map(removalWrite));
}

function isScheduled({ entity, state }: Item): boolean {
  const waiting: ScheduleEntry['state'][] = ['pending', 'continuing'];
  return entity === 'ScheduleEntry' && waiting.some((each) => each === state);
}
