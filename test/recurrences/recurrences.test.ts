import { describe, expect, it } from 'vitest';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import { advanceTime, callApi, type Json, succeed } from '../functions/api-harness.ts';
import { madeItems, type Occurrence, putRecurrence, recurrenceDetail } from '../functions/given/recurrence.ts';
import { newContent, newRecurrence } from '../functions/resources.ts';
import { connect } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers } from '../functions/worker-harness.ts';

// Monday, August 3, 2026, is the first day of the tests.

const harness = setupWorkers();
const DAY = 86_400_000;

async function itemsOf(tenant: Tenant) {
  const { json } = await callApi('content.list', { token: await newToken(tenant), query: { limit: '100' } });
  const list = json.data as { id: string }[];
  const items = await Promise.all(
    list.map(
      async ({ id }) => (await callApi('content.get', { token: await newToken(tenant), params: { id } })).json as Json,
    ),
  );
  return items
    .filter(({ recurrence }) => recurrence !== null)
    .sort((one, other) => (String(one.scheduled_at) < String(other.scheduled_at) ? -1 : 1));
}

const datesOf = (occurrences: Occurrence[]) => occurrences.map(({ date }) => date);

describe('POST /recurrences', () => {
  it('makes the items of the next 30 days as ordinary scheduled items, once each', async () => {
    const tenant = await newTenant();
    const recurrence = await newRecurrence(tenant, {
      starts_on: '2026-08-10',
      variations: ['A', 'B'],
      labels: ['Tips'],
    });
    await processAllChanges(harness);
    const items = await itemsOf(tenant);
    expect(items.map(({ scheduled_at }) => scheduled_at)).toEqual([
      '2026-08-10T09:00:00.000Z',
      '2026-08-17T09:00:00.000Z',
      '2026-08-24T09:00:00.000Z',
      '2026-08-31T09:00:00.000Z',
    ]);
    expect(items.map(({ description }) => description)).toEqual(['A', 'B', 'A', 'B']);
    expect(items[0]).toMatchObject({
      status: 'scheduled',
      recurrence: { id: recurrence.id, date: '2026-08-10', held: false },
      scheduled_local: { local: '2026-08-10T09:00', time_zone: 'UTC' },
      labels: ['Tips'],
    });
    const { occurrences } = await recurrenceDetail(tenant, recurrence.id);
    expect(occurrences.map(({ content_id }) => content_id)).toEqual(items.map(({ id }) => id));
  });

  it.each<[string, Json, string[]]>([
    ['a rule that began in the past', { starts_on: '2026-07-27' }, ['C', 'A', 'B', 'C']],
    ['an excluded date', { starts_on: '2026-08-10', excluded_dates: ['2026-08-10'] }, ['B', 'C', 'A']],
  ])('gives each date the text of its position in the rule, with %s', async (_, calendar, texts) => {
    await newRecurrence(await newTenant(), { ...calendar, variations: ['A', 'B', 'C'] });
    await processAllChanges(harness);
    expect(madeItems().map(({ description }) => description)).toEqual(texts);
  });

  it('makes a later item when its date comes within 30 days', async () => {
    const tenant = await newTenant();
    const { id } = await newRecurrence(tenant);
    await processAllChanges(harness);
    for (let day = 0; day < 8; day++) {
      advanceTime(DAY);
      await onSweepDue();
      await processAllChanges(harness);
    }
    expect(datesOf((await recurrenceDetail(tenant, id)).occurrences)).toEqual([
      '2026-08-10',
      '2026-08-17',
      '2026-08-24',
      '2026-08-31',
      '2026-09-07',
    ]);
  });
});

describe('a change of a recurrence', () => {
  it('replaces upcoming items that are unchanged, and keeps the others', async () => {
    const tenant = await newTenant();
    const { id } = await newRecurrence(tenant, { variations: ['A', 'B'] });
    await processAllChanges(harness);
    const [first, second, third] = await itemsOf(tenant);
    const token = await newToken(tenant);
    await callApi('content.update', { token, params: { id: String(first!.id) }, body: { description: 'Mine' } });
    await callApi('content.delete', { token, params: { id: String(second!.id) } });
    const { status, json } = await putRecurrence(tenant, id, { variations: ['C'] });
    expect([status, json.last_change]).toEqual([200, { from: '2026-08-03', replaced: 2, kept: 2, held: 0 }]);
    await processAllChanges(harness);
    const items = await itemsOf(tenant);
    expect(items.map(({ description }) => description)).toEqual(['Mine', 'C', 'C']);
    expect(items.some((item) => item.id === third!.id)).toBe(false);
    expect((await recurrenceDetail(tenant, id)).last_change).toEqual({
      from: '2026-08-03',
      replaced: 2,
      kept: 2,
      held: 0,
    });
  });

  it('from a date leaves the earlier items as they are', async () => {
    const tenant = await newTenant();
    const { id } = await newRecurrence(tenant, { description: 'Before' });
    await processAllChanges(harness);
    const before = await itemsOf(tenant);
    await putRecurrence(tenant, id, { description: 'After', rule: 'FREQ=WEEKLY;BYDAY=TU', from: '2026-08-20' });
    await processAllChanges(harness);
    const items = await itemsOf(tenant);
    expect(items.map((item) => [item.description, String(item.scheduled_at).slice(0, 10)])).toEqual([
      ['Before', '2026-08-10'],
      ['Before', '2026-08-17'],
      ['After', '2026-08-25'],
      ['After', '2026-09-01'],
    ]);
    expect(items.slice(0, 2).map((item) => item.id)).toEqual(before.slice(0, 2).map((item) => item.id));
  });

  it('that excludes a date changes no other item', async () => {
    const tenant = await newTenant();
    const { id } = await newRecurrence(tenant);
    await processAllChanges(harness);
    const before = await itemsOf(tenant);
    const { json } = await putRecurrence(tenant, id, { excluded_dates: ['2026-08-17'] });
    expect(json.last_change).toMatchObject({ replaced: 1, kept: 0 });
    await processAllChanges(harness);
    const ids = (await itemsOf(tenant)).map((item) => item.id);
    expect(ids).toEqual([before[0]!.id, before[2]!.id, before[3]!.id]);
  });

  it('from a date whose earlier items are not made yet is 422', async () => {
    const tenant = await newTenant();
    const { id } = await newRecurrence(tenant);
    await processAllChanges(harness);
    for (const from of ['2026-12-01', '2060-01-01', '9999-12-31']) {
      const { status, json } = await putRecurrence(tenant, id, { title: 'Later', from });
      expect([status, (json.errors as Json[])[0]]).toMatchObject([422, { pointer: '/from', code: 'date_too_late' }]);
    }
  });

  it('from any date up to the first one of the rule without an item is accepted', async () => {
    const tenant = await newTenant();
    const { id } = await newRecurrence(tenant, { rule: 'FREQ=MONTHLY;BYMONTHDAY=28' });
    await processAllChanges(harness);
    const change = (from: string) => putRecurrence(tenant, id, { title: `From ${from}`, from });
    expect((await change('2026-09-28')).status).toBe(200);
    await processAllChanges(harness);
    expect((await itemsOf(tenant)).map((item) => item.title)).toEqual([expect.not.stringContaining('From')]);
    expect((await change('2026-09-29')).status).toBe(422);
  });
});

