import { describe, expect, it } from 'vitest';
import { handler as onMetricPollQueued } from '../../functions/on-metric-poll-queued.ts';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import type { Account } from '../../lib/accounts/rules/account.ts';
import { NO_METRICS } from '../../lib/analytics/rules/metrics.ts';
import { postMetricsWrite } from '../../lib/analytics/store/post-metrics.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { advanceTime, inSeconds } from '../functions/api-harness.ts';
import {
  accountOn,
  connect,
  type DueMessage,
  loadDueEntry,
  scheduleContent,
  simulatePlatforms,
} from '../functions/simulated.ts';
import { newId, newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, processAllChanges, sdkError, setupWorkers, sqsEvent } from '../functions/worker-harness.ts';
import { DETAILED_PLATFORMS as PLATFORMS, type DetailedPlatform as Platform } from '../platforms/fixtures.ts';
import { ACCOUNTS } from '../platforms/platforms.ts';

/** Accounts without a refresh token. Instagram has none at all: it exchanges the access token for a new one. */

const harness = setupWorkers();
const platforms = simulatePlatforms();

const MINUTE = 60_000;
const RETRY_MS = 15_000;

/** A tenant whose account on the platform cannot get another token: Instagram's is less than a day old. */
async function connected(platform: Platform): Promise<Tenant> {
  const account = ACCOUNTS[platform].externalId;
  const grant = { platform, account, access_token: 'only-token', expires_in: 5_184_000 };
  await platforms().register({ ...grant, issued_at: inSeconds(-3600) });
  const tenant = await newTenant();
  await connect(tenant, platform, 'only-token', { expires_in: 5_184_000 });
  return tenant;
}

async function planned(tenant: Tenant, platform: Platform, text: string): Promise<DueMessage> {
  const caller = { ...tenant, token: await newToken(tenant) };
  return (await scheduleContent(caller, platform, { description: text })).dueMessage;
}

const publish = (dueMessage: DueMessage) => onPublishDue(dueMessage, lambdaContext());
const accountOf = async (tenant: Tenant, platform: Platform): Promise<Account> => (await accountOn(tenant, platform))!;

