import { setImmediate as turn } from 'node:timers/promises';

/** A clock that moves from one timer to the next, however long that takes the machine. */
export interface VirtualClock {
  nowMs: () => number;
  sleep: (ms: number) => Promise<void>;
  /** Move the clock until a promise has settled, and return its value. */
  run: <T>(work: Promise<T>) => Promise<T>;
}

/** Create a clock that begins at 0. */
export function createVirtualClock(): VirtualClock {
  let nowMs = 0;
  const timers: { atMs: number; resume: () => void }[] = [];
  return {
    nowMs: () => nowMs,
    sleep: (ms) => new Promise((resume) => timers.push({ atMs: nowMs + ms, resume })),
    run: async (work) => {
      let isSettled = false;
      const settle = () => {
        isSettled = true;
      };
      work.then(settle, settle);
      for (;;) {
        await turn();
        if (isSettled) return work;
        timers.sort((one, other) => one.atMs - other.atMs);
        const next = timers.shift();
        if (!next) throw new Error('Nothing moves the clock any more.');
        nowMs = next.atMs;
        next.resume();
      }
    },
  };
}
