import { beforeEach, describe, expect, it } from 'vitest';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import { advanceTime, callApi, type Json, skipRetryPauses } from '../functions/api-harness.ts';
import { madeDates, madeItems, putRecurrence, recurrenceDetail } from '../functions/given/recurrence.ts';
import { interleave } from '../functions/interleave.ts';
import { newRecurrence } from '../functions/resources.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import {
  killAt,
  processAllChanges,
  processChanges,
  processStreamRecords,
  setupWorkers,
} from '../functions/worker-harness.ts';

/** A recurrence whose worker is killed, repeated, or overtaken by a request. */

const harness = setupWorkers();
const HOUR = 3_600_000;
const MONDAYS = ['2026-08-10', '2026-08-17', '2026-08-24', '2026-08-31'];

beforeEach(() => skipRetryPauses());

/** Remove everything, for the next run of the same case. */
function emptyTable(): void {
  for (const { pk, sk } of harness.table.items()) harness.table.remove({ pk: String(pk), sk: String(sk) });
  harness.changes();
}

/** What the sweep and the stream do over the next hours. */
async function runUntilDone(): Promise<void> {
  for (let hour = 0; hour < 3; hour++) {
    advanceTime(HOUR);
    await onSweepDue();
    await processAllChanges(harness);
  }
}

/** Each date has one item, with entries that are its targets. */
function expectWhole(dates: string[]): void {
  expect(madeDates()).toEqual(dates);
  const entries = harness.table
    .items()
    .filter(({ entity, state }) => entity === 'ScheduleEntry' && state === 'pending');
  expect(entries.map(({ content_id }) => content_id).sort()).toEqual(
    madeItems()
      .map(({ id }) => id)
      .sort(),
  );
}

/** The worker is killed before each of its commands in turn, until it has fewer. */
async function killAtEach(
  prepare: () => Promise<unknown>,
  check: () => void | Promise<void>,
  start = 1,
): Promise<number> {
  for (let n = start; ; n++) {
    await prepare();
    const kill = killAt(harness.table, n);
    await processChanges(harness).catch(() => {});
    harness.table.fault = null;
    await runUntilDone();
    await check();
    if (!kill.reached()) return n - start;
    emptyTable();
  }
}

describe('a worker that is killed before any of its commands', () => {
  it('makes each date once, and leaves none out', async () => {
    const killed = await killAtEach(
      async () => newRecurrence(await newTenant(), { starts_on: '2026-08-10', variations: ['A', 'B'] }),
      () => {
        expectWhole(MONDAYS);
        expect(madeItems().map(({ description }) => description)).toEqual(['A', 'B', 'A', 'B']);
      },
    );
    expect(killed).toBeGreaterThan(20);
  });

  it('replaces each item once after a change', async () => {
    let change: { tenant: Tenant; id: string };
    const killed = await killAtEach(
      async () => {
        const tenant = await newTenant();
        const { id } = await newRecurrence(tenant, { description: 'Before' });
        await processAllChanges(harness);
        change = { tenant, id };
        await putRecurrence(tenant, id, { description: 'After', from: '2026-08-15' });
      },
      async () => {
        expectWhole(MONDAYS);
        expect(madeItems().map(({ description }) => description)).toEqual(['Before', 'After', 'After', 'After']);
        const { last_change } = await recurrenceDetail(change.tenant, change.id);
        expect(last_change).toEqual({ held: 0, from: '2026-08-15', replaced: 3, kept: 0 });
      },
    );
    expect(killed).toBeGreaterThan(20);
  });

  it('deletes each unchanged item of a deleted recurrence', async () => {
    const killed = await killAtEach(
      async () => {
        const tenant = await newTenant();
        const { id } = await newRecurrence(tenant);
        await processAllChanges(harness);
        await callApi('recurrences.delete', { token: await newToken(tenant), params: { id } });
      },
      () => {
        expectWhole([]);
        expect(harness.table.items().filter(({ entity }) => entity === 'Recurrence')).toEqual([]);
      },
    );
    expect(killed).toBeGreaterThan(20);
  });
});

describe('a second change before the first one is done', () => {
  it('from a later date is 409, and leaves the items before it once the first one is done', async () => {
    const tenant = await newTenant();
    const { id } = await newRecurrence(tenant, { description: 'Old' });
    await processAllChanges(harness);
    await putRecurrence(tenant, id, { labels: ['First'] });
    const later = { rule: 'FREQ=WEEKLY;BYDAY=MO,TH', description: 'New', from: '2026-08-24' };
    const early = await putRecurrence(tenant, id, later);
    expect([early.status, early.json.code, early.json.retryable]).toEqual([409, 'recurrence_changing', true]);
    await processAllChanges(harness);
    expect((await putRecurrence(tenant, id, later)).status).toBe(200);
    await processAllChanges(harness);
    expect(madeItems().map(({ recurrence, description }) => `${recurrence!.date} ${description}`)).toEqual([
      ...['2026-08-10 Old', '2026-08-17 Old', '2026-08-24 New', '2026-08-27 New', '2026-08-31 New'],
    ]);
  });

  it('from the same or an earlier date is accepted', async () => {
    const tenant = await newTenant();
    const { id } = await newRecurrence(tenant, { description: 'Old' });
    await processAllChanges(harness);
    await putRecurrence(tenant, id, { description: 'First', from: '2026-08-24' });
    await putRecurrence(tenant, id, { description: 'Second', from: '2026-08-17' });
    await processAllChanges(harness);
    expect(madeItems().map(({ description }) => description)).toEqual(['Old', 'Second', 'Second', 'Second']);
  });
});

