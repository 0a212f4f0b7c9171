import { sweepOverdue } from '../lib/workers/jobs/sweep-overdue.ts';

/** Runs every minute: queues items that schedules and queues have missed. */
export async function handler(): Promise<void> {
  await sweepOverdue(Date.now());
}
