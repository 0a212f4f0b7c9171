import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  aboveFreeTier,
  billableAmounts,
  functionDurationMs,
  toDollars,
  totalDollars,
} from '../../tools/cost-model/bill.ts';
import { ASSUMPTIONS, PRICES } from '../../tools/cost-model/prices.ts';
import { type MeasuredUsage, NO_USAGE, subtractUsage } from '../../tools/cost-model/usage.ts';
import { formatMeasuredUsage, parseMeasuredUsage } from '../../tools/cost-model/usage-file.ts';
import { measureUsage } from '../../tools/cost-model/usage-meter/measure-usage.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const COUNTED = parseMeasuredUsage(read('tools/cost-model/units.json'));
const TEMPLATE = { accessLogBytes: 400 };
// It ends a measurement that hangs. One takes two minutes, most of them waiting for windows of rate limits.
const MEASUREMENT_DEADLINE_MS = 2_400_000;

describe('units.json', () => {
  it('has one row per line, and omits zero counts', () => {
    expect(formatMeasuredUsage(COUNTED)).toBe(read('tools/cost-model/units.json'));
  });
});

describe('the committed usage', () => {
  let again: Omit<MeasuredUsage, 'templates'>;

  beforeAll(async () => {
    again = await measureUsage();
  }, MEASUREMENT_DEADLINE_MS);

  it('equals a new measurement of the functions', () => {
    const { templates: _, ...committed } = COUNTED;
    expect(exactly(again)).toEqual(exactly(committed));
  });

  it.each(BATCHED)('has the current %s, within two where the stream delivers batches', (name) => {
    const { templates: _, ...committed } = COUNTED;
    const [now, then] = [numbersNamed(name, again), numbersNamed(name, committed)];
    expect(now).toHaveLength(then.length);
    for (const [index, count] of now.entries()) {
      // A count with decimals is the mean of ten.
      const isOne = then[index] === 0 || then[index] === 1;
      expect(Math.abs(count - then[index]!)).toBeLessThanOrEqual(isOne ? 0 : 2);
    }
  });

  it.each(['derived', 'delivery'] as const)('has the current reads of ten at once, within one: %s', (kind) => {
    for (const name of ['reads', 'readCalls'] as const) {
      expect(Math.abs(again[kind].inTens[name] - COUNTED[kind].inTens[name])).toBeLessThan(0.15);
    }
  });

  it('has the current log bytes, within a line', () => {
    const { templates: _, ...committed } = COUNTED;
    expect(logBytes(again) / logBytes(committed)).toBeCloseTo(1, 1);
  });
});

describe('a bill', () => {
  it('of a request with one read and one write is the sum of its units at their prices', () => {
    const units = { ...NO_USAGE, requests: 1, invocations: 1, memoryMb: 512, reads: 1, writes: 1, indexWrites: 2 };
    const amounts = billableAmounts(units, TEMPLATE);
    expect(amounts).toMatchObject({ request: 1, invocation: 1, read: 1, write: 3 });
    const { request, invocation, read: reads, write } = PRICES;
    const expected = (request.dollars + invocation.dollars + reads.dollars + 3 * write.dollars) / 1e6;
    const { request: a, invocation: b, read: c, write: d } = toDollars(amounts);
    expect(a! + b! + c! + d!).toBeCloseTo(expected, 12);
  });

  it('counts a message as sent, received and deleted', () => {
    const units = { ...NO_USAGE, messages: 10, sendCalls: 1 };
    expect(billableAmounts(units, TEMPLATE).queueRequest).toBe(1 + 10 * ASSUMPTIONS.receivesPerMessage);
  });

  it('adds the durations of all calls', () => {
    const one = { ...NO_USAGE, readCalls: 1, platformCalls: 1 };
    expect(functionDurationMs(one)).toBe(ASSUMPTIONS.readMs + ASSUMPTIONS.platformMs);
  });

  it('is zero within the free tier, and the excess above it', () => {
    expect(totalDollars(aboveFreeTier({ invocation: 1e6 }))).toBe(0);
    expect(aboveFreeTier({ invocation: 1e6 + 5, write: 7 })).toEqual({ invocation: 5, write: 7 });
  });
});

describe('usage', () => {
  it('minus itself is zero', () => {
    const some = { ...NO_USAGE, reads: 0.1, writes: 3 };
    expect(subtractUsage(some, some)).toEqual(NO_USAGE);
  });
});

/** What depends on how many changes the stream delivers together: a function sends the messages of a batch together. */
const BATCHED = ['invocations', 'sendCalls'];

/** What ten deliveries at once use depends on their timing in these values. */
const TIMED = ['sendCalls', 'writes', 'writeCalls', 'reads', 'readCalls'];

/** Remove values that depend on the batches of the stream or on the length of log lines. */
function exactly(value: unknown): unknown {
  const loose = ['logBytes', ...BATCHED];
  const without = (name: string, inner: unknown) =>
    JSON.parse(JSON.stringify(inner, (key, each) => (key === name ? undefined : each)));
  return JSON.parse(
    JSON.stringify(value, (key, inner) => {
      if (loose.includes(key)) return undefined;
      // Ten deliveries at once reserve requests to their receiver together or alone, depending on their timing.
      // How many of their messages are sent together, and their records read together, depends on the batches of the stream.
      if (key === 'inTens') return TIMED.reduce((rest, name) => without(name, rest), inner);
      return inner;
    }),
  );
}

function logBytes(counted: Omit<MeasuredUsage, 'templates'>): number {
  return numbersNamed('logBytes', counted).reduce((sum, bytes) => sum + bytes, 0);
}

function numbersNamed(name: string, counted: Omit<MeasuredUsage, 'templates'>): number[] {
  const found = JSON.stringify(counted).matchAll(new RegExp(`"${name}":([\\d.]+)`, 'g'));
  return [...found].map(([, digits]) => Number(digits));
}
