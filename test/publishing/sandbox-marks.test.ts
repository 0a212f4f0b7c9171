import { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as onMetricPollQueued } from '../../functions/on-metric-poll-queued.ts';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { handler as onRefreshDue } from '../../functions/on-refresh-due.ts';
import type { Platform } from '../../lib/platforms/platform.ts';
import { sandboxMetrics } from '../../lib/platforms/sandbox/adapter/metrics.ts';
import { advanceTime, callApi, type Json } from '../functions/api-harness.ts';
import {
  connect as connectPlatform,
  publishContent,
  scheduleContent,
  simulatePlatforms,
} from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import {
  lambdaContext,
  processAllChanges,
  setupWorkers,
  sqsEvent,
  storedRecords,
} from '../functions/worker-harness.ts';

const harness = setupWorkers();
const platforms = simulatePlatforms();

const HOUR = 3_600_000;

const call = async (tenant: Tenant, operation: string, rest: Json = {}) => {
  const answer = await callApi(operation, { token: await newToken(tenant), ...rest });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.json as Json & { id: string };
};
const connectSandbox = (tenant: Tenant, more: Json = {}) =>
  call(tenant, 'accounts.create', { body: { platform: 'twitter', sandbox: true, ...more } });

/** Publish a text with one account, and polls its metrics an hour later. */
async function publishAndPoll(tenant: Tenant, accountId: string, platform: Platform = 'twitter') {
  const body = {
    title: `A text of ${Date.now()} #wool`,
    platforms: [platform],
    accounts: [accountId],
    scheduled_at: new Date(Date.now()).toISOString(),
  };
  const made = await call(tenant, 'content.create', { body });
  const [{ schedule_id }] = made.targets as [{ schedule_id: string }];
  await onPublishDue({ workspace_id: tenant.workspace.id, schedule_id }, lambdaContext());
  await processAllChanges(harness);
  advanceTime(HOUR);
  const poll = { workspace_id: tenant.workspace.id, platform, account_id: accountId, ids: [schedule_id] };
  await onMetricPollQueued(sqsEvent(poll));
  const item = await call(tenant, 'content.get', { params: { id: made.id } });
  return { postId: String((item.targets as Json[])[0]!.platform_post_id), contentId: made.id };
}

describe('an account of a workspace with a sandbox account and one on the platform', () => {
  it('publishes there, or in the sandbox, as its id says', async () => {
    const tenant = await newTenant();
    const [real, sandbox] = [await connectPlatform(tenant, 'twitter'), await connectSandbox(tenant)];
    await publishAndPoll(tenant, String(sandbox.id));
    expect(await platforms().posts()).toEqual([]);
    await publishAndPoll(tenant, String(real.id));
    expect(await platforms().posts()).toHaveLength(1);
    expect(storedRecords(harness, 'SandboxPost')).toHaveLength(1);
  });

  it('is the default if it is on the platform, whichever was connected first', async () => {
    const defaults = async (tenant: Tenant) => {
      const { accounts } = await call(tenant, 'accounts.list');
      return (accounts as Json[]).filter(({ is_default }) => is_default).map(({ sandbox }) => sandbox);
    };
    const [first, second] = [await newTenant(), await newTenant()];
    await connectSandbox(first);
    expect(await defaults(first)).toEqual([true]);
    await connectPlatform(first, 'twitter');
    await connectPlatform(second, 'twitter');
    await connectSandbox(second);
    expect([await defaults(first), await defaults(second)]).toEqual([[false], [false]]);
  });

  it('stays the default while it is chosen as such, whichever account is connected on the platform', async () => {
    const tenant = await newTenant();
    await connectPlatform(tenant, 'twitter');
    const { id } = await connectSandbox(tenant);
    await call(tenant, 'accounts.update', { params: { id }, body: { is_default: true } });
    const body = { platform: 'twitter', external_id: '20001', access_token: 'token' };
    expect(await call(tenant, 'accounts.create', { body })).toMatchObject({ is_default: false });
    expect(await call(tenant, 'accounts.get', { params: { id } })).toMatchObject({ is_default: true });
  });

  it('stays the default when it is connected again', async () => {
    const tenant = await newTenant();
    const { external_id } = await connectSandbox(tenant);
    await connectPlatform(tenant, 'twitter');
    expect(await connectSandbox(tenant, { external_id })).toMatchObject({ is_default: false, sandbox: true });
  });
});

