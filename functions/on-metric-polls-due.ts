import { enqueueDuePolls } from '../lib/workers/metrics/enqueue-metric-polls.ts';

/** Runs on a schedule: queues the posts whose metrics poll is due. */
export async function handler(): Promise<void> {
  await enqueueDuePolls(Date.now());
}
