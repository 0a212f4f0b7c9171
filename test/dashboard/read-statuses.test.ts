import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Entry } from '../../dashboard/src/screens/calendar/calendar-events.ts';
import { type ListedStatus, readAllStatuses } from '../../dashboard/src/screens/calendar/read-statuses.ts';

/** What happens to an entry from its time on: one step between two reads. */
const LIVES: string[][] = [
  ['pending', 'publishing'],
  ['pending', 'published'],
  ['publishing', 'published'],
  ['pending', 'publishing', 'published'],
  ['pending', 'publishing', 'failed'],
  ['publishing', 'partially_published'],
  ['publishing', 'unconfirmed', 'published'],
  ['unconfirmed', 'published'],
  ['unconfirmed', 'pending'],
  ['unconfirmed', 'publishing'],
  ['unconfirmed', 'publishing', 'published'],
  ['unconfirmed', 'publishing', 'unconfirmed'],
  ['publishing', 'unconfirmed', 'publishing'],
];

const listOf = (status: string) => (['pending', 'publishing'].includes(status) ? 'unfinished' : status);

function entryWith(status: string): Entry {
  const fixed = { id: 'scd_1', content_id: 'cnt_1', title: 'Launch', platform: 'twitter', sandbox: false };
  const none = {
    account_id: null,
    thumbnail: null,
    labels: [],
    campaign: null,
    recurrence: null,
    queue: null,
    scheduled_local: null,
  };
  return { ...fixed, ...none, scheduled_at: '2026-11-20T09:30:00.000Z', status };
}

/**
 * Read all lists from an API that answers waiting requests in any order, one at a time, and where the entry takes a
 * step of its life before some of the answers.
 */
async function readDuring(life: string[], order: () => number, stepsBefore: number[]): Promise<Entry[]> {
  const waiting: { status: ListedStatus; answer: (entries: Entry[]) => void }[] = [];
  const result = readAllStatuses((status) => new Promise((answer) => waiting.push({ status, answer })));
  let isDone = false;
  void result.then(() => {
    isDone = true;
  });
  let age = 0;
  for (let answered = 0; !isDone; answered++) {
    if (stepsBefore.includes(answered)) age = Math.min(age + 1, life.length - 1);
    const [{ status, answer }] = waiting.splice(order() % waiting.length, 1) as [(typeof waiting)[number]];
    answer(listOf(life[age]!) === status ? [entryWith(life[age]!)] : []);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return result;
}

describe('readAllStatuses', () => {
  test('finds an entry whose status changes between any two lists, in whichever order they are answered', async () => {
    const life = fc.constantFrom(...LIVES);
    const orders = fc.array(fc.nat(5), { minLength: 12, maxLength: 12 });
    const steps = fc.uniqueArray(fc.nat(6), { maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(life, orders, steps, async (statuses, order, stepsBefore) => {
        const [found, ...more] = await readDuring(statuses, () => order.pop() ?? 0, stepsBefore);
        expect(found).toBeDefined();
        expect(more).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  test('shows the status of the list that was read last', async () => {
    const found = await readAllStatuses(async (status) => {
      return status === 'unfinished' ? [entryWith('publishing')] : status === 'published' ? [entryWith(status)] : [];
    });
    expect(found.map(({ status }) => status)).toEqual(['published']);
  });
});
