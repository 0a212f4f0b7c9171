/** Bounds the threads of all functions together, by ending idle threads. */
export type ThreadBudget = {
  /** Counts a new thread and ends the thread that is idle for longest when there are too many. */
  add: (thread: object) => void;
  /** Marks a thread that the budget may end with `end`, until it is busy or removed. */
  setIdle: (thread: object, end: () => void) => void;
  setBusy: (thread: object) => void;
  remove: (thread: object) => void;
};

/** Create a budget of `maxThreads`. Busy threads may exceed it: the budget never delays an invocation. */
export function createThreadBudget(maxThreads: number): ThreadBudget {
  const threads = new Set<object>();
  // A map iterates in the order of insertion: the thread that is idle for longest comes first.
  const idle = new Map<object, () => void>();
  const endSurplus = () => {
    for (const [thread, end] of idle) {
      if (threads.size <= maxThreads) return;
      threads.delete(thread);
      idle.delete(thread);
      end();
    }
  };

  return {
    add: (thread) => {
      threads.add(thread);
      endSurplus();
    },
    setIdle: (thread, end) => {
      idle.set(thread, end);
      endSurplus();
    },
    setBusy: (thread) => void idle.delete(thread),
    remove: (thread) => {
      threads.delete(thread);
      idle.delete(thread);
    },
  };
}
