import { settleAll } from '../lib/workers/batches.ts';
import { sendHeartbeat } from '../lib/workers/jobs/send-heartbeat.ts';
import { sweepOverdue } from '../lib/workers/jobs/sweep-overdue.ts';

/** Queue the overdue work that schedules and queues have missed, and send a heartbeat. Invoked every minute. */
export async function handler(): Promise<void> {
  const nowMs = Date.now();
  await settleAll([sendHeartbeat(nowMs), sweepOverdue(nowMs)]);
}
