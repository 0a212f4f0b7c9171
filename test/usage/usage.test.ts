import { describe, expect, it } from 'vitest';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import { stage } from '../../lib/stack/stages.ts';
import { advanceTime, callApi, succeed } from '../functions/api-harness.ts';
import { publishTo, REJECTED } from '../functions/publish-step.ts';
import { newReadyMedia } from '../functions/resources.ts';
import { connect, publishContent, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { amountsIn, createItems, DAY_MS, followed, HOUR_MS, TODAY, usageOf } from './given.ts';

const harness = setupWorkers();
simulatePlatforms();

describe('the usage of a workspace', () => {
  it('has its items', async () => {
    const tenant = await newTenant();
    await createItems(tenant, 3);
    await followed();
    const { totals, rows, unattributed } = await usageOf(tenant);
    expect(amountsIn(totals)).toEqual({ items: 3 });
    expect(rows).toEqual([expect.objectContaining({ period: '2026-08-01/2026-09-01', items: 3 })]);
    expect(amountsIn(unattributed)).toEqual({});
  });

  it('has published posts by account and by platform', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    await connect(tenant, 'linkedin');
    const entry = await publishContent(tenant, 'twitter');
    await publishContent(tenant, 'linkedin');
    await followed();
    const { totals, rows, unattributed } = await usageOf(tenant, { group_by: 'account' });
    expect(amountsIn(totals)).toEqual({ items: 2, posts_published: 2, accounts_added: 2 });
    expect(amountsIn(unattributed)).toEqual({ items: 2 });
    const ofX = rows.find(({ account_id }) => account_id === entry.account_id)!;
    expect(ofX).toMatchObject({ platform: 'twitter', workspace_id: null });
    expect(amountsIn(ofX)).toEqual({ posts_published: 1, accounts_added: 1 });
    const byPlatform = await usageOf(tenant, { group_by: 'platform' });
    expect(byPlatform.rows.map(({ platform }) => platform)).toEqual(['linkedin', 'twitter']);
  });

  it('has failed posts without a price', async () => {
    const tenant = await newTenant();
    const { contentId } = await scheduleContent(tenant, 'twitter');
    await publishTo(tenant, contentId, 'twitter', REJECTED);
    await followed();
    expect(amountsIn((await usageOf(tenant)).totals)).toMatchObject({ items: 1, posts_failed: 1 });
    expect((await usageOf(tenant)).totals.platform_micro_usd).toBe(0);
  });

  it('has nothing of another workspace', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    await createItems(other, 2);
    await createItems(tenant, 1);
    await followed();
    expect((await usageOf(tenant)).totals.items).toBe(1);
    expect((await usageOf(other)).totals.items).toBe(2);
  });

  it('has the bytes of files', async () => {
    const tenant = await newTenant();
    const { storage_bytes } = await newReadyMedia(tenant);
    await followed();
    expect((await usageOf(tenant)).totals.media_bytes).toBe(storage_bytes);
    expect(storage_bytes).toBeGreaterThan(0);
  });

  it('has posts of the sandbox only as such', async () => {
    const tenant = await newTenant();
    await succeed('accounts.create', { token: tenant.token, body: { platform: 'twitter', sandbox: true } });
    await publishContent(tenant, 'twitter');
    await followed();
    expect(amountsIn((await usageOf(tenant)).totals)).toEqual({ items: 1, sandbox_posts: 1 });
  });
});

describe('a day', () => {
  it('is complete two hours after its end', async () => {
    const tenant = await newTenant();
    await createItems(tenant, 1);
    await followed();
    expect((await usageOf(tenant)).complete_until).toBe('2026-08-03T00:00:00.000Z');
    advanceTime(Date.parse(`${TODAY}T00:00:00Z`) + DAY_MS + 2 * HOUR_MS - 1 - Date.now());
    expect((await usageOf(tenant)).complete_until).toBe('2026-08-03T00:00:00.000Z');
    advanceTime(1);
    expect((await usageOf(tenant)).complete_until).toBe('2026-08-04T00:00:00.000Z');
  });

  it('is summed by the sweep', async () => {
    const tenant = await newTenant();
    await createItems(tenant, 1);
    await processAllChanges(harness);
    advanceTime(2 * HOUR_MS);
    await onSweepDue();
    expect((await usageOf(tenant)).totals.items).toBe(1);
  });
});

describe('a stage that does not count', () => {
  it('stores nothing, and says so', async () => {
    process.env.SETTINGS = JSON.stringify(stage('local', 3000, { countsUsage: false }));
    const tenant = await newTenant();
    await createItems(tenant, 1);
    await followed();
    expect(storedRecords(harness, 'UsageRecord')).toEqual([]);
    expect((await callApi('usage.get', { token: await newToken(tenant) })).json.code).toBe('usage_not_counted');
    process.env.SETTINGS = JSON.stringify(stage('local'));
  });
});
