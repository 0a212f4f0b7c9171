import { loadContent } from '../../content/store/contents.ts';
import { queueUrl, sendBatch } from '../../core/queue/sqs.ts';
import { settleAll } from '../../core/retry/settle-all.ts';
import { readableRecords, settleInParts } from '../../core/stream/batches.ts';
import { unconfirmedNotification } from '../rules/derive-notifications.ts';
import { DIGEST_TASK, type DigestTask, isStillUnknown, type UnconfirmedTask } from '../rules/notification-task.ts';
import { deleteTask, listDueTasks } from '../store/notification-tasks.ts';
import { notifyMembers } from './notify-members.ts';
import type { DigestMessage } from './send-digests.ts';

// The next run continues.
const MAX_PER_SHARD = 250;
const CONCURRENCY = 25;

/** Queue the digests that are due, and notify members of posts whose outcome is still unknown. */
export async function performNotificationTasks(nowMs: number): Promise<void> {
  const tasks = readableRecords('NotificationTask', await listDueTasks(new Date(nowMs).toISOString(), MAX_PER_SHARD));
  const digests = tasks.filter((task): task is DigestTask => task.id === DIGEST_TASK);
  const unconfirmed = tasks.filter((task): task is UnconfirmedTask => task.id !== DIGEST_TASK);
  await settleAll([
    sendBatch(queueUrl('EMAIL'), digests.map(toMessage)),
    settleInParts(unconfirmed, CONCURRENCY, (task) => notifyIfUnknown(task, nowMs)),
  ]);
}

function toMessage({ workspace_id }: DigestTask): DigestMessage {
  return { kind: 'notification_digest', workspace_id };
}

/** The task is deleted last: a run that ends before is repeated, and writes the same notification. */
async function notifyIfUnknown(task: UnconfirmedTask, nowMs: number): Promise<void> {
  const { workspace_id, content_id, schedule_id, since, due_at: createdAt } = task;
  const content = await loadContent(workspace_id, content_id);
  const target = Object.values(content?.targets ?? {}).find((each) => each.schedule_id === schedule_id);
  if (content && target && isStillUnknown(task, target)) {
    await notifyMembers(workspace_id, [unconfirmedNotification(content, target, { since, createdAt })], nowMs);
  }
  await deleteTask(task);
}