describe.each(PLATFORMS)('an account on %s without a refresh token', (platform) => {
  it('stays connected after one rejection of its token, and the post is published by the next attempt', async () => {
    const tenant = await connected(platform);
    const dueMessage = await planned(tenant, platform, 'Hello');
    await platforms().script(platform, '401_expired');
    advanceTime(MINUTE);
    await publish(dueMessage);
    const entry = await loadDueEntry(dueMessage);
    expect(entry).toMatchObject({ state: 'pending', error: { code: 'token_rejected', category: 'auth' } });
    expect(entry.due_at).toBe(new Date(Date.now() + RETRY_MS).toISOString());
    expect(await accountOf(tenant, platform)).toMatchObject({ status: 'connected', reconnect_reason: null });
    advanceTime(RETRY_MS);
    await publish(dueMessage);
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'published', attempts: 2, error: null });
    expect(await platforms().posts()).toHaveLength(1);
  });

  it('is retried, and not left in doubt, when the rejection cannot be recorded', async () => {
    const tenant = await connected(platform);
    const dueMessage = await planned(tenant, platform, 'Hello');
    await platforms().script(platform, '401_expired');
    advanceTime(MINUTE);
    // The first update of an account is the record of the rejection.
    harness.table.fault = (command) =>
      command === 'UpdateCommand' ? sdkError('ProvisionedThroughputExceededException') : null;
    await publish(dueMessage);
    harness.table.fault = null;
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'pending', error: { code: 'account_unavailable' } });
    advanceTime(RETRY_MS);
    await publish(dueMessage);
    expect((await loadDueEntry(dueMessage)).state).toBe('published');
    expect(await platforms().posts()).toHaveLength(1);
  });

  it('needs to be connected again after a second rejection, and the post fails with that reason', async () => {
    const tenant = await connected(platform);
    const dueMessage = await planned(tenant, platform, 'Hello');
    await platforms().script(platform, '401_expired', 2);
    advanceTime(MINUTE);
    await publish(dueMessage);
    advanceTime(RETRY_MS);
    await publish(dueMessage);
    expect(await loadDueEntry(dueMessage)).toMatchObject({
      state: 'failed',
      error: { code: 'unauthorized', category: 'auth' },
    });
    expect((await accountOf(tenant, platform)).status).toBe('needs_reconnect');
    expect(await platforms().posts()).toEqual([]);
    await processAllChanges(harness);
    expect(harness.logged().match(/"account needs reconnect"/g)).toHaveLength(1);
  });

  it('stays connected after two posts were rejected at the same time', async () => {
    const tenant = await connected(platform);
    const messages = [await planned(tenant, platform, 'One'), await planned(tenant, platform, 'Two')];
    await platforms().script(platform, '401_expired', 2);
    advanceTime(MINUTE);
    await Promise.all(messages.map(publish));
    expect((await accountOf(tenant, platform)).status).toBe('connected');
    // Where the token is exchanged, one of the two waits for the exchange, and then uses the same token again.
    advanceTime(RETRY_MS);
    await Promise.all(messages.map(publish));
    expect((await platforms().posts()).map(({ text }) => text).sort()).toEqual(['One', 'Two']);
  });

  it('forgets a rejection after a published post', async () => {
    const tenant = await connected(platform);
    for (const text of ['One', 'Two']) {
      const dueMessage = await planned(tenant, platform, text);
      await platforms().script(platform, '401_expired');
      advanceTime(MINUTE);
      await publish(dueMessage);
      expect((await loadDueEntry(dueMessage)).state).toBe('pending');
      advanceTime(RETRY_MS);
      await publish(dueMessage);
      expect((await loadDueEntry(dueMessage)).state).toBe('published');
      expect((await accountOf(tenant, platform)).token_rejected_at ?? null).toBeNull();
    }
    expect((await accountOf(tenant, platform)).status).toBe('connected');
  });

  it('forgets a rejection after its metrics were read', async () => {
    const tenant = await connected(platform);
    const dueMessage = await planned(tenant, platform, 'Hello');
    await platforms().script(platform, '401_expired');
    advanceTime(MINUTE);
    await publish(dueMessage);
    expect((await accountOf(tenant, platform)).token_rejected_at).toBe(new Date().toISOString());
    await pollMetrics(tenant, platform);
    expect((await accountOf(tenant, platform)).token_rejected_at).toBeNull();
    await platforms().script(platform, '401_expired');
    advanceTime(RETRY_MS);
    await publish(dueMessage);
    expect((await accountOf(tenant, platform)).status).toBe('connected');
  });

  it('forgets a rejection when it is connected again', async () => {
    const tenant = await connected(platform);
    const dueMessage = await planned(tenant, platform, 'Hello');
    await platforms().script(platform, '401_expired', 2);
    advanceTime(MINUTE);
    await publish(dueMessage);
    await connect(tenant, platform, 'only-token', { expires_in: 5_184_000 });
    advanceTime(RETRY_MS);
    await publish(dueMessage);
    expect((await accountOf(tenant, platform)).status).toBe('connected');
  });
});

/** Read the metrics of a post that is unknown to the platform: it accepts the token all the same. */
async function pollMetrics(tenant: Tenant, platform: Platform): Promise<void> {
  const id = newId('entry');
  const account_id = (await accountOf(tenant, platform)).id;
  const ids = { id, workspace_id: tenant.workspace.id, content_id: newId('content'), platform, account_id };
  const times = { published_at: inSeconds(-3600), due_at: inSeconds(0), measured_at: null };
  const platform_post_id = platform === 'linkedin' ? 'urn:li:share:1' : '1';
  await commit([
    postMetricsWrite(null, { ...ids, ...times, platform_post_id, hashtags: [], totals: NO_METRICS, version: 0 }),
  ]);
  const message = { workspace_id: tenant.workspace.id, platform, account_id, ids: [id] };
  expect(await onMetricPollQueued(sqsEvent(message))).toEqual({ batchItemFailures: [] });
}
