import { describe, expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { handler as onRefreshDue } from '../../functions/on-refresh-due.ts';
import type { Account } from '../../lib/accounts/rules/account.ts';
import { accountWrite } from '../../lib/accounts/store/accounts.ts';
import { LEASE_SECONDS } from '../../lib/core/retry/lease.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { advanceTime, mockKms } from '../functions/api-harness.ts';
import {
  accountOn,
  connect,
  type DueMessage,
  loadDueEntry,
  scheduleContent,
  simulatePlatforms,
} from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { killAt, lambdaContext, processAllChanges, setupWorkers } from '../functions/worker-harness.ts';
import { DETAILED_PLATFORMS as PLATFORMS, type DetailedPlatform as Platform } from '../platforms/fixtures.ts';
import { ACCOUNTS } from '../platforms/platforms.ts';

const harness = setupWorkers();
const platforms = simulatePlatforms();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Tokens as the platform issued them: their lifetime, and their refresh token. */
const GIVEN = {
  twitter: { access_token: 'first-x', refresh_token: 'first-x-refresh', expires_in: 7200, client_id: 'app' },
  linkedin: {
    access_token: 'first-linkedin',
    refresh_token: 'linkedin-refresh',
    expires_in: 5_184_000,
    client_id: 'app',
    client_secret: 'app-secret',
  },
  instagram: { access_token: 'first-instagram', expires_in: 5_184_000 },
} satisfies Record<Platform, object>;

/** When each platform's token is refreshed: this long after it was issued. */
const REFRESHED_AFTER: Record<Platform, number> = {
  twitter: 7200_000 - 15 * MINUTE,
  linkedin: 53 * DAY,
  instagram: 53 * DAY,
};

/** A tenant connected to an account that the platform knows, with tokens that expire. */
async function connected(platform: Platform): Promise<Tenant> {
  const { access_token, ...more } = GIVEN[platform];
  const account = ACCOUNTS[platform].externalId;
  await platforms().register({ platform, account, ...GIVEN[platform] });
  const tenant = await newTenant();
  await connect(tenant, platform, access_token, more);
  return tenant;
}

const accountOf = async (tenant: Tenant, platform: Platform): Promise<Account> => (await accountOn(tenant, platform))!;

async function refreshes(): Promise<number> {
  const requests = await platforms().requests();
  return requests.filter(({ path }) => /oauth2\/token|accessToken|refresh_access_token/.test(path)).length;
}

async function planned(tenant: Tenant, platform: Platform, text: string): Promise<DueMessage> {
  // Days may have passed since the tenant's first token.
  const caller = { ...tenant, token: await newToken(tenant) };
  return (await scheduleContent(caller, platform, { description: text })).dueMessage;
}

const publish = (dueMessage: DueMessage) => onPublishDue(dueMessage, lambdaContext());

describe.each(PLATFORMS)('the token of an account on %s', (platform) => {
  it('is refreshed before it expires, without any post, and not earlier', async () => {
    const tenant = await connected(platform);
    advanceTime(REFRESHED_AFTER[platform] - MINUTE);
    await onRefreshDue();
    expect(await refreshes()).toBe(0);
    advanceTime(2 * MINUTE);
    await onRefreshDue();
    expect(await refreshes()).toBe(1);
    const account = await accountOf(tenant, platform);
    expect(account).toMatchObject({ status: 'connected', refresh_lease: null });
    expect(Date.parse(account.token_expires_at!)).toBeGreaterThan(Date.now() + HOUR);
    await onRefreshDue();
    expect(await refreshes()).toBe(1);
  });

  it('is requested once by two concurrent workers, and both posts are published', async () => {
    const tenant = await connected(platform);
    advanceTime(REFRESHED_AFTER[platform] + MINUTE);
    const messages = [await planned(tenant, platform, 'One'), await planned(tenant, platform, 'Two')];
    advanceTime(MINUTE);
    await Promise.all(messages.map(publish));
    expect(await refreshes()).toBe(1);
    expect((await platforms().posts()).map(({ text }) => text).sort()).toEqual(['One', 'Two']);
  });

  it('is in the table before it is used', async () => {
    const tenant = await connected(platform);
    advanceTime(REFRESHED_AFTER[platform] + MINUTE);
    const dueMessage = await planned(tenant, platform, 'Hello');
    advanceTime(MINUTE);
    // The worker claims, starts to refresh, and crashes at the write of the new token.
    await killedWhenStoring(tenant, platform, () => publish(dueMessage));
    expect(await refreshes()).toBe(1);
    expect(await platforms().posts()).toEqual([]);
  });

  it('that the platform no longer accepts is refreshed once, and the post is published', async () => {
    const tenant = await connected(platform);
    await platforms().script(platform, '401_expired');
    const dueMessage = await planned(tenant, platform, 'Hello');
    advanceTime(MINUTE);
    await publish(dueMessage);
    expect((await loadDueEntry(dueMessage)).state).toBe('published');
    expect(await refreshes()).toBe(1);
    expect(await platforms().posts()).toHaveLength(1);
    expect((await accountOf(tenant, platform)).status).toBe('connected');
  });

  it('that is rejected again after its refresh marks the account as needs_reconnect, and the post fails with that error', async () => {
    const tenant = await connected(platform);
    await platforms().script(platform, '401_expired', 2);
    const dueMessage = await planned(tenant, platform, 'Hello');
    advanceTime(MINUTE);
    await publish(dueMessage);
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'failed', error: { category: 'auth' } });
    expect(await accountOf(tenant, platform)).toMatchObject({
      status: 'needs_reconnect',
      reconnect_reason: 'token_refused',
    });
    expect(await refreshes()).toBe(1);
    expect(await platforms().posts()).toEqual([]);
  });

  it('that cannot be refreshed is reported once, and no later post is sent with it', async () => {
    const tenant = await connected(platform);
    await platforms().script(platform, '401_expired', 2);
    const messages = [await planned(tenant, platform, 'One'), await planned(tenant, platform, 'Two')];
    advanceTime(MINUTE);
    await publish(messages[0]!);
    const asked = (await platforms().requests()).length;
    await publish(messages[1]!);
    expect(await loadDueEntry(messages[1]!)).toMatchObject({
      state: 'failed',
      error: { code: 'account_needs_reconnect', category: 'auth' },
    });
    expect((await platforms().requests()).length).toBe(asked);
    await processAllChanges(harness);
    expect(harness.logged().match(/"account needs reconnect"/g)).toHaveLength(1);
    expect(harness.logged()).toContain('AccountsNeedReconnect');
  });

  it('works again once the account was connected again', async () => {
    const tenant = await connected(platform);
    await platforms().script(platform, '401_expired', 2);
    const [first, second] = [await planned(tenant, platform, 'One'), await planned(tenant, platform, 'Two')];
    advanceTime(MINUTE);
    await publish(first);
    await connect(tenant, platform, 'a-new-token');
    await publish(second);
    expect((await loadDueEntry(second)).state).toBe('published');
  });
});

