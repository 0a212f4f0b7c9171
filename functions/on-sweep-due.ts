import { sweepDue } from '../lib/consequences/sweeping.ts';

/** Every minute: finds what timers and queues have missed. */
export async function handler(): Promise<void> {
  await sweepDue(Date.now());
}
