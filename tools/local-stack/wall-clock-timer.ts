export type WallClockTimer = {
  /** Schedules a call at `dueMs` (epoch milliseconds); an earlier one that is scheduled wins. */
  set: (dueMs: number) => void;
  stop: () => void;
};

/** Longest single timer: a suspended laptop or a changed clock is noticed after this many milliseconds. */
const MAX_TIMER_MS = 30_000;

const live = new Set<() => void>();

/** Let every timer look at the clock at once. Call it after a change of the clock of this process. */
export function noticeClockChange(): void {
  for (const expire of [...live]) expire();
}

/** Call `onDue` once per time that was set, never earlier by the wall clock. */
export function createWallClockTimer(onDue: () => void): WallClockTimer {
  let timer: NodeJS.Timeout | undefined;
  let nextMs = Number.POSITIVE_INFINITY;
  let stopped = false;

  const arm = () => {
    clearTimeout(timer);
    timer = setTimeout(expire, Math.min(Math.max(nextMs - Date.now(), 0), MAX_TIMER_MS));
    // Waiting alone does not keep the process alive: its servers do.
    timer.unref();
  };
  const expire = () => {
    if (nextMs === Number.POSITIVE_INFINITY) return;
    // A Node.js timer may fire a millisecond early.
    if (Date.now() < nextMs) return arm();
    nextMs = Number.POSITIVE_INFINITY;
    onDue();
  };

  live.add(expire);
  return {
    set: (dueMs) => {
      if (stopped || dueMs >= nextMs) return;
      nextMs = dueMs;
      arm();
    },
    stop: () => {
      stopped = true;
      live.delete(expire);
      clearTimeout(timer);
    },
  };
}
