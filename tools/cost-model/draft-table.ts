import { money, number, section, table } from '../markdown/markdown.ts';
import { billableAmounts, dollarsOf } from './bill.ts';
import { ASSUMPTIONS } from './prices.ts';
import type { MeasuredUsage, Usage } from './usage.ts';

/** Render the cost of a draft in a workspace with one endpoint, by its parts. */
export function draftTable(counted: MeasuredUsage): string {
  const { busy } = counted.requests.find(({ name }) => name === 'create a draft')!;
  const { receivesPerMessage, receivesPerBatchedMessage } = ASSUMPTIONS;
  const price = (units: Usage, receives: number) =>
    1e6 * dollarsOf(billableAmounts(units, counted.templates.production, receives));
  const parts = [
    { name: 'request', alone: busy, inTens: busy },
    { name: 'event and audit entry', ...counted.derived },
    { name: 'delivery', ...counted.delivery },
  ].map(({ name, alone, inTens }) => ({
    name,
    figures: [
      alone.writes + alone.indexWrites,
      price(alone, receivesPerMessage),
      inTens.writes + inTens.indexWrites,
      price(inTens, receivesPerBatchedMessage),
    ],
  }));
  const total = [0, 1, 2, 3].map((column) => parts.reduce((sum, { figures }) => sum + figures[column]!, 0));
  const rowOf = (name: string, [a, b, c, d]: number[]) => [name, number(a!), money(b!), number(c!), money(d!)];
  return section(
    'A million drafts, each with its event, audit entry and one delivery',
    'The request is one among many. The stream and the queue deliver each change alone, or ten at a time.',
    table(
      ['', 'writes alone', '$ alone', 'writes in tens', '$ in tens'],
      [...parts.map(({ name, figures }) => rowOf(name, figures)), rowOf('**together**', total)],
    ),
  );
}