describe('a disconnected account on one platform', () => {
  it('does not affect the others', async () => {
    const tenant = await connected('twitter');
    await connect(tenant, 'linkedin');
    await platforms().script('twitter', '401_expired', 2);
    const [x, linkedin] = [await planned(tenant, 'twitter', 'On X'), await planned(tenant, 'linkedin', 'On LinkedIn')];
    advanceTime(MINUTE);
    await Promise.all([publish(x), publish(linkedin)]);
    expect((await loadDueEntry(x)).state).toBe('failed');
    expect((await loadDueEntry(linkedin)).state).toBe('published');
  });
});

describe('a refresh whose response is lost', () => {
  it('on X is not repeated, because its token works once; the account must be connected again', async () => {
    const tenant = await connected('twitter');
    await platforms().script('twitter', 'ok_then_drop', 1, { on: 'refresh' });
    advanceTime(REFRESHED_AFTER.twitter + MINUTE);
    await onRefreshDue();
    expect(await accountOf(tenant, 'twitter')).toMatchObject({
      status: 'needs_reconnect',
      reconnect_reason: 'refresh_lost',
    });
    advanceTime(HOUR);
    await onRefreshDue();
    expect(await refreshes()).toBe(1);
  });

  it('on X leaves the old token in use while it is valid', async () => {
    const tenant = await connected('twitter');
    await platforms().script('twitter', 'ok_then_drop', 1, { on: 'refresh' });
    advanceTime(REFRESHED_AFTER.twitter + MINUTE);
    await onRefreshDue();
    const dueMessage = await planned(tenant, 'twitter', 'Still alive');
    advanceTime(MINUTE);
    await publish(dueMessage);
    expect((await loadDueEntry(dueMessage)).state).toBe('published');
  });

  it.each(['linkedin', 'instagram'] as const)('on %s is repeated', async (platform) => {
    const tenant = await connected(platform);
    await platforms().script(platform, 'ok_then_drop', 1, { on: 'refresh' });
    advanceTime(REFRESHED_AFTER[platform] + MINUTE);
    await onRefreshDue();
    expect((await accountOf(tenant, platform)).status).toBe('connected');
    advanceTime(6 * MINUTE);
    await onRefreshDue();
    expect(await refreshes()).toBe(2);
    expect(Date.parse((await accountOf(tenant, platform)).token_expires_at!)).toBeGreaterThan(Date.now() + DAY);
  });
});