describe('a request while the worker makes the items', () => {
  const requests: [string, (tenant: Tenant, id: string) => Promise<Json>, string[], string | null][] = [
    [
      'changes the text',
      async (tenant, id) => (await putRecurrence(tenant, id, { description: 'New' })).json,
      MONDAYS,
      'New',
    ],
    [
      'deletes it',
      async (tenant, id) =>
        (await callApi('recurrences.delete', { token: await newToken(tenant), params: { id } })).json,
      [],
      null,
    ],
    [
      'moves it to Tuesdays',
      async (tenant, id) => (await putRecurrence(tenant, id, { rule: 'FREQ=WEEKLY;BYDAY=TU' })).json,
      ['2026-08-04', '2026-08-11', '2026-08-18', '2026-08-25', '2026-09-01'],
      null,
    ],
  ];

  it.each(requests)('%s: no item is left that has the former settings', async (_, request, dates, text) => {
    for (const suspended of ['worker', 'caller'] as const) {
      for (let n = 1, interleaved = true; interleaved; n += 3) {
        const tenant = await newTenant();
        const { id } = await newRecurrence(tenant, { description: 'Old' });
        const result = await interleave(
          harness.table,
          suspended,
          n,
          () => processChanges(harness),
          () => request(tenant, id),
        );
        interleaved = result.interleaved;
        await processAllChanges(harness);
        expectWhole(dates);
        if (text) expect(madeItems().every(({ description }) => description === text)).toBe(true);
        emptyTable();
      }
    }
  });

  it('pauses it: every item that was made is held, and resumed: every date has an item that is due', async () => {
    for (const suspended of ['worker', 'caller'] as const) {
      for (let n = 1, interleaved = true; interleaved; n += 3) {
        const tenant = await newTenant();
        const { id } = await newRecurrence(tenant);
        const pause = () => putRecurrence(tenant, id, { paused: true });
        const result = await interleave(harness.table, suspended, n, () => processChanges(harness), pause);
        interleaved = result.interleaved;
        await processAllChanges(harness);
        const dueTimes = () =>
          harness.table
            .items()
            .filter(({ entity }) => entity === 'ScheduleEntry')
            .map(({ due_at }) => due_at);
        expect(dueTimes().every((due_at) => due_at === null)).toBe(true);
        await putRecurrence(tenant, id, { paused: false });
        await processAllChanges(harness);
        expectWhole(MONDAYS);
        expect(dueTimes().sort()).toEqual(MONDAYS.map((date) => `${date}T09:00:00.000Z`));
        emptyTable();
      }
    }
  });

  it('edits an item that is about to be replaced: it is kept', async () => {
    for (let n = 1, interleaved = true; interleaved; n += 2) {
      const tenant = await newTenant();
      const { id } = await newRecurrence(tenant, { description: 'Old' });
      await processAllChanges(harness);
      const first = madeItems()[0]!;
      await putRecurrence(tenant, id, { description: 'New' });
      const token = await newToken(tenant);
      const edit = () => callApi('content.update', { token, params: { id: first.id }, body: { description: 'Mine' } });
      const result = await interleave(harness.table, 'worker', n, () => processChanges(harness), edit);
      interleaved = result.interleaved;
      await processAllChanges(harness);
      expectWhole(MONDAYS);
      const isKept = result.answer.status === 200;
      expect(madeItems()[0]!.description).toBe(isKept ? 'Mine' : 'New');
      const { last_change } = await recurrenceDetail(tenant, id);
      expect(last_change).toMatchObject(isKept ? { replaced: 3, kept: 1 } : { replaced: 4, kept: 0 });
      emptyTable();
    }
  });
});

describe('a worker that is killed while it holds or releases items', () => {
  it.each([true, false])('brings all of them to the state of the recurrence: paused %s', async (paused) => {
    const killed = await killAtEach(
      async () => {
        const tenant = await newTenant();
        const { id } = await newRecurrence(tenant);
        await processAllChanges(harness);
        await putRecurrence(tenant, id, { paused: true });
        if (paused) return;
        await processAllChanges(harness);
        await putRecurrence(tenant, id, { paused: false });
      },
      () => {
        expectWhole(MONDAYS);
        const isHeld = madeItems().map(({ recurrence }) => recurrence!.held_at !== undefined);
        expect(isHeld).toEqual(MONDAYS.map(() => paused));
      },
    );
    expect(killed).toBeGreaterThan(10);
  });
});

describe('a record that is delivered again', () => {
  it('at the same time makes no date twice', async () => {
    await newRecurrence(await newTenant());
    const records = harness.changes();
    await Promise.all([1, 2, 3].map(() => processStreamRecords(records)));
    await processAllChanges(harness);
    expectWhole(MONDAYS);
  });

  it('after a change and a deletion has no effect', async () => {
    const tenant = await newTenant();
    const { id } = await newRecurrence(tenant, { description: 'Old' });
    const created = await processChanges(harness);
    await processAllChanges(harness);
    await putRecurrence(tenant, id, { description: 'New' });
    const changed = await processChanges(harness);
    await processAllChanges(harness);
    expect(await processStreamRecords([...created, ...changed])).toEqual([]);
    expectWhole(MONDAYS);
    expect(new Set(madeItems().map(({ description }) => description))).toEqual(new Set(['New']));
    await callApi('recurrences.delete', { token: await newToken(tenant), params: { id } });
    await processAllChanges(harness);
    expect(await processStreamRecords([...created, ...changed])).toEqual([]);
    expectWhole([]);
  });
});
