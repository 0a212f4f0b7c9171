import { sweepOverdue } from '../lib/workers/jobs/sweep-overdue.ts';

/** Queue the overdue work that schedules and queues have missed. Invoked every minute. */
export async function handler(): Promise<void> {
  await sweepOverdue(Date.now());
}
