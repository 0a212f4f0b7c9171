/** The time that functions read, for tests that would otherwise wait. Timers and other processes are unaffected. */
export type FunctionClock = {
  /** Shared with the function threads: milliseconds to add to the time, and the fixed time or 0. */
  buffer: SharedArrayBuffer;
  /** Moves the functions' time forward. */
  advance: (ms: number) => void;
  /** Stops the functions' time, for assertions about one period of time. */
  pause: () => void;
  /** Lets the time run again, from where it would be without the pause. */
  resume: () => void;
};

/** Create a clock that shows the machine's time until a test changes it. */
export function createFunctionClock(): FunctionClock {
  const buffer = new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT);
  const state = new BigInt64Array(buffer);
  return {
    buffer,
    advance: (ms) => {
      Atomics.add(state, 0, BigInt(ms));
      if (state[1] !== 0n) Atomics.add(state, 1, BigInt(ms));
    },
    pause: () => void Atomics.store(state, 1, BigInt(Date.now()) + state[0]!),
    resume: () => void Atomics.store(state, 1, 0n),
  };
}