describe('what follows from a sandbox account', () => {
  it('is not marked in an item that is for an account on the platform now', async () => {
    const tenant = await newTenant();
    const [real, sandbox] = [await connectPlatform(tenant, 'twitter'), await connectSandbox(tenant)];
    const body = {
      ...{ title: 'Moved', platforms: ['twitter'], accounts: [sandbox.id] },
      scheduled_at: new Date(Date.now() + HOUR).toISOString(),
    };
    const { id } = await call(tenant, 'content.create', { body });
    const update = (fields: Json) => call(tenant, 'content.update', { params: { id }, body: fields });
    await update({ status: 'draft' });
    const moved = await update({ accounts: [real.id], scheduled_at: body.scheduled_at });
    expect(moved).toMatchObject({ sandbox: false, targets: [{ account_id: real.id, sandbox: false }] });
  });

  it('is marked in the item, its target, its entry and its events', async () => {
    const tenant = await newTenant();
    const { id } = await connectSandbox(tenant);
    const { contentId } = await publishAndPoll(tenant, String(id));
    const item = await call(tenant, 'content.get', { params: { id: contentId } });
    expect(item).toMatchObject({ sandbox: true, targets: [{ sandbox: true, account_id: id }] });
    const { scheduled_posts: entries } = await call(tenant, 'schedule.list', {
      query: { content_id: contentId, status: 'published' },
    });
    expect(entries).toMatchObject([{ sandbox: true }]);
    const events = storedRecords<{ type: string; data: string }>(harness, 'Event');
    expect(events.map(({ type }) => type).sort()).toEqual([
      'account.connected',
      'content.created',
      'content.published',
      'content.scheduled',
    ]);
    for (const { data } of events.filter(({ type }) => type.startsWith('content.')))
      expect(JSON.parse(data)).toMatchObject({ sandbox: true, targets: [{ sandbox: true }] });
  });

  it('is not marked for an account on a platform', async () => {
    const tenant = await newTenant();
    await connectSandbox(tenant);
    await connectPlatform(tenant, 'twitter');
    const { content_id } = await publishContent(tenant, 'twitter');
    const item = await call(tenant, 'content.get', { params: { id: content_id } });
    expect(item).toMatchObject({ sandbox: false, targets: [{ sandbox: false }] });
  });

  it('is marked before it is published, once the account is known', async () => {
    const tenant = await newTenant();
    await connectSandbox(tenant);
    const { contentId } = await scheduleContent(tenant, 'twitter');
    expect(await call(tenant, 'content.get', { params: { id: contentId } })).toMatchObject({ sandbox: true });
  });
});

