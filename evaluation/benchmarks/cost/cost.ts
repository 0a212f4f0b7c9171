import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bill, billableAmounts, sumBills, toDollars, totalDollars } from '../../../tools/cost-model/bill.ts';
import { ASSUMPTIONS } from '../../../tools/cost-model/prices.ts';
import type { Usage } from '../../../tools/cost-model/usage.ts';
import { parseMeasuredUsage } from '../../../tools/cost-model/usage-file.ts';
import { money, number, table } from '../../../tools/markdown/markdown.ts';
import { atMost, goalCells } from '../goal.ts';

const UNITS = join(import.meta.dirname, '../../../tools/cost-model/units.json');
const GOAL = atMost(12);
/** Prices of the table and the queues: what the counted prototypes of the goal contain. */
const COUNTED = ['read', 'write', 'queueRequest'] as const;

/**
 * Render what a draft with its event, its audit entry and one delivery costs per million, from the usage in
 * `units.json`. Nothing is measured here: `npm run cost` measures.
 */
export function renderCost(): string {
  const { requests, delivery, templates } = parseMeasuredUsage(readFileSync(UNITS, 'utf8'));
  const draft = requests.find(({ name }) => name === 'create a draft')!;
  const { receivesPerMessage, receivesPerBatchedMessage } = ASSUMPTIONS;
  const parts: [string, Usage, number][] = [
    ['the request, in an instance that is warm', draft.busy, receivesPerMessage],
    ['its event and audit entry', draft.after, receivesPerMessage],
    ['one delivery, in batches of ten', delivery.inTens, receivesPerBatchedMessage],
  ];
  const bills = parts.map(([, usage, receives]) => toDollars(billableAmounts(usage, templates.production, receives)));
  const rows = parts.map(([name, usage], index) => [
    name,
    number(usage.reads),
    number(usage.writes + usage.indexWrites),
    perMillion(countedDollars(bills[index]!)),
    perMillion(totalDollars(bills[index]!)),
    '',
    '',
  ]);
  const all = sumBills(...bills);
  const sum = 1e6 * countedDollars(all);
  const units = (count: (usage: Usage) => number) =>
    number(parts.reduce((total, [, usage]) => total + count(usage), 0));
  rows.push([
    'together',
    units(({ reads }) => reads),
    units(({ writes, indexWrites }) => writes + indexWrites),
    money(sum),
    perMillion(totalDollars(all)),
    ...goalCells(sum, GOAL),
  ]);
  return table(['part', 'read units', 'write units', 'table and queue, $', 'everything, $', 'goal', 'met'], rows);
}

function countedDollars(bill: Bill): number {
  return COUNTED.reduce((total, name) => total + (bill[name] ?? 0), 0);
}

function perMillion(dollars: number): string {
  return money(1e6 * dollars);
}
