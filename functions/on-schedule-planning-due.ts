import { planSchedules } from '../lib/workers/jobs/plan-schedules.ts';

/** Create the schedules of the posts that have come within reach. Invoked every hour. */
export async function handler(): Promise<void> {
  await planSchedules(Date.now());
}
