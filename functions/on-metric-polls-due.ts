import { enqueueDuePolls } from '../lib/workers/metrics/enqueue-metric-polls.ts';

/** Queue the posts whose metrics poll is due. Invoked by a recurring schedule. */
export async function handler(): Promise<void> {
  await enqueueDuePolls(Date.now());
}
