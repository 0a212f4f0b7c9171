import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { handler as onMetricPollQueued } from '../../functions/on-metric-poll-queued.ts';
import { handler as onRefreshDue } from '../../functions/on-refresh-due.ts';
import { decryptSecrets } from '../../lib/accounts/credentials/encryption.ts';
import type { Account } from '../../lib/accounts/rules/account.ts';
import { needsReconnect, startRefresh } from '../../lib/accounts/rules/account-token-lifecycle.ts';
import {
  accountUpdate,
  listDueAccountKeys,
  loadAccount,
  pollingPauseUpdate,
} from '../../lib/accounts/store/accounts.ts';
import { NO_METRICS } from '../../lib/analytics/rules/metrics.ts';
import { postMetricsWrite } from '../../lib/analytics/store/post-metrics.ts';
import { ConflictError } from '../../lib/core/retry/conflict.ts';
import { LEASE_SECONDS } from '../../lib/core/retry/lease.ts';
import { commitUpdate } from '../../lib/core/table/attribute-update.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { advanceTime, callApi, inSeconds, mockKms } from '../functions/api-harness.ts';
import { interleave } from '../functions/interleave.ts';
import { accountOn, connect, setPlatforms, simulatePlatforms } from '../functions/simulated.ts';
import { newId, newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { sdkError, setupWorkers, sqsEvent } from '../functions/worker-harness.ts';
import { ACCOUNTS, startCannedServer } from '../platforms/platforms.ts';

/** Several workers and callers change the same account concurrently. X's refresh tokens work once. */

const harness = setupWorkers();
const platforms = simulatePlatforms();

const MINUTE = 60_000;
const LIFETIME_MS = 7200_000;
const REFRESHED_AFTER_MS = LIFETIME_MS - 15 * MINUTE;
const CREDENTIALS = { refresh_token: 'first-refresh', expires_in: LIFETIME_MS / 1000, client_id: 'app' };

/** A tenant with an account on X whose token is due to be refreshed, and a post whose metrics are due. */
async function dueForRefresh() {
  harness.table.clear();
  await platforms().register({
    platform: 'twitter',
    account: ACCOUNTS.twitter.externalId,
    access_token: 'first-x',
    ...CREDENTIALS,
  });
  const tenant = await newTenant();
  await connect(tenant, 'twitter', 'first-x', CREDENTIALS);
  advanceTime(REFRESHED_AFTER_MS + MINUTE);
  return tenant;
}

const accountOf = async (tenant: Tenant): Promise<Account> => (await accountOn(tenant, 'twitter'))!;

async function secretsOf(tenant: Tenant) {
  const account = await accountOf(tenant);
  return decryptSecrets(account.encrypted_secrets!, account);
}

async function refreshes(): Promise<number> {
  return (await platforms().requests()).filter(({ path }) => path.endsWith('/oauth2/token')).length;
}

/** The next refresh works only with the refresh token that the last one has issued. */
async function expectRefreshable(tenant: Tenant): Promise<void> {
  expect(await accountOf(tenant)).toMatchObject({ status: 'connected', refresh_lease: null });
  const before = await secretsOf(tenant);
  expect(before.access_token).not.toBe('first-x');
  advanceTime(REFRESHED_AFTER_MS + MINUTE);
  await onRefreshDue();
  expect(await accountOf(tenant)).toMatchObject({ status: 'connected', refresh_lease: null });
  expect((await secretsOf(tenant)).refresh_token).not.toBe(before.refresh_token);
}

/** Poll the metrics of a post, which the platform rejects with 429. Does not wait for a running refresh. */
async function pollIntoRateLimit(tenant: Tenant): Promise<void> {
  const id = newId('entry');
  const post = { id, workspace_id: tenant.workspace.id, content_id: newId('content'), platform: 'twitter' } as const;
  const account_id = (await accountOf(tenant)).id;
  const times = { published_at: inSeconds(-3600), due_at: inSeconds(0), measured_at: null };
  const metrics = { platform_post_id: '1', hashtags: [], totals: NO_METRICS, version: 0 };
  await commit([postMetricsWrite(null, { ...post, account_id, ...times, ...metrics })]);
  const message = { workspace_id: tenant.workspace.id, platform: 'twitter', account_id, ids: [id] };
  const polling = onMetricPollQueued(sqsEvent(message));
  // A poll waits twelve seconds for a refresh, and then uses the present token.
  for (let isOver = false; !isOver; ) {
    await sleep(50);
    advanceTime(13_000);
    // On a busy machine the clock may have moved before the wait began.
    isOver = await Promise.race([polling.then(() => true), sleep(2_000, false)]);
  }
  expect(await polling).toEqual({ batchItemFailures: [] });
}

describe('a write of single attributes of an account', () => {
  it('keeps those that another write has changed since the account was read', async () => {
    const tenant = await dueForRefresh();
    const account = await accountOf(tenant);
    await commitUpdate(pollingPauseUpdate(account, inSeconds(600)));
    await commitUpdate(accountUpdate(account, needsReconnect(account, 'token_refused', Date.now())));
    await commitUpdate(pollingPauseUpdate(account, inSeconds(900)));
    const { version, status, polling_paused_until } = await accountOf(tenant);
    expect([version, status, polling_paused_until]).toEqual([account.version + 1, 'needs_reconnect', inSeconds(900)]);
  });

  it('succeeds when it is repeated after a lost response, and conflicts after another write', async () => {
    const tenant = await dueForRefresh();
    const account = await accountOf(tenant);
    const update = accountUpdate(account, startRefresh(account, newId('refresh'), Date.now()));
    await commitUpdate(update);
    await commitUpdate(update);
    const other = accountUpdate(account, startRefresh(account, newId('refresh'), Date.now()));
    await expect(commitUpdate(other)).rejects.toThrow(ConflictError);
  });

  it('removes an account without a refresh from those that are due', async () => {
    const tenant = await dueForRefresh();
    const account = await accountOf(tenant);
    const due = async () => (await listDueAccountKeys(inSeconds(1), 10)).length;
    expect(await due()).toBe(1);
    await commitUpdate(accountUpdate(account, needsReconnect(account, 'refresh_refused', Date.now())));
    expect(await due()).toBe(0);
  });

  it('does not create an account that was deleted, nor pause another one', async () => {
    const tenant = await dueForRefresh();
    const account = await accountOf(tenant);
    await expect(commitUpdate(pollingPauseUpdate({ ...account, id: 'acc_other' }, inSeconds(600)))).rejects.toThrow();
    await callApi('accounts.delete', { token: await newToken(tenant), params: { id: account.id } });
    for (const update of [pollingPauseUpdate(account, inSeconds(600)), accountUpdate(account, account)]) {
      await expect(commitUpdate(update)).rejects.toThrow(ConflictError);
    }
    expect(await accountOf(tenant)).toBeNull();
  });
});

describe('a token refresh', () => {
  it('keeps its new token when a rate limit pauses the polls of the account at any moment, and so does the pause', async () => {
    const reset = () => String(Math.round(Date.now() / 1000) + 600);
    let paused = 0;
    for (const suspended of ['worker', 'caller'] as const) {
      for (let n = 1, interleaved = true; interleaved; n++) {
        const tenant = await dueForRefresh();
        await using limited = await startCannedServer(
          429,
          {},
          { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': reset() },
        );
        setPlatforms(platforms().origin, { twitter: limited.origin });
        const result = await interleave(
          harness.table,
          suspended,
          n,
          () => onRefreshDue(),
          () => pollIntoRateLimit(tenant),
        );
        interleaved = result.interleaved;
        if (limited.urls.length > 0) {
          paused++;
          expect(Date.parse((await accountOf(tenant)).polling_paused_until!)).toBeGreaterThan(Date.now());
        }
        await expectRefreshable(tenant);
      }
    }
    expect(paused).toBeGreaterThan(5);
  });

  it('never replaces the credentials that a user connects concurrently, and neither does it lose its own', async () => {
    const outcomes = new Set<string>();
    for (const suspended of ['worker', 'caller'] as const) {
      for (let n = 1, interleaved = true; interleaved; n++) {
        const tenant = await dueForRefresh();
        const own = { refresh_token: 'own-refresh', expires_in: 3600, client_id: 'app' };
        const result = await interleave(
          harness.table,
          suspended,
          n,
          () => onRefreshDue(),
          () => connect(tenant, 'twitter', 'own-x', own),
        );
        interleaved = result.interleaved;
        expect(await accountOf(tenant)).toMatchObject({ status: 'connected', refresh_lease: null });
        expect(await secretsOf(tenant)).toMatchObject({ access_token: 'own-x', refresh_token: 'own-refresh' });
        outcomes.add(`${await refreshes()}`);
      }
    }
    expect(outcomes.size).toBeGreaterThan(1);
  });

  it('does not restore an account that is deleted concurrently', async () => {
    for (const suspended of ['worker', 'caller'] as const) {
      for (let n = 1, interleaved = true; interleaved; n++) {
        const tenant = await dueForRefresh();
        const { id } = await accountOf(tenant);
        const token = await newToken(tenant);
        const result = await interleave(
          harness.table,
          suspended,
          n,
          () => onRefreshDue(),
          () => callApi('accounts.delete', { token, params: { id } }),
        );
        interleaved = result.interleaved;
        expect(result.answer.status).toBe(200);
        expect(await loadAccount(tenant.workspace.id, id)).toBeNull();
      }
    }
  });

  it('stores its new token although its lease has expired and another worker has declared it lost', async () => {
    for (let n = 1, interleaved = true, lost = 0; interleaved || lost === 0; n++) {
      const tenant = await dueForRefresh();
      const result = await interleave(
        harness.table,
        'worker',
        n,
        () => onRefreshDue(),
        async () => {
          advanceTime(LEASE_SECONDS.tokenRefresh * 1000);
          await onRefreshDue();
          if ((await accountOf(tenant)).reconnect_reason === 'refresh_lost') lost++;
        },
      );
      interleaved = result.interleaved;
      await expectRefreshable(tenant);
    }
  });

  it.each([
    ['the table', throttleTable],
    ['KMS', throttleKms],
  ])('stores its new token after %s was unavailable', async (_, throttle) => {
    const tenant = await dueForRefresh();
    const throttled = throttle();
    await onRefreshDue();
    expect(throttled()).toBeGreaterThan(2);
    expect(await refreshes()).toBe(1);
    await expectRefreshable(tenant);
  });

  it('that the platform did not process is repeated, though a rate limit pauses the polls of the account at any moment', async () => {
    for (let n = 1, interleaved = true; interleaved; n++) {
      const tenant = await dueForRefresh();
      await platforms().script('twitter', '429', 1, { on: 'refresh' });
      await using limited = await startCannedServer(429, {}, {});
      setPlatforms(platforms().origin, { twitter: limited.origin });
      const result = await interleave(
        harness.table,
        'worker',
        n,
        () => onRefreshDue(),
        () => pollIntoRateLimit(tenant),
      );
      interleaved = result.interleaved;
      expect(await accountOf(tenant)).toMatchObject({ status: 'connected', refresh_lease: null });
      advanceTime(6 * MINUTE);
      await onRefreshDue();
      await expectRefreshable(tenant);
    }
  });
});

const isWrite = (command: string) => command === 'PutCommand' || command === 'UpdateCommand';

/** Reject four writes after the one that starts a refresh. Returns how many were rejected. */
function throttleTable(): () => number {
  let writes = 0;
  harness.table.fault = (command) => {
    if (isWrite(command)) writes++;
    return isWrite(command) && writes > 1 && writes <= 5 ? sdkError('ProvisionedThroughputExceededException') : null;
  };
  return () => writes - 2;
}

/** Make KMS unavailable for a fifth of a second after the write that starts a refresh. Returns its failed calls. */
function throttleKms(): () => number {
  let callsBefore = 0;
  harness.table.fault = (command) => {
    if (!isWrite(command) || callsBefore > 0) return null;
    callsBefore = mockKms().calls;
    mockKms().fault = sdkError('ThrottlingException');
    setTimeout(() => {
      mockKms().fault = null;
    }, 200);
    return null;
  };
  return () => mockKms().calls - callsBefore - 1;
}
