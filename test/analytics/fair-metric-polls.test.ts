import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '../../functions/on-metric-polls-due.ts';
import { accountWrite } from '../../lib/accounts/store/accounts.ts';
import { NO_METRICS } from '../../lib/analytics/rules/metrics.ts';
import type { PostMetrics } from '../../lib/analytics/rules/post-metrics.ts';
import { postMetricsWrite } from '../../lib/analytics/store/post-metrics.ts';
import { requestUnlessStalled } from '../../lib/analytics/workers/unresponsive-hosts.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { fetchNotifications } from '../../lib/platforms/bluesky/adapter/notifications.ts';
import type { Platform } from '../../lib/platforms/platform.ts';
import { advanceTime, inSeconds } from '../functions/api-harness.ts';
import { accountOn, connect, simulatePlatforms } from '../functions/simulated.ts';
import { newId, newTenant, type Tenant } from '../functions/tenants.ts';
import { METRICS_POLL_QUEUE, setupWorkers } from '../functions/worker-harness.ts';
import { startServer } from '../platforms/platforms.ts';

const harness = setupWorkers();
simulatePlatforms();

beforeEach(() => {
  const settings = JSON.parse(process.env.SETTINGS!);
  process.env.SETTINGS = JSON.stringify({ ...settings, metricPollEveryMinutes: 15 });
});

/** Create the metrics of a post whose poll is due. */
async function duePost({ workspace }: Tenant, platform: Platform, account_id: string): Promise<void> {
  const post: PostMetrics = {
    id: newId('entry'),
    workspace_id: workspace.id,
    content_id: newId('content'),
    platform,
    account_id,
    platform_post_id: `post of ${account_id}`,
    published_at: inSeconds(-3600),
    hashtags: [],
    totals: NO_METRICS,
    measured_at: null,
    due_at: inSeconds(0),
    version: 0,
  };
  await commit([postMetricsWrite(null, post)]);
}

/** Connect accounts of a tenant on one server, each with a post that is due. */
async function accountsOn(tenant: Tenant, server: string, count: number): Promise<void> {
  await connect(tenant, 'bluesky');
  const account = (await accountOn(tenant, 'bluesky'))!;
  for (let n = 0; n < count; n++) {
    const copy = { ...account, id: newId('account'), external_id: `did:plc:${n}`, server, version: 0 };
    await commit([accountWrite(null, copy)]);
    await duePost(tenant, 'bluesky', copy.id);
  }
}

async function queued() {
  harness.sent();
  await handler();
  return harness.sent().filter(({ queue }) => queue === METRICS_POLL_QUEUE);
}

describe('the polls of a run', () => {
  it('are in the group of their workspace', async () => {
    const tenants = [await newTenant(), await newTenant()];
    for (const tenant of tenants) {
      await connect(tenant, 'twitter');
      await duePost(tenant, 'twitter', (await accountOn(tenant, 'twitter'))!.id);
    }
    const sent = await queued();
    expect(sent.map(({ messageGroupId }) => messageGroupId).sort()).toEqual(
      tenants.map(({ workspace }) => workspace.id).sort(),
    );
  });

  it('of accounts on chosen servers are spread over time, and those on the servers of the platform are not', async () => {
    const [hostile, ordinary] = [await newTenant(), await newTenant()];
    await accountsOn(hostile, 'https://silent.example.net', 4);
    await accountsOn(ordinary, 'https://morel.us-east.host.bsky.network', 4);
    const sent = await queued();
    const delaysOf = ({ workspace }: Tenant) =>
      sent
        .flatMap(({ messageGroupId, delaySeconds }) => (messageGroupId === workspace.id ? [delaySeconds] : []))
        .sort();
    expect(delaysOf(hostile)).toEqual([0, 14, 21, 7]);
    expect(delaysOf(ordinary)).toEqual([0, 0, 0, 0]);
  });
});

describe('the notifications of a server that responds slowly', () => {
  it('are left for the next poll after the deadline of one request, however many pages it has', async () => {
    await using server = await startServer((_request, response) => {
      advanceTime(4_000);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ cursor: 'next', notifications: [{ indexedAt: inSeconds(0) }] }));
    });
    const account = { accessToken: 'token', externalId: 'did:plc:one' };
    const connection = { baseUrl: server.origin, deadlineMs: 10_000, allowLoopback: true };
    await expect(fetchNotifications(0, account as never, connection)).rejects.toThrow('No metrics');
    expect(server.urls).toHaveLength(3);
  });
});

describe('a host that does not respond', () => {
  const fail = (afterMs: number) => async () => {
    advanceTime(afterMs);
    throw new Error('no answer');
  };
  const answer = async () => 'answer';

  it('is left out after two polls in a row that waited for it, until a minute later', async () => {
    for (let n = 0; n < 2; n++) await expect(requestUnlessStalled('silent.test', fail(10_000))).rejects.toThrow();
    expect(await requestUnlessStalled('silent.test', answer)).toBeUndefined();
    expect(await requestUnlessStalled('well.test', answer)).toBe('answer');
    advanceTime(60_000);
    expect(await requestUnlessStalled('silent.test', answer)).toBe('answer');
  });

  it('is asked again when it fails at once', async () => {
    for (let n = 0; n < 2; n++) await expect(requestUnlessStalled('failing.test', fail(0))).rejects.toThrow();
    expect(await requestUnlessStalled('failing.test', answer)).toBe('answer');
  });
});
