import { reportDeadLetters } from '../lib/app/sweep/report-dead-letters.ts';
import { sendHeartbeat } from '../lib/app/sweep/send-heartbeat.ts';
import { sweepOverdue } from '../lib/app/sweep/sweep-overdue.ts';
import { remindUnapproved } from '../lib/content/workers/remind-unapproved.ts';
import { withInvocationDeadline } from '../lib/core/retry/invocation-deadline.ts';
import { settleAll } from '../lib/core/stream/batches.ts';
import { removeExpiredMedia } from '../lib/media/workers/remove-expired-media.ts';
import { performNotificationTasks } from '../lib/notifications/workers/perform-tasks.ts';

/**
 * Queue the overdue work that schedules and queues have missed, remind of items that are due soon without an approval,
 * perform the tasks of notifications, delete expired media, report dead letters, and send a heartbeat. Invoked every minute, or less often in a stage that sets so.
 */
export const handler = withInvocationDeadline(async () => {
  const nowMs = Date.now();
  await settleAll([
    sendHeartbeat(nowMs),
    sweepOverdue(nowMs),
    remindUnapproved(nowMs),
    performNotificationTasks(nowMs),
    removeExpiredMedia(nowMs),
    reportDeadLetters(nowMs),
  ]);
});
