import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseMeasuredUsage } from '../../../tools/cost-model/usage-file.ts';
import baseline from './list-baseline.json' with { type: 'json' };

const UNITS = join(import.meta.dirname, '../../../tools/cost-model/units.json');
const MAX_FACTOR = 1.5;

/** The read units of what a list must know besides its page: whether the member and the key that created a link may approve. */
const ADDED: Record<string, number> = { 'list review links': 2 };

const measured = new Map(parseMeasuredUsage(readFileSync(UNITS, 'utf8')).requests.map((row) => [row.name, row]));

// The baseline is `units.json` of commit 3fbceec3, before planning: the read units of the first page of every list.
describe('the first page of a list', () => {
  it.each(Object.entries(baseline))('reads at most 1.5 times as much as before planning: %s', (name, before) => {
    const { alone, busy } = measured.get(name)!;
    const { [name]: added = 0 } = ADDED;
    expect(alone.reads).toBeLessThanOrEqual(before.alone * MAX_FACTOR + added);
    expect(busy.reads).toBeLessThanOrEqual(before.busy * MAX_FACTOR + added);
  });
});
