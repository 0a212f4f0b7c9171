import { describe, expect, it } from 'vitest';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import { advanceTime, callApi, type Json } from '../functions/api-harness.ts';
import { halt } from '../functions/given/halt.ts';
import { madeDates, madeItems, putRecurrence, recurrenceDetail } from '../functions/given/recurrence.ts';
import { newReadyMedia, newRecurrence } from '../functions/resources.ts';
import { connect } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, processStreamRecords, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

/** What a recurrence has in common with the other ways to plan posts: validation, approval, accounts, files, limits. */

const harness = setupWorkers();
const DAY = 86_400_000;

const VALID = { title: 'Tip', platforms: ['twitter'], rule: 'FREQ=WEEKLY;BYDAY=MO', time: '09:00' };

async function create(tenant: Tenant, body: Json) {
  return callApi('recurrences.create', { token: await newToken(tenant), body });
}

describe('a recurrence that is not valid', () => {
  it.each<[string, Json]>([
    ['/rule', { rule: 'FREQ=YEARLY' }],
    ['/rule', { rule: 'FREQ=DAILY;UNTIL=20200101' }],
    ['/rule', { rule: 'FREQ=DAILY\nRRULE:FREQ=WEEKLY' }],
    ['/rule', { rule: 5 }],
    ['/time', { time: '24:00' }],
    ['/time', { time: '9:00' }],
    ['/time_zone', { time_zone: 'Mars/Olympus' }],
    ['/time_zone', { time_zone: '+02:00' }],
    ['/starts_on', { starts_on: '2026-02-30' }],
    ['/starts_on', { starts_on: '2029-01-01' }],
    ['/excluded_dates/0', { excluded_dates: ['tomorrow'] }],
    ['/excluded_dates', { excluded_dates: ['2026-08-10', '2026-08-10'] }],
    ['/evergreen/cooldown_posts', { evergreen: { cooldown_posts: 0 } }],
    ['/evergreen/cooldown_posts', { evergreen: { cooldown_posts: 51 } }],
    ['/variations/1', { variations: ['Short', 'x'.repeat(281)] }],
    ['/variations/0', { variations: [' '] }],
    ['/variations', { variations: Array.from({ length: 21 }, (_, index) => `Text ${index}`) }],
    ['/accounts/0', { accounts: ['acc_01K00000000000000000000000'] }],
    ['/platforms', { platforms: [] }],
    ['/scheduled_at', { scheduled_at: '2026-08-10T09:00:00Z' }],
    ['/next_date', { next_date: '2026-08-10' }],
    ['/media/0/media_id', { media: [{ media_id: 'med_01K00000000000000000000000' }] }],
  ])('names %s, and creates nothing', async (pointer, fields) => {
    const tenant = await newTenant();
    const { status, json } = await create(tenant, { ...VALID, ...fields });
    expect(status).toBe(422);
    expect((json.errors as Json[]).map((each) => each.pointer)).toContain(pointer);
    expect(storedRecords(harness, 'Recurrence')).toEqual([]);
  });

  it('by an update changes nothing', async () => {
    const tenant = await newTenant();
    const { id } = await newRecurrence(tenant);
    await processAllChanges(harness);
    const before = [storedRecords(harness, 'Recurrence'), madeItems()];
    for (const body of [
      { rule: 'FREQ=SECONDLY' },
      { title: 'x', from: '2026-13-01' },
      { variations: ['x'.repeat(281)] },
      {},
    ]) {
      expect((await putRecurrence(tenant, id, body)).status).toBe(422);
    }
    await processAllChanges(harness);
    expect([storedRecords(harness, 'Recurrence'), madeItems()]).toEqual(before);
  });
});

describe('a paused recurrence', () => {
  it('resumes on a later date, at most a year ahead', async () => {
    const tenant = await newTenant();
    const { id } = await newRecurrence(tenant, { paused: true });
    await processAllChanges(harness);
    for (const from of ['9999-12-31', '2028-01-01']) {
      const { status, json } = await putRecurrence(tenant, id, { paused: false, from });
      expect([status, (json.errors as Json[])[0]!.pointer]).toEqual([422, '/from']);
    }
    expect((await putRecurrence(tenant, id, { paused: false, from: '2026-08-20' })).status).toBe(200);
    await processAllChanges(harness);
    expect(madeDates()).toEqual(['2026-08-24', '2026-08-31']);
  });
});

describe('the limit of recurrences', () => {
  it('is 100 in a workspace, and a deletion makes room', async () => {
    const tenant = await newTenant();
    const counter = () => storedRecords<Json>(harness, 'Counter').find(({ recurrences }) => recurrences !== undefined);
    const { id } = await newRecurrence(tenant, { paused: true });
    const item = harness.table.items().find(({ recurrences }) => recurrences === 1)!;
    harness.table.insert({ ...item, recurrences: 100 });
    expect((await create(tenant, VALID)).json).toMatchObject({ status: 409, code: 'recurrence_limit' });
    await callApi('recurrences.delete', { token: await newToken(tenant), params: { id } });
    expect(counter()).toMatchObject({ recurrences: 99 });
    expect((await create(tenant, VALID)).status).toBe(201);
  });
});

