import { describe, expect, it } from 'vitest';
import { handler as publishDue } from '../../functions/on-publish-due.ts';
import { advanceTime, callApi, type Json } from '../functions/api-harness.ts';
import { madeItems, putRecurrence, recurrenceDetail } from '../functions/given/recurrence.ts';
import { newRecurrence } from '../functions/resources.ts';
import { connect, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, processAllChanges, setupWorkers } from '../functions/worker-harness.ts';

/** One text at the same time of each day: as close as the duplicate guard permits. The clock is at 10:00:30 on August 3, 2026. */

const harness = setupWorkers();
simulatePlatforms();

const problems = (occurrences: { date: string; problem: { code: string } | null }[]) =>
  occurrences.filter(({ problem }) => problem !== null).map(({ date, problem }) => `${date} ${problem!.code}`);

/** A daily recurrence at nine, whose first item was published 1.4 s after its time. It is noon of that day. */
async function givenPublishedToday(): Promise<{ tenant: Tenant; id: string; today: Json }> {
  const tenant = await newTenant();
  await connect(tenant, 'twitter');
  const { id } = await newRecurrence(tenant, { rule: 'FREQ=DAILY', starts_on: '2026-08-04' });
  await processAllChanges(harness);
  advanceTime(Date.parse('2026-08-04T09:00:01.400Z') - Date.now());
  const [first] = madeItems();
  const { schedule_id } = first!.targets.twitter!;
  await publishDue({ workspace_id: tenant.workspace.id, schedule_id }, lambdaContext());
  await processAllChanges(harness);
  advanceTime(Date.parse('2026-08-04T12:00:00Z') - Date.now());
  const { json } = await callApi('content.get', { token: await newToken(tenant), params: { id: first!.id } });
  const [target] = json.targets as Json[];
  expect(target).toMatchObject({ status: 'published', published_at: '2026-08-04T09:00:01.400Z' });
  return { tenant, id, today: json };
}

describe('a daily recurrence of one text', () => {
  it.each<[string, Json[]]>([
    ['its labels change', [{ labels: ['Tips'] }]],
    ['it is paused and resumed', [{ paused: true }, { paused: false }]],
  ])('keeps the item of tomorrow when %s after the publication of today', async (_, changes) => {
    const { tenant, id } = await givenPublishedToday();
    for (const change of changes) {
      expect((await putRecurrence(tenant, id, change)).status).toBe(200);
      await processAllChanges(harness);
    }
    const { occurrences } = await recurrenceDetail(tenant, id);
    expect(problems(occurrences)).toEqual([]);
    expect(occurrences.find(({ date }) => date === '2026-08-05')?.content_id).toMatch(/^cnt_/);
  });
});

describe('a recurrence of one text over the change to summer time, 23 hours after the day before', () => {
  it.each([
    ['daily', 24, 'FREQ=DAILY;COUNT=5', ['2027-03-26', '2027-03-27', '2027-03-28', '2027-03-29', '2027-03-30']],
    ['weekly, with a period of a week,', 168, 'FREQ=WEEKLY;COUNT=3', ['2027-03-26', '2027-04-02', '2027-04-09']],
  ])('%s has an item for each date', async (_, duplicate_guard_hours, rule, expected) => {
    advanceTime(Date.parse('2027-03-24T12:00:00Z') - Date.now());
    const tenant = await newTenant();
    await callApi('workspace.update', { token: tenant.token, body: { duplicate_guard_hours } });
    const zone = { time: '09:00', time_zone: 'Europe/Berlin' };
    const { id } = await newRecurrence(tenant, { rule, starts_on: '2027-03-26', ...zone });
    await processAllChanges(harness);
    const { occurrences } = await recurrenceDetail(tenant, id);
    expect(occurrences.map(({ date, problem }) => problem?.code ?? date)).toEqual(expected);
  });
});

describe('the duplicate guard', () => {
  it('compares planned times: a post 24 hours after the time of one that was published late is none', async () => {
    const { tenant, today, id } = await givenPublishedToday();
    await callApi('recurrences.delete', { token: await newToken(tenant), params: { id } });
    await processAllChanges(harness);
    const create = async (scheduled_at: string) =>
      callApi('content.create', {
        token: await newToken(tenant),
        body: { title: today.title, platforms: ['twitter'], scheduled_at },
      });
    expect((await create('2026-08-05T08:59:59.999Z')).json).toMatchObject({
      code: 'duplicate_content',
      content_id: today.id,
    });
    expect((await create('2026-08-05T09:00:00Z')).status).toBe(201);
  });
});
