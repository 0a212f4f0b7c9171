import { withInvocationDeadline } from '../lib/table/invocation-deadline.ts';
import { settleAll } from '../lib/workers/batches.ts';
import { remindUnapproved } from '../lib/workers/jobs/remind-unapproved.ts';
import { removeExpiredMedia } from '../lib/workers/jobs/remove-expired-media.ts';
import { sendHeartbeat } from '../lib/workers/jobs/send-heartbeat.ts';
import { sweepOverdue } from '../lib/workers/jobs/sweep-overdue.ts';

/**
 * Queue the overdue work that schedules and queues have missed, remind of items that are due soon without an approval,
 * delete expired media, and send a heartbeat. Invoked every minute.
 */
export const handler = withInvocationDeadline(async () => {
  const nowMs = Date.now();
  await settleAll([sendHeartbeat(nowMs), sweepOverdue(nowMs), remindUnapproved(nowMs), removeExpiredMedia(nowMs)]);
});
