export interface StreamLoad {
  /** Records per second that pass the filter, second by second. */
  arrivals: readonly number[];
  /** Batches that are processed at the same time. */
  concurrentBatches: number;
  batchRecords: number;
  batchSeconds: number;
}

/** What the stream does with a load: the largest backlog, and the age of the oldest record in seconds. */
export interface StreamLag {
  backlog: number;
  ageSeconds: number;
}

/** Simulate the stream second by second, first in, first out, with records spread evenly over its shards. */
export function simulateStream({ arrivals, concurrentBatches, batchRecords, batchSeconds }: StreamLoad): StreamLag {
  const perSecond = (concurrentBatches * batchRecords) / batchSeconds;
  const lag: StreamLag = { backlog: 0, ageSeconds: 0 };
  let waiting = 0;
  for (const arrived of arrivals) {
    waiting = Math.max(0, waiting + arrived - perSecond);
    lag.backlog = Math.max(lag.backlog, waiting);
    lag.ageSeconds = Math.max(lag.ageSeconds, batchSeconds + waiting / perSecond);
  }
  return lag;
}
