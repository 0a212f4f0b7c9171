import { enqueueDuePolls } from '../lib/workers/metrics/enqueue-metric-polls.ts';

/** On a timer: hands out the posts whose numbers are due to be read. */
export async function handler(): Promise<void> {
  await enqueueDuePolls(Date.now());
}
