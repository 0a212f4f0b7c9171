import { describe, expect, it } from 'vitest';
import { handler as publishDue } from '../../functions/on-publish-due.ts';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import type { ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import { advanceTime, callApi, type Json } from '../functions/api-harness.ts';
import { act, join } from '../functions/given/approvals.ts';
import { madeItems as itemsByTime, putRecurrence, recurrenceDetail } from '../functions/given/recurrence.ts';
import { newContent, newRecurrence } from '../functions/resources.ts';
import { connect, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

/** A recurrence that is paused. Monday, August 3, 2026, is the first day of the tests. */

const harness = setupWorkers();
simulatePlatforms();

/** The items in the order of their dates: a cancelled one has no time. */
const madeItems = () => itemsByTime().sort((one, other) => (one.recurrence!.date < other.recurrence!.date ? -1 : 1));
const madeDates = () => madeItems().map(({ recurrence }) => recurrence!.date);

const MONDAYS = ['2026-08-10', '2026-08-17', '2026-08-24', '2026-08-31'];

async function change(tenant: Tenant, id: string, body: Json) {
  const answer = await putRecurrence(tenant, id, body);
  expect(answer.status, answer.text).toBe(200);
  await processAllChanges(harness);
  return answer.json as Json & { last_change: Json };
}

async function call(tenant: Tenant, operation: Parameters<typeof callApi>[0], options: Json) {
  return callApi(operation, { token: await newToken(tenant), ...options });
}

/** Set the clock, and let the sweep and the stream run. */
async function goTo(time: string): Promise<void> {
  advanceTime(Date.parse(time) - Date.now());
  await onSweepDue();
  await processAllChanges(harness);
}

/** The recurrence of the tests, with the items of four Mondays. */
async function givenItems(fields: Json = {}) {
  const tenant = await newTenant();
  await connect(tenant, 'twitter');
  const { id } = await newRecurrence(tenant, fields);
  await processAllChanges(harness);
  return { tenant, id, items: madeItems() };
}

const entriesOf = (contentId: string) =>
  storedRecords<ScheduleEntry>(harness, 'ScheduleEntry').filter(({ content_id }) => content_id === contentId);

/** Of each item: its date, its status, and when its entry is due. */
const dueTimes = () =>
  madeItems().map(({ id, recurrence, status }) => [recurrence!.date, status, entriesOf(id)[0]!.due_at]);

/** Let the schedule of an entry start its attempt. */
async function publish(tenant: Tenant, contentId: string): Promise<void> {
  const [entry] = entriesOf(contentId);
  await publishDue({ workspace_id: tenant.workspace.id, schedule_id: entry!.id }, lambdaContext());
  await processAllChanges(harness);
}

describe('pause and resume after a change of this and the following dates', () => {
  it.each<[string, Json]>([
    ['rule', { rule: 'FREQ=WEEKLY;BYDAY=TU' }],
    ['variations', { variations: ['new 1', 'new 2'] }],
    ['time', { time: '15:00' }],
  ])('keep the items that have the former %s', async (_, fields) => {
    const { tenant, id, items } = await givenItems({ variations: ['old 1', 'old 2'] });
    await change(tenant, id, { ...fields, from: '2026-08-24' });
    const before = madeItems();
    expect(before.slice(0, 2)).toMatchObject(items.slice(0, 2).map((item) => ({ id: item.id })));
    const state = () =>
      madeItems().map((item) => [item.id, item.description, item.scheduled_at, entriesOf(item.id)[0]!.due_at]);
    const former = state();
    expect((await change(tenant, id, { paused: true })).last_change).toEqual({
      ...{ from: '2026-08-03', replaced: 0, kept: 0, held: before.length },
    });
    expect(dueTimes().every(([, , due_at]) => due_at === null)).toBe(true);
    await change(tenant, id, { paused: false });
    expect(state()).toEqual(former);
  });

  it('keep the items of two earlier changes', async () => {
    const { tenant, id } = await givenItems({ description: 'one' });
    await change(tenant, id, { description: 'two', from: '2026-08-17' });
    await change(tenant, id, { description: 'three', from: '2026-08-31' });
    await change(tenant, id, { paused: true });
    await change(tenant, id, { paused: false });
    expect(madeItems().map(({ description }) => description)).toEqual(['one', 'two', 'two', 'three']);
  });
});

describe('an item that a pause holds', () => {
  it('is shown as held, and is not published at its time', async () => {
    const { tenant, id, items } = await givenItems();
    await change(tenant, id, { paused: true });
    const { json } = await call(tenant, 'content.get', { params: { id: items[0]!.id } });
    expect(json).toMatchObject({ status: 'scheduled', recurrence: { id, date: MONDAYS[0], held: true } });
    const { json: schedule } = await call(tenant, 'schedule.list', {});
    expect((schedule.scheduled_posts as Json[]).map(({ status, recurrence }) => [status, recurrence])).toEqual(
      MONDAYS.map((date) => ['pending', { id, date, held: true }]),
    );
    advanceTime(Date.parse('2026-08-10T09:00:01Z') - Date.now());
    await publish(tenant, items[0]!.id);
    expect(madeItems()[0]!.status).toBe('scheduled');
  });

  it('is cancelled with an event when its time passes, and not published late when the recurrence resumes', async () => {
    const { tenant, id } = await givenItems();
    await change(tenant, id, { paused: true });
    await goTo('2026-08-10T09:01:00Z');
    expect(dueTimes().map(([, status]) => status)).toEqual(['cancelled', 'scheduled', 'scheduled', 'scheduled']);
    const { json } = await call(tenant, 'events.list', { query: { type: 'content.cancelled' } });
    expect((json.events as { data: Json }[]).map(({ data }) => data.cancellation)).toMatchObject([
      { reason: 'recurrence_paused', platforms: ['twitter'] },
    ]);
    await change(tenant, id, { paused: false });
    expect(dueTimes().slice(0, 2)).toEqual([
      ['2026-08-10', 'cancelled', null],
      ['2026-08-17', 'scheduled', '2026-08-17T09:00:00.000Z'],
    ]);
  });

  it('is cancelled when the recurrence resumes after its time, also before the sweep', async () => {
    const { tenant, id } = await givenItems();
    await change(tenant, id, { paused: true });
    advanceTime(Date.parse('2026-08-10T09:00:01Z') - Date.now());
    await change(tenant, id, { paused: false });
    expect(dueTimes()[0]).toEqual(['2026-08-10', 'cancelled', null]);
  });

  it('is due when the recurrence resumes just before its time, and the worker is late', async () => {
    const { tenant, id } = await givenItems();
    await change(tenant, id, { paused: true });
    advanceTime(Date.parse('2026-08-10T08:59:59Z') - Date.now());
    await putRecurrence(tenant, id, { paused: false });
    advanceTime(5000);
    await processAllChanges(harness);
    expect(dueTimes()[0]).toEqual(['2026-08-10', 'scheduled', '2026-08-10T09:00:00.000Z']);
  });

  it('stays held after an edit of its text', async () => {
    const { tenant, id, items } = await givenItems();
    await change(tenant, id, { paused: true });
    await call(tenant, 'content.update', { params: { id: items[0]!.id }, body: { description: 'Mine' } });
    await processAllChanges(harness);
    expect(dueTimes()[0]).toEqual(['2026-08-10', 'scheduled', null]);
    await change(tenant, id, { paused: false });
    expect(dueTimes()[0]).toEqual(['2026-08-10', 'scheduled', '2026-08-10T09:00:00.000Z']);
    expect(madeItems()[0]!.description).toBe('Mine');
  });

  it('stays held when it is approved', async () => {
    const { tenant, id, items } = await givenItems();
    const approver = await join(tenant, 'approver');
    await change(tenant, id, { paused: true });
    const params = { id: items[0]!.id };
    expect((await call(tenant, 'content.submit', { params })).status).toBe(200);
    expect((await act('approve', approver, items[0]!.id)).status).toBe(200);
    await processAllChanges(harness);
    expect(dueTimes()[0]).toEqual(['2026-08-10', 'scheduled', null]);
    await change(tenant, id, { paused: false });
    expect(dueTimes()[0]).toEqual(['2026-08-10', 'scheduled', '2026-08-10T09:00:00.000Z']);
    expect(madeItems()[0]!.approval?.status).toBe('approved');
  });

  it.each([
    ['moved to another time', { scheduled_at: '2026-08-11T12:00:00Z' }, '2026-08-11T12:00:00.000Z'],
    [
      'given its time on another clock',
      { scheduled_at: { local: '2026-08-10T11:00', time_zone: 'Europe/Berlin' } },
      '2026-08-10T09:00:00.000Z',
    ],
  ])('is due when it is %s', async (_, body, due_at) => {
    const { tenant, id, items } = await givenItems();
    await change(tenant, id, { paused: true });
    const { status, json } = await call(tenant, 'content.update', { params: { id: items[0]!.id }, body });
    expect([status, json.recurrence]).toEqual([200, { id, date: '2026-08-10', held: false }]);
    await processAllChanges(harness);
    expect(entriesOf(items[0]!.id)[0]!.due_at).toBe(due_at);
    await change(tenant, id, { paused: false });
    expect(entriesOf(items[0]!.id)[0]!.due_at).toBe(due_at);
  });

  it('still has its content: another post with it is a duplicate', async () => {
    const { tenant, id } = await givenItems();
    await change(tenant, id, { paused: true });
    const body = { title: 'Weekly tip', platforms: ['twitter'], scheduled_at: '2026-08-17T12:00:00Z' };
    expect((await call(tenant, 'content.create', { body })).json.code).toBe('duplicate_content');
  });

  it('is not released by the end of a halt', async () => {
    const { tenant, id, items } = await givenItems();
    await change(tenant, id, { paused: true });
    const { json: halt } = await call(tenant, 'halts.create', { body: { scope: 'workspace', reason: 'Stop' } });
    advanceTime(Date.parse('2026-08-10T09:00:30Z') - Date.now());
    await call(tenant, 'halts.delete', { params: { id: String(halt.id) } });
    await processAllChanges(harness);
    expect(entriesOf(items[0]!.id)[0]).toMatchObject({ state: 'pending', due_at: null });
    expect(entriesOf(items[0]!.id)[0]!.scheduled_at).toBe('2026-08-10T09:00:00.000Z');
  });

  it('is halted after its release while a halt is active', async () => {
    const { tenant, id, items } = await givenItems();
    await change(tenant, id, { paused: true });
    const { json: halt } = await call(tenant, 'halts.create', { body: { scope: 'workspace', reason: 'Stop' } });
    await change(tenant, id, { paused: false });
    advanceTime(Date.parse('2026-08-10T09:00:01Z') - Date.now());
    await publish(tenant, items[0]!.id);
    expect(madeItems()[0]!.status).toBe('scheduled');
    await call(tenant, 'halts.delete', { params: { id: String(halt.id) } });
    await processAllChanges(harness);
    expect(entriesOf(items[0]!.id)[0]!.due_at).not.toBeNull();
  });
});

describe('a paused recurrence', () => {
  it('leaves items as they are that a person has changed', async () => {
    const { tenant, id, items } = await givenItems();
    await call(tenant, 'content.update', { params: { id: items[0]!.id }, body: { description: 'Mine' } });
    expect((await change(tenant, id, { paused: true })).last_change).toMatchObject({ kept: 1, held: 3 });
    expect(dueTimes().map(([, , due_at]) => due_at)).toEqual(['2026-08-10T09:00:00.000Z', null, null, null]);
  });

  it('makes the dates that have come within 30 days when it resumes, without those of the pause', async () => {
    const { tenant, id } = await givenItems({
      ...{ rule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=9', starts_on: '2026-08-10', variations: ['A', 'B', 'C'] },
    });
    await change(tenant, id, { paused: true });
    await goTo('2026-09-09T12:00:00Z');
    expect(madeDates()).toEqual(MONDAYS);
    await change(tenant, id, { paused: false });
    expect(
      dueTimes()
        .slice(0, 4)
        .map(([, status]) => status),
    ).toEqual(Array(4).fill('cancelled'));
    // The ninth date is October 5.
    expect(
      madeItems()
        .slice(4)
        .map((item) => [item.recurrence!.date, item.description]),
    ).toEqual([
      ['2026-09-14', 'C'],
      ['2026-09-21', 'A'],
      ['2026-09-28', 'B'],
      ['2026-10-05', 'C'],
    ]);
    expect((await recurrenceDetail(tenant, id)).last_problem).toBeNull();
  });

  it('deletes held items from the date on from which other settings count, and makes them when it resumes', async () => {
    const { tenant, id, items } = await givenItems({ description: 'Old' });
    await change(tenant, id, { paused: true });
    const { last_change } = await change(tenant, id, { description: 'New', from: '2026-08-24' });
    expect(last_change).toMatchObject({ replaced: 2 });
    expect(madeItems().map((item) => item.id)).toEqual(items.slice(0, 2).map((item) => item.id));
    expect(dueTimes().every(([, , due_at]) => due_at === null)).toBe(true);
    await change(tenant, id, { paused: false });
    expect(madeItems().map(({ description }) => description)).toEqual(['Old', 'Old', 'New', 'New']);
    expect(dueTimes().map(([, , due_at]) => due_at)).toEqual(MONDAYS.map((date) => `${date}T09:00:00.000Z`));
  });

  it('that was paused without items makes them when it resumes', async () => {
    const { tenant, id } = await givenItems({ paused: true });
    expect(madeItems()).toEqual([]);
    await change(tenant, id, { paused: false });
    expect(madeDates()).toEqual(MONDAYS);
  });

  it('resumes from a date on: the dates before it are cancelled', async () => {
    const { tenant, id } = await givenItems();
    await change(tenant, id, { paused: true });
    await change(tenant, id, { paused: false, from: '2026-08-20' });
    expect(dueTimes()).toEqual([
      ['2026-08-10', 'cancelled', null],
      ['2026-08-17', 'cancelled', null],
      ['2026-08-24', 'scheduled', '2026-08-24T09:00:00.000Z'],
      ['2026-08-31', 'scheduled', '2026-08-31T09:00:00.000Z'],
    ]);
  });

  it.each([
    ['the pause', []],
    ['a change during the pause', [{ description: 'New' }]],
  ])(
    'is 409 to resume from a date on while %s is not finished, so that no date before it is published',
    async (_, edits) => {
      const { tenant, id } = await givenItems();
      if (edits.length > 0) await change(tenant, id, { paused: true });
      for (const body of edits.length > 0 ? edits : [{ paused: true }]) {
        expect((await putRecurrence(tenant, id, body)).status).toBe(200);
      }
      const resumption = { paused: false, from: '2026-08-20' };
      expect((await putRecurrence(tenant, id, resumption)).json).toMatchObject({
        status: 409,
        code: 'recurrence_changing',
      });
      await processAllChanges(harness);
      await change(tenant, id, resumption);
      const isDue = ([, , due]: (string | null)[]) => due !== null;
      expect(
        dueTimes()
          .filter(isDue)
          .map(([date]) => date),
      ).toEqual(['2026-08-24', '2026-08-31']);
    },
  );

  it.each([
    ['delete', ['2026-08-10']],
    ['keep', MONDAYS],
  ])('when it is deleted with upcoming=%s releases the items that stay', async (upcoming, dates) => {
    const { tenant, id, items } = await givenItems();
    await change(tenant, id, { paused: true });
    await call(tenant, 'content.update', { params: { id: items[0]!.id }, body: { description: 'Mine' } });
    expect((await call(tenant, 'recurrences.delete', { params: { id }, query: { upcoming } })).status).toBe(200);
    await processAllChanges(harness);
    expect(dueTimes()).toEqual(dates.map((date) => [date, 'scheduled', `${date}T09:00:00.000Z`]));
    expect(harness.table.items().filter(({ entity }) => entity === 'Recurrence')).toEqual([]);
  });

  it('holds a target, too, that is scheduled at the time at which another one of its item is held', async () => {
    const { tenant, id, items } = await givenItems({ platforms: ['twitter', 'linkedin'] });
    const content_id = items[0]!.id;
    await change(tenant, id, { paused: true });
    const linkedin = entriesOf(content_id).find(({ platform }) => platform === 'linkedin')!;
    expect((await call(tenant, 'schedule.cancel', { params: { id: linkedin.id } })).status).toBe(200);
    const body = { content_id, platforms: ['linkedin'], scheduled_at: '2026-08-10T09:00:00Z' };
    expect((await call(tenant, 'schedule.create', { body })).status).toBe(201);
    const pending = () => entriesOf(content_id).filter(({ state }) => state === 'pending');
    expect(pending().map(({ due_at }) => due_at)).toEqual([null, null]);
    await change(tenant, id, { paused: false });
    expect(pending().map(({ due_at }) => due_at)).toEqual(Array(2).fill('2026-08-10T09:00:00.000Z'));
  });

  it('lets a person take the place of a held item that they have deleted', async () => {
    const { tenant, id, items } = await givenItems();
    await change(tenant, id, { paused: true });
    await call(tenant, 'content.delete', { params: { id: items[1]!.id } });
    await newContent(
      { ...tenant, token: await newToken(tenant) },
      { title: 'Weekly tip', platforms: ['twitter'], scheduled_at: '2026-08-17T12:00:00Z' },
    );
    await change(tenant, id, { paused: false });
    expect(madeDates()).toEqual(['2026-08-10', '2026-08-24', '2026-08-31']);
  });
});
