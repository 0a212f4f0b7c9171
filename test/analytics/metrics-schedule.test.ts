import { describe, expect, it } from 'vitest';
import { advanceTime, callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import { startMeteredX } from '../functions/given/charged-reads.ts';
import { additions, HOUR, measurements, post, read, tenantOn } from '../functions/given/metric-polls.ts';
import { connect, publishContent, setMetrics, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers } from '../functions/worker-harness.ts';

const harness = setupWorkers();
simulatePlatforms();

const DAY = 24 * HOUR;

/** Poll everything that is due, every six hours until this many days have passed. `before`: runs before each poll. */
async function live(days: number, before: () => void = () => {}): Promise<void> {
  for (let step = 0; step < days * 4; step++) {
    advanceTime(6 * HOUR);
    before();
    await read();
  }
}

/** A tenant on X with the default settings, and a post that has just been published. */
async function publishedOnX() {
  const tenant = await newTenant();
  await connect(tenant, 'twitter');
  await publishContent(tenant, 'twitter');
  await processAllChanges(harness);
  return tenant;
}

const account = async (tenant: Tenant) => {
  const { json } = await callApi('accounts.list', { token: await newToken(tenant) });
  return (json.accounts as Json[])[0]!;
};

const coverage = async (tenant: Tenant, period: string) => {
  const { json } = await callApi('analytics.performance', { token: await newToken(tenant), query: { period } });
  return (json.coverage as Json[]).find(({ platform }) => platform === 'twitter')!;
};

describe('a post on X', () => {
  it('is read five times by default, first an hour after publication, and then no more', async () => {
    await publishedOnX();
    const [{ published_at, due_at, platform_post_id }] = measurements() as [ReturnType<typeof measurements>[0]];
    expect(Date.parse(due_at!) - Date.parse(published_at)).toBe(HOUR);
    await using x = await startMeteredX();
    for (let hour = 0; hour < 12 * 24; hour++) {
      advanceTime(HOUR);
      x.likes.set(platform_post_id!, hour);
      await read();
    }
    const hours = x.reads.map(({ atMs }) => Math.floor((atMs - Date.parse(published_at)) / HOUR));
    expect(hours).toEqual([1, 24, 48, 96, 168]);
    expect(measurements()[0]!.due_at).toBeNull();
  });

  it('is not read on the next day of its schedule after a read that changed nothing', async () => {
    await publishedOnX();
    await using x = await startMeteredX();
    x.likes.set(measurements()[0]!.platform_post_id!, 0);
    await live(10);
    expect(x.reads).toHaveLength(4);
  });

  it('has a read that is late, after a platform that was down on its last day', async () => {
    const tenant = await tenantOn('twitter');
    await setMetrics(tenant, 'twitter', { metrics_schedule: 'days' });
    await post(tenant, 'twitter', '1', { published_at: inSeconds((-7 * DAY) / 1000) });
    await using x = await startMeteredX();
    x.likes.set('1', 5);
    x.state.isDown = true;
    await live(3);
    x.state.isDown = false;
    await live(2);
    expect(x.reads).toMatchObject([{ likes: 5 }]);
    expect(measurements()[0]!.due_at).toBeNull();
    expect(additions()).toMatchObject([{ deltas: { likes: 5 } }]);
  });
});

describe('the schedule of an account', () => {
  it('applies to a post from its next poll', async () => {
    const tenant = await publishedOnX();
    await using x = await startMeteredX();
    const { platform_post_id } = measurements()[0]!;
    const more = () => x.likes.set(platform_post_id!, (x.likes.get(platform_post_id!) ?? 0) + 1);
    await live(3, more);
    await setMetrics(tenant, 'twitter', { metrics_schedule: 'daily' });
    await live(5, more);
    const daysOf = x.reads.map(({ atMs }) => Math.floor((atMs - Date.parse(measurements()[0]!.published_at)) / DAY));
    expect(daysOf).toEqual([0, 1, 2, 4, 5, 6, 7, 8]);
  });

  it('`off` sends no request, says so in the coverage, and continues within a day after it ends', async () => {
    const tenant = await publishedOnX();
    await using x = await startMeteredX();
    x.likes.set(measurements()[0]!.platform_post_id!, 3);
    await setMetrics(tenant, 'twitter', { metrics_schedule: 'off' });
    const since = inSeconds(0);
    await live(3);
    expect(x.urls).toEqual([]);
    expect((await coverage(tenant, '7d')).stopped).toEqual([
      { reason: 'off', accounts: 1, since, published_before: null, resumes_at: null },
    ]);
    await setMetrics(tenant, 'twitter', { metrics_schedule: 'daily' });
    await live(1);
    expect(x.reads).toMatchObject([{ likes: 3 }]);
    expect((await coverage(tenant, '7d')).stopped).toEqual([]);
  });

  it('that has ended for older posts is in the coverage of a longer period', async () => {
    const tenant = await publishedOnX();
    await live(9);
    expect((await coverage(tenant, '30d')).stopped).toMatchObject([
      { reason: 'schedule_ended', accounts: 1, published_before: inSeconds((-7 * DAY) / 1000), resumes_at: null },
    ]);
  });

  it('survives another connection of the account', async () => {
    const tenant = await publishedOnX();
    const set = { metrics_schedule: 'daily', metrics_budget: { limit_usd: 2.5 } } as const;
    await setMetrics(tenant, 'twitter', set);
    await connect(tenant, 'twitter', 'another-token');
    expect(await account(tenant)).toMatchObject(set);
  });

  it('is logged with the member who changed it', async () => {
    const tenant = await publishedOnX();
    await setMetrics(tenant, 'twitter', { metrics_schedule: 'off', metrics_budget: { limit_usd: 1 } });
    await processAllChanges(harness);
    const { json } = await callApi('audit.list', { token: await newToken(tenant) });
    const [newest] = json.entries as Json[];
    expect(JSON.stringify(newest)).toContain('metrics_schedule');
    expect(JSON.stringify(newest)).toContain('metrics_budget_micro_usd');
  });
});