describe('a worker that crashes during a refresh', () => {
  it('never causes a second use of a refresh token of X, at whichever command it crashed', async () => {
    const states = new Set<string>();
    for (let n = 1; ; n++) {
      const tenant = await connected('twitter');
      const before = await refreshes();
      advanceTime(REFRESHED_AFTER.twitter + MINUTE);
      const kill = killAt(harness.table, n);
      await onRefreshDue().catch(() => {});
      harness.table.fault = null;
      advanceTime(LEASE_SECONDS.tokenRefresh * 1000);
      await onRefreshDue();
      const { status, reconnect_reason } = await accountOf(tenant, 'twitter');
      states.add(`${status} ${reconnect_reason} after ${(await refreshes()) - before}`);
      // Whether or not it sent the request, X received one at most.
      expect((await refreshes()) - before).toBeLessThanOrEqual(1);
      if (!kill.reached()) break;
      expect(n).toBeLessThan(40);
      harness.table.clear();
    }
    expect(states).toContain('connected null after 1');
    expect(states).toContain('needs_reconnect refresh_lost after 1');
  });
});

describe('secrets that cannot be decrypted', () => {
  it('require a new connection when they belong to another key', async () => {
    const tenant = await connected('twitter');
    const dueMessage = await planned(tenant, 'twitter', 'Hello');
    const other = await connected('twitter');
    const [mine, theirs] = [await accountOf(tenant, 'twitter'), await accountOf(other, 'twitter')];
    // Copied from another workspace: what is encrypted for one does not decrypt for another.
    await commit([accountWrite(mine, { ...mine, encrypted_secrets: theirs.encrypted_secrets })]);
    advanceTime(MINUTE);
    await publish(dueMessage);
    expect(await loadDueEntry(dueMessage)).toMatchObject({
      state: 'failed',
      error: { code: 'account_needs_reconnect' },
    });
    expect((await accountOf(tenant, 'twitter')).reconnect_reason).toBe('unreadable');
    expect(await platforms().posts()).toEqual([]);
  });

  it('postpone the post while KMS is unavailable, and it is published later', async () => {
    const tenant = await connected('twitter');
    const dueMessage = await planned(tenant, 'twitter', 'Hello');
    advanceTime(MINUTE);
    mockKms().fault = Object.assign(new Error('Rate exceeded'), { name: 'ThrottlingException' });
    await publish(dueMessage);
    expect(await loadDueEntry(dueMessage)).toMatchObject({
      state: 'pending',
      error: { code: 'account_unavailable' },
    });
    mockKms().fault = null;
    advanceTime(MINUTE);
    await publish(dueMessage);
    expect((await loadDueEntry(dueMessage)).state).toBe('published');
  });
});

/** Run work that crashes at the write that would store the new token. */
async function killedWhenStoring(tenant: Tenant, platform: Platform, work: () => Promise<unknown>) {
  const before = (await accountOf(tenant, platform)).version;
  harness.table.fault = (command) => {
    if (command !== 'UpdateCommand') return null;
    const stored = harness.table.items().find((item) => item.entity === 'Account' && item.platform === platform);
    return Number(stored?.version) > before ? new Error('The worker was killed.') : null;
  };
  await work().catch(() => {});
  harness.table.fault = null;
}
