import { RETRY_POLICIES } from '../../core/retry/back-off.ts';
import { ConflictError, retryOnConflict } from '../../core/retry/conflict.ts';
import { type AttributeUpdate, commitUpdate } from '../../core/table/attribute-update.ts';
import { commit, tryCommit } from '../../core/table/commit.ts';
import { loadDue } from '../../core/table/due-index.ts';
import { load, type Supported } from '../../core/table/read.ts';
import { DUE_SHARDS, type Item, keyOf, type PrimaryKey, shardOf, toItem } from '../../core/table/schema.ts';
import { notificationTaskEntity } from '../entities/notifications.ts';
import {
  DIGEST_TASK,
  type DigestTask,
  type NotificationTask,
  newDigestTask,
  type UnconfirmedTask,
} from '../rules/notification-task.ts';

/** Insert the task that looks at an unconfirmed target, unless it exists. */
export async function insertUnconfirmedTask(task: UnconfirmedTask): Promise<void> {
  await tryCommit([{ put: taskItem(task), condition: 'absent' }]);
}

/** Start a digest of a workspace, or count a notification for the one that is planned. */
export async function planDigest(workspaceId: string, nowMs: number): Promise<void> {
  const first = { put: taskItem(newDigestTask(workspaceId, nowMs)), condition: 'absent' as const };
  const ifEqual = { attribute: 'id', value: DIGEST_TASK };
  const counted = { increment: digestTaskKey(workspaceId), by: { notifications: 1 }, ifEqual };
  await retryOnConflict(RETRY_POLICIES.request, async () => {
    if (!(await tryCommit([first]))) await commit([counted]);
  });
}

/** Load the digest task of a workspace, or null. */
export function loadDigestTask(workspaceId: string): Promise<DigestTask | null> {
  return load<DigestTask>(digestTaskKey(workspaceId));
}

/** Postpone a digest task to `dueAt` (ISO 8601), unless another worker has done so. */
export async function postponeDigest(task: DigestTask, dueAt: string): Promise<void> {
  const { due_at, due_sk } = taskItem({ ...task, due_at: dueAt });
  const key = digestTaskKey(task.workspace_id);
  const condition = { attribute: 'due_at', is: task.due_at };
  const update: AttributeUpdate = { key, set: { due_at, due_sk }, remove: [], condition };
  await commitUpdate(update).catch((error) => {
    if (!(error instanceof ConflictError)) throw error;
  });
}

/** Delete a digest task that found nothing, unless a notification was counted since. Returns whether it was deleted. */
export function endDigest({ workspace_id, notifications }: DigestTask): Promise<boolean> {
  const condition = { attribute: 'notifications', is: notifications };
  return tryCommit([{ delete: digestTaskKey(workspace_id), condition }]);
}

/** Delete the task of an unconfirmed target. */
export async function deleteTask({ workspace_id, id }: UnconfirmedTask): Promise<void> {
  await commit([{ delete: keyOf(notificationTaskEntity, { workspace_id, id }), condition: 'any' }]);
}

/** List the tasks that were due before `before` (ISO 8601), and count those skipped for a newer schema. */
export function listDueTasks(before: string, limit: number): Promise<Supported<NotificationTask>> {
  return loadDue<NotificationTask>(notificationTaskEntity, before, limit);
}

function digestTaskKey(workspace_id: string): PrimaryKey {
  return keyOf(notificationTaskEntity, { workspace_id, id: DIGEST_TASK });
}

function taskItem(task: NotificationTask): Item {
  return toItem(notificationTaskEntity, task, { shard: shardOf(`${task.workspace_id}${task.id}`, DUE_SHARDS) });
}
