import { setTimeout as sleep } from 'node:timers/promises';
import type { Functions } from './functions.ts';

/** A part of the stack that starts functions. `isIdle` resolves to whether it has nothing to start at present. */
type Trigger = { isIdle: () => Promise<boolean> };

const POLL_MS = 5;

/** Wait until nothing is left to do at present: no function runs, and no trigger has anything to start. */
export async function settle(functions: Functions, triggers: Trigger[]): Promise<void> {
  for (;;) {
    const before = functions.counts();
    if (before.running === 0) {
      const idle = await Promise.all(triggers.map((trigger) => trigger.isIdle()));
      const after = functions.counts();
      if (idle.every(Boolean) && after.running === 0 && after.begun === before.begun) return;
    }
    await sleep(POLL_MS);
  }
}
