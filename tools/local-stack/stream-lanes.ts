import { createHash } from 'node:crypto';
import { canonicalJson } from '../../lib/core/values/canonical-json.ts';

/** What lanes need to know of a stream record. */
type KeyedRecord = { dynamodb: Record<string, unknown> };

/** The lanes of a shard: the batches that Lambda processes at a time with a parallelization factor. */
export type StreamLanes<T> = {
  /** Queues records that were read, in the order of the stream. Those that the filter rejects are processed already. */
  add: (records: T[], isWanted: (record: T) => boolean) => void;
  /** Marks records as processed, and moves the position of the shard over the processed ones at its start. */
  finish: (records: T[]) => void;
  /** Resolves when a lane is idle and fewer records wait than one batch per lane. */
  room: () => Promise<void>;
  isBusy: () => boolean;
  /** Resolves when no lane is at work. */
  idle: () => Promise<void>;
};

/**
 * Process the records of a shard in `factor` lanes, each one batch at a time. An item always has the same lane, so its
 * changes are processed in order; those of different items may overtake each other, as AWS documents for a
 * parallelization factor. `deliver` ends when every record of its batch was processed.
 */
export function createStreamLanes<T extends KeyedRecord>(options: {
  factor: number;
  batchSize: number;
  deliver: (batch: T[]) => Promise<void>;
  checkpoint: (last: T) => void;
}): StreamLanes<T> {
  const { factor, batchSize, deliver, checkpoint } = options;
  const lanes = Array.from({ length: factor }, () => ({ waiting: [] as T[], running: null as Promise<void> | null }));
  const unfinished: T[] = [];
  const finished = new Set<T>();

  async function processLane(lane: (typeof lanes)[number]): Promise<void> {
    while (lane.waiting.length > 0) await deliver(lane.waiting.splice(0, batchSize));
    lane.running = null;
  }

  function finish(records: T[]): void {
    for (const record of records) finished.add(record);
    let last: T | undefined;
    while (unfinished[0] && finished.has(unfinished[0])) {
      last = unfinished.shift()!;
      finished.delete(last);
    }
    if (last) checkpoint(last);
  }

  const running = () => lanes.flatMap((lane) => lane.running ?? []);
  const countWaiting = () => lanes.reduce((sum, { waiting }) => sum + waiting.length, 0);

  return {
    add: (records, isWanted) => {
      unfinished.push(...records);
      for (const record of records.filter(isWanted)) lanes[laneOf(record, factor)]!.waiting.push(record);
      finish(records.filter((record) => !isWanted(record)));
      for (const lane of lanes) if (lane.waiting.length > 0) lane.running ??= processLane(lane);
    },
    finish,
    room: async () => {
      while (running().length === factor || countWaiting() >= factor * batchSize) await Promise.race(running());
    },
    isBusy: () => running().length > 0,
    idle: async () => {
      while (running().length > 0) await Promise.all(running());
    },
  };
}

function laneOf({ dynamodb }: KeyedRecord, factor: number): number {
  return createHash('sha256').update(canonicalJson(dynamodb.Keys)).digest().readUInt32BE() % factor;
}
