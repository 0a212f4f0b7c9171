import { setImmediate } from 'node:timers/promises';
import { vi } from 'vitest';

/** Events are at whole ticks, so that many happen together. */
const TICK_MS = 10;
/** The turns of the event loop that the work between two events has. */
const TURNS = 6;

/** A clock that moves from one event to the next, while the code between them takes no time. */
export interface VirtualClock {
  sleep: (ms: number) => Promise<void>;
  /** Moves until `untilMs` (epoch milliseconds). */
  run: (untilMs: number) => Promise<void>;
}

/** Create a clock that sets `Date` and `performance.now`. */
export function createVirtualClock(): VirtualClock {
  const waiting = new Map<number, (() => void)[]>();
  let nowMs = Date.now();
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  return {
    sleep: (ms) =>
      new Promise((resolve) => {
        const atMs = Math.ceil((nowMs + Math.max(ms, 1)) / TICK_MS) * TICK_MS;
        waiting.set(atMs, [...(waiting.get(atMs) ?? []), resolve]);
      }),
    run: async (untilMs) => {
      for (;;) {
        for (let turn = 0; turn < TURNS; turn++) await setImmediate();
        const atMs = Math.min(...waiting.keys());
        if (atMs > untilMs) return;
        nowMs = atMs;
        vi.setSystemTime(atMs);
        const due = waiting.get(atMs)!;
        waiting.delete(atMs);
        for (const resolve of due) resolve();
      }
    },
  };
}
