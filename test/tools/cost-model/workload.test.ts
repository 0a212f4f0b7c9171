import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dollarsOf } from '../../../tools/cost-model/bill.ts';
import { countingOf } from '../../../tools/cost-model/counting-usage.ts';
import { parseMeasuredUsage } from '../../../tools/cost-model/usage-file.ts';
import { describeCounting } from '../../../tools/cost-model/worked-bills.ts';
import { awsLineItems, countedWork, type Workload } from '../../../tools/cost-model/workload.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const COUNTED = parseMeasuredUsage(read('tools/cost-model/units.json'));
const WORKLOAD: Workload = {
  name: 'example',
  customers: 10,
  accounts: 3,
  posts: 1_000,
  targets: 1,
  imageShare: 0,
  videoShare: 0,
  requests: 0,
  endpoints: 1,
  countsUsage: true,
};
const amountsOf = (what: string, changes: Partial<Workload> = {}) =>
  awsLineItems(COUNTED, { ...WORKLOAD, ...changes }).find((line) => line.what === what)!.amounts;
/** Each delivery calls the receiver with one message. */
const deliveriesOf = (changes: Partial<Workload> = {}) =>
  Math.round(amountsOf('deliveries of events', changes).keyRequest! / COUNTED.delivery.alone.keyCalls);

describe('the deliveries of a month', () => {
  it('are one for each event of an item, on any number of platforms', () => {
    expect(deliveriesOf()).toBe(3_000);
    expect(deliveriesOf({ targets: 3 })).toBe(3_000);
  });

  it('have the event of each file that is ready', () => {
    expect(deliveriesOf({ imageShare: 0.7, videoShare: 0.1 })).toBe(3_800);
  });
});

describe('the event of a file that is ready', () => {
  it('is in the bill of its upload', () => {
    const what = 'upload, inspection and adaptation of media';
    const without = { ...COUNTED, readyFile: { ...COUNTED.readyFile, writes: 0, indexWrites: 0 } };
    const [line] = awsLineItems(without, { ...WORKLOAD, imageShare: 1 }).filter((each) => each.what === what);
    const { writes, indexWrites } = COUNTED.readyFile;
    expect(writes).toBeGreaterThan(0);
    expect(amountsOf(what, { imageShare: 1 }).write! - line!.amounts.write!).toBeCloseTo(
      1_000 * (writes + indexWrites),
    );
  });
});

describe('the counting of usage', () => {
  const priceOf = (changes: Partial<Workload> = {}) => dollarsOf(amountsOf('counting of usage', changes));

  it('costs nothing in a stage that does not count', () => {
    expect(priceOf({ countsUsage: false })).toBe(0);
  });

  it.each([
    ['a post on another platform', { targets: 2 }],
    ['a delivery', { endpoints: 2 }],
    ['a file', { imageShare: 1 }],
  ])('costs more with %s', (_, changes) => {
    expect(priceOf(changes)).toBeGreaterThan(priceOf());
  });

  it('has its price of 1,000 posts on X in docs/build.md, with the reads of their metrics', () => {
    const { items, readings, deliveries } = countedWork(COUNTED, WORKLOAD);
    expect([items, deliveries, readings]).toEqual([1_000, 3_000, 5_000]);
    const dollars = dollarsOf(countingOf(COUNTED, countedWork(COUNTED, WORKLOAD)));
    const text = describeCounting(COUNTED);
    const [, price, assumption] = /^\$([\d.]+) (for .*)$/.exec(text)!;
    expect(Number(price)).toBeGreaterThanOrEqual(dollars);
    expect(Number(price)).toBeLessThan(dollars + 0.001);
    expect(assumption).toBe('for 1,000 posts on X with 3 deliveries and 5 reads of metrics each');
    for (const document of ['docs/build.md', 'docs/cost.md']) {
      expect(read(document)).toContain(`Counting costs at most ${text}`);
    }
  });
});
