import { sweepOverdue } from '../lib/workers/jobs/sweep-overdue.ts';

/** Every minute: finds what timers and queues have missed. */
export async function handler(): Promise<void> {
  await sweepOverdue(Date.now());
}
