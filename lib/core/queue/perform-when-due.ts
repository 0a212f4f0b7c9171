import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Perform an action on an item that may not be due yet. `perform` returns how long to wait before it is tried again, in
 * milliseconds, or null when nothing is left to do. A timer may end a millisecond early, so it may wait more than once.
 */
export async function performWhenDue(perform: () => Promise<number | null>): Promise<void> {
  for (let waitMs = await perform(); waitMs !== null; waitMs = await perform()) await sleep(waitMs);
}