describe('the items of a recurrence', () => {
  it('need the approval that the workspace requires', async () => {
    const tenant = await newTenant();
    await callApi('workspace.update', { token: tenant.token, body: { approval: 'required' } });
    await newRecurrence(tenant);
    await processAllChanges(harness);
    const { json } = await callApi('content.get', {
      token: await newToken(tenant),
      params: { id: madeItems()[0]!.id },
    });
    expect((json.warnings as Json[]).map(({ code }) => code)).toContain('not_approved');
    expect(json.available_actions).toContain('submit');
  });

  it('that were submitted are kept by a change', async () => {
    const tenant = await newTenant();
    const { id } = await newRecurrence(tenant);
    await processAllChanges(harness);
    await callApi('content.submit', { token: await newToken(tenant), params: { id: madeItems()[0]!.id }, body: {} });
    const { json } = await putRecurrence(tenant, id, { title: 'New' });
    expect(json.last_change).toMatchObject({ replaced: 3, kept: 1 });
  });

  it('are made during a halt, which stops them as others', async () => {
    const tenant = await newTenant();
    await halt(tenant);
    await newRecurrence(tenant);
    await processAllChanges(harness);
    expect(madeDates()).toHaveLength(4);
  });

  it('name the account that is deleted as the reason why there is none', async () => {
    const tenant = await newTenant();
    const account = String((await connect(tenant, 'twitter')).id);
    const { id } = await newRecurrence(tenant, { accounts: [account] });
    await processAllChanges(harness);
    await callApi('accounts.delete', { token: await newToken(tenant), params: { id: account } });
    await processAllChanges(harness);
    for (let day = 0; day < 8; day++) {
      advanceTime(DAY);
      await onSweepDue();
      await processAllChanges(harness);
    }
    const { occurrences, last_problem } = await recurrenceDetail(tenant, id);
    expect(occurrences.at(-1)).toMatchObject({
      date: '2026-09-07',
      content_id: null,
      problem: { code: 'unknown_account' },
    });
    expect(last_problem).toMatchObject({ code: 'unknown_account', date: '2026-09-07' });
  });

  it('have its files, which it keeps while it exists', async () => {
    const tenant = await newTenant();
    const file = await newReadyMedia(tenant);
    const { id } = await newRecurrence(tenant, { media: [{ media_id: file.id }] });
    const references = () => storedRecords<Json>(harness, 'MediaAsset')[0]!.reference_count;
    expect(references()).toBe(1);
    await processAllChanges(harness);
    expect(references()).toBe(5);
    await callApi('recurrences.delete', { token: await newToken(tenant), params: { id } });
    await processAllChanges(harness);
    expect(references()).toBe(0);
  });

  it('of a week that the service missed have a reason', async () => {
    const tenant = await newTenant();
    const { id } = await newRecurrence(tenant);
    await processAllChanges(harness);
    advanceTime(45 * DAY);
    await onSweepDue();
    await processAllChanges(harness);
    const { occurrences } = await recurrenceDetail(tenant, id);
    const missed = occurrences.filter(({ problem }) => problem?.code === 'time_in_past').map(({ date }) => date);
    expect(missed).toEqual(['2026-09-07', '2026-09-14']);
  });

  it('of another workspace are neither seen nor changed', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    const { id } = await newRecurrence(tenant);
    await processAllChanges(harness);
    expect((await putRecurrence(other, id, { title: 'Theirs' })).status).toBe(404);
    const { json } = await callApi('recurrences.list', { token: await newToken(other) });
    expect(json.recurrences).toEqual([]);
  });
});

describe('the erasure of a workspace', () => {
  it('is final: a record of its recurrence that arrives later makes no item', async () => {
    await newRecurrence(await newTenant());
    const pending = harness.changes();
    for (const { pk, sk } of harness.table.items()) harness.table.remove({ pk: String(pk), sk: String(sk) });
    await processStreamRecords(pending);
    await processAllChanges(harness);
    const left = new Set(harness.table.items().map(({ entity }) => entity));
    for (const entity of ['Recurrence', 'RecurrenceOccurrence', 'Content', 'ScheduleEntry'])
      expect(left).not.toContain(entity);
  });
});

describe('POST /recurrences/preview', () => {
  it('has the next ten dates with the changes of the clock', async () => {
    const tenant = await newTenant();
    const body = { rule: 'FREQ=WEEKLY;BYDAY=SU', time: '02:30', time_zone: 'Europe/Berlin', starts_on: '2026-10-18' };
    const { json } = await callApi('recurrences.preview', { token: tenant.token, body });
    expect(json.next_dates).toHaveLength(10);
    expect((json.next_dates as Json[])[1]).toEqual({
      ...{ date: '2026-10-25', local: '2026-10-25T02:30', at: '2026-10-25T00:30:00.000Z', clock: 'repeated' },
    });
  });
});
