import { describe, expect, it } from 'vitest';
import { createStreamLanes } from '../../../tools/local-stack/stream-lanes.ts';

type Change = { dynamodb: { Keys: { pk: string; sk?: string }; SequenceNumber: number } };

/** Build lanes whose deliveries end when the test says so. */
function lanesOf(factor: number, batchSize: number) {
  const started: { batch: Change[]; end: () => Promise<void> }[] = [];
  const positions: number[] = [];
  const lanes = createStreamLanes<Change>({
    factor,
    batchSize,
    deliver: (batch) =>
      new Promise((resolve) => {
        const end = async () => {
          lanes.finish(batch);
          resolve();
          await new Promise(setImmediate);
        };
        started.push({ batch, end });
      }),
    checkpoint: ({ dynamodb }) => positions.push(dynamodb.SequenceNumber),
  });
  const add = (changes: Change[]) => lanes.add(changes, ({ dynamodb }) => dynamodb.Keys.pk !== 'filtered');
  return { lanes, add, started, positions };
}

const changes = (...items: string[]): Change[] =>
  items.map((pk, index) => ({ dynamodb: { Keys: { pk }, SequenceNumber: index } }));
const numbers = (batch: Change[]) => batch.map(({ dynamodb }) => dynamodb.SequenceNumber);
const hundred = Array.from({ length: 100 }, (_, index) => `item ${index % 20}`);

describe('the lanes of a shard', () => {
  it('process as many batches at a time as the parallelization factor', () => {
    const { add, started } = lanesOf(4, 10);
    add(changes(...hundred));
    expect(started).toHaveLength(4);
    for (const { batch } of started) expect(batch.length).toBeLessThanOrEqual(10);
  });

  it('have the changes of an item in one lane, in whatever order its key has its parts', () => {
    const { add, started } = lanesOf(16, 10);
    for (let number = 0; number < 20; number++) {
      const Keys = number % 2 ? { pk: 'item', sk: 'part' } : { sk: 'part', pk: 'item' };
      add([{ dynamodb: { Keys, SequenceNumber: number } }]);
    }
    expect(started).toHaveLength(1);
  });

  it('process the changes of an item in order, never two batches with it at a time', async () => {
    const { lanes, add, started } = lanesOf(4, 3);
    add(changes(...hundred));
    const done: Change[] = [];
    for (let next = 0; next < started.length; next++) {
      const { batch, end } = started[next]!;
      done.push(...batch);
      await end();
    }
    await lanes.idle();
    const byItem = Map.groupBy(done, ({ dynamodb }) => dynamodb.Keys.pk);
    expect(byItem.size).toBe(20);
    for (const batch of byItem.values()) expect(numbers(batch)).toEqual(numbers(batch).toSorted((a, b) => a - b));
  });

  it('continue beside a lane that is slow, and keep the position before its records', async () => {
    const { add, started, positions } = lanesOf(2, 100);
    add(changes(...hundred));
    const [slow, fast] = started as [(typeof started)[0], (typeof started)[0]];
    await fast.end();
    const first = Math.min(...numbers(slow.batch));
    expect(Math.max(-1, ...positions)).toBe(first - 1);
    add(changes(...hundred));
    expect(started.length).toBe(3);
    await slow.end();
    expect(positions.at(-1)).toBe(99);
  });

  it('move the position over changes that the filter rejects', () => {
    const { add, started, positions } = lanesOf(1, 10);
    add(changes('filtered', 'filtered'));
    expect([started, positions]).toEqual([[], [1]]);
  });

  it('have room for another read when one of them is idle', async () => {
    const { lanes, add, started } = lanesOf(1, 10);
    add(changes('one'));
    let hasRoom = false;
    const waiting = lanes.room().then(() => {
      hasRoom = true;
    });
    await new Promise(setImmediate);
    expect(hasRoom).toBe(false);
    await started[0]!.end();
    await waiting;
    expect(hasRoom).toBe(true);
  });
});