describe('the metrics of sandbox accounts', () => {
  const performance = (tenant: Tenant, query: Json = {}) => call(tenant, 'analytics.performance', { query });
  const ranking = async (tenant: Tenant, query: Json = {}) => {
    const { data, sandbox } = await call(tenant, 'analytics.rank-content', { query });
    return [sandbox, (data as Json[]).map(({ content_id }) => content_id)];
  };

  it('follow from the id and the age of the post', async () => {
    const tenant = await newTenant();
    const { id } = await connectSandbox(tenant);
    const { postId } = await publishAndPoll(tenant, String(id));
    const { impressions, reach, clicks } = sandboxMetrics(postId, true, HOUR);
    expect(impressions).toBeGreaterThan(0);
    expect(await performance(tenant)).toMatchObject({ sandbox: true, impressions, reach, clicks });
  });

  it('never decrease', () => {
    const series = Array.from({ length: 100 }, (_, hours) => sandboxMetrics('sbx_1', true, hours * HOUR).impressions!);
    expect(series).toEqual([...series].sort((one, other) => one - other));
    expect(series[0]).toBe(0);
  });

  it('are in no number of the other accounts, which are the default', async () => {
    const tenant = await newTenant();
    const [real, sandbox] = [await connectPlatform(tenant, 'twitter'), await connectSandbox(tenant)];
    const { postId, contentId } = await publishAndPoll(tenant, String(sandbox.id));
    const other = await publishAndPoll(tenant, String(real.id));
    const { impressions } = sandboxMetrics(postId, true, HOUR);
    const own = await performance(tenant, { account_id: real.id });
    expect(await performance(tenant)).toEqual(own);
    expect(own).toMatchObject({ sandbox: false, coverage: [{ published: 1 }] });
    for (const query of [{ sandbox: 'true' }, { account_id: sandbox.id }, { sandbox: 'true', content_id: contentId }]) {
      expect(await performance(tenant, query)).toMatchObject({ sandbox: true, impressions });
    }
    expect(await performance(tenant, { content_id: contentId })).toMatchObject({ sandbox: false, coverage: [] });
    expect(await ranking(tenant)).toEqual([false, [other.contentId]]);
    expect(await ranking(tenant, { sandbox: 'true' })).toEqual([true, [contentId]]);
  });

  it('have no impressions, and no rate, on Bluesky, which reports none', async () => {
    const tenant = await newTenant();
    const { id } = await connectSandbox(tenant, { platform: 'bluesky' });
    const { postId } = await publishAndPoll(tenant, String(id), 'bluesky');
    const { likes } = sandboxMetrics(postId, false, HOUR);
    expect(likes).toBeGreaterThan(0);
    const metrics = { likes, impressions: null, reach: null, clicks: null, engagement_rate: null };
    expect(await performance(tenant)).toMatchObject({ sandbox: true, engagement_rate: 0, breakdown: [metrics] });
  });

  it('are in no best time of the other accounts', async () => {
    const tenant = await newTenant();
    const [real, sandbox] = [await connectPlatform(tenant, 'twitter'), await connectSandbox(tenant)];
    for (const account of [real, sandbox, sandbox]) await publishAndPoll(tenant, String(account.id));
    advanceTime(25 * HOUR);
    const posts = async (query: Json) => (await call(tenant, 'analytics.best-times', { query })).posts;
    expect([await posts({}), await posts({ sandbox: 'true' })]).toEqual([1, 2]);
    expect(await posts({ account_id: sandbox.id })).toBe(2);
  });

  it('are in no score of a hashtag', async () => {
    const tenant = await newTenant();
    const [real, sandbox] = [await connectPlatform(tenant, 'twitter'), await connectSandbox(tenant)];
    for (const account of [sandbox, real, real, real, real, real, sandbox]) {
      await publishAndPoll(tenant, String(account.id));
    }
    const { trending_hashtags } = await call(tenant, 'analytics.trends', { query: { explain: 'true' } });
    expect(trending_hashtags).toMatchObject([{ hashtag: '#wool', usage_count: 5, explain: { compared_posts: 5 } }]);
  });

  it('are in no trend', async () => {
    const tenant = await newTenant();
    const { id } = await connectSandbox(tenant);
    await publishAndPoll(tenant, String(id));
    expect(storedRecords(harness, 'PostTerms')).toEqual([]);
  });

  it('cannot be requested for one account and for a kind of accounts', async () => {
    const tenant = await newTenant();
    const { id } = await connectSandbox(tenant);
    const query = { account_id: String(id), sandbox: 'true' };
    for (const operation of ['analytics.performance', 'analytics.rank-content', 'analytics.best-times']) {
      expect((await callApi(operation, { token: tenant.token, query })).status).toBe(400);
    }
  });
});

describe('a network that rejects every connection', () => {
  const connections: unknown[] = [];
  beforeEach(() => {
    vi.spyOn(Socket.prototype, 'connect').mockImplementation((...given: unknown[]) => {
      connections.push(given);
      throw new Error('No network.');
    });
  });
  afterEach(() => {
    vi.mocked(Socket.prototype.connect).mockRestore();
    connections.length = 0;
  });

  it('is enough to publish, reconcile, poll and refresh a sandbox account', async () => {
    const tenant = await newTenant();
    const { id } = await connectSandbox(tenant);
    const { dueMessage } = await scheduleContent(tenant, 'twitter', { description: '[[unconfirmed]]' }, 0);
    await onPublishDue(dueMessage, lambdaContext());
    advanceTime(5_000);
    await onPublishDue(dueMessage, lambdaContext());
    await publishAndPoll(tenant, String(id));
    advanceTime(400 * 24 * HOUR);
    await onRefreshDue();
    expect(connections).toEqual([]);
    expect(storedRecords(harness, 'ScheduleEntry').map(({ state }) => state)).toEqual(['published', 'published']);
    expect(storedRecords(harness, 'Account')).toMatchObject([{ status: 'connected' }]);
  });
});