describe('DELETE /recurrences/{id}', () => {
  it.each([
    ['delete', 1],
    ['keep', 4],
  ])('with upcoming=%s leaves %i items', async (upcoming, left) => {
    const tenant = await newTenant();
    const { id } = await newRecurrence(tenant);
    await processAllChanges(harness);
    const [first] = await itemsOf(tenant);
    const token = await newToken(tenant);
    await callApi('content.update', { token, params: { id: String(first!.id) }, body: { title: 'Mine' } });
    await succeed('recurrences.delete', { token, params: { id }, query: { upcoming } });
    expect((await callApi('recurrences.get', { token, params: { id } })).status).toBe(404);
    await processAllChanges(harness);
    expect(await itemsOf(tenant)).toHaveLength(left);
    expect((await callApi('recurrences.list', { token })).json.recurrences).toEqual([]);
  });
});

describe('a key without content:write', () => {
  it('cannot delete a recurrence with its items, only one whose items stay', async () => {
    const tenant = await newTenant();
    const { id } = await newRecurrence(tenant);
    await processAllChanges(harness);
    const token = await newToken(tenant, ['schedule:write']);
    const remove = (query: Record<string, string>) => callApi('recurrences.delete', { token, params: { id }, query });
    const rejected = await remove({});
    expect([rejected.status, rejected.json.code]).toEqual([403, 'insufficient_scope']);
    await processAllChanges(harness);
    expect(await itemsOf(tenant)).toHaveLength(4);
    expect((await remove({ upcoming: 'keep' })).status).toBe(200);
  });
});

describe('a date of which no item can be made', () => {
  it('is skipped with its reason, and the next dates are made', async () => {
    const tenant = await newTenant();
    const account = await connect(tenant, 'twitter');
    await newContent(tenant, { title: 'The same', platforms: ['twitter'], scheduled_at: '2026-08-17T12:00:00Z' });
    const { id } = await newRecurrence(tenant, { title: 'The same' });
    await processAllChanges(harness);
    const { occurrences, last_problem } = await recurrenceDetail(tenant, id);
    expect(occurrences.map(({ problem }) => problem?.code ?? null)).toEqual([null, 'duplicate_content', null, null]);
    expect(last_problem).toMatchObject({ code: 'duplicate_content', date: '2026-08-17' });
    expect(account).toBeDefined();
    const { json } = await callApi('events.list', {
      token: await newToken(tenant),
      query: { type: 'recurrence.failed' },
    });
    expect((json.events as Json[]).map(({ data }) => data)).toMatchObject([{ id, problem: { date: '2026-08-17' } }]);
  });
});

describe('evergreen', () => {
  it('skips a text that is among the last posts for the next one, and the date if none is left', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    const { id } = await newRecurrence(tenant, {
      ...{ starts_on: '2026-08-10', variations: ['A', 'B'], evergreen: { cooldown_posts: 2 } },
    });
    await processAllChanges(harness);
    const items = await itemsOf(tenant);
    expect(items.map(({ description }) => description)).toEqual(['A', 'B']);
    const { occurrences } = await recurrenceDetail(tenant, id);
    expect(occurrences.slice(2).map(({ problem }) => problem?.code)).toEqual(['in_cooldown', 'in_cooldown']);
    // Posts that are planned later make room.
    for (const day of ['18', '19', '20']) {
      const scheduled_at = `2026-08-${day}T12:00:00Z`;
      await newContent(
        { ...tenant, token: await newToken(tenant) },
        { title: `Other ${day}`, platforms: ['twitter'], scheduled_at },
      );
    }
    advanceTime(DAY + 60_000);
    await onSweepDue();
    await processAllChanges(harness);
    expect((await itemsOf(tenant)).map(({ description }) => description)).toEqual(['A', 'B', 'A']);
  });
});
