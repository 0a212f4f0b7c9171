import { describe, expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import type { Account } from '../../lib/accounts/rules/account.ts';
import { needsReconnect, startRefresh } from '../../lib/accounts/rules/account-token-lifecycle.ts';
import { accountWrite } from '../../lib/accounts/store/accounts.ts';
import { commit } from '../../lib/core/table/commit.ts';
import type { Platform } from '../../lib/platforms/platform.ts';
import { advanceTime, callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import { call, connectAll, HOUR, MINUTE, meetLimit, publishToEnd, read, update } from '../functions/given/warnings.ts';
import { PUBLISHED, publishTo, REJECTED } from '../functions/publish-step.ts';
import { newContent } from '../functions/resources.ts';
import { accountOn, connect, loadDueEntry, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newId, newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { ACCOUNTS } from '../platforms/platforms.ts';

const harness = setupWorkers();
const platforms = simulatePlatforms();

describe('the warning account_needs_reconnect', () => {
  const store = async (tenant: Tenant, platform: Platform, rule: (account: Account) => Account) => {
    const account = (await accountOn(tenant, platform))!;
    await commit([accountWrite(account, rule(account))]);
  };
  const lost = (account: Account) => needsReconnect(account, 'refresh_lost', Date.now());

  // Each item is due in an hour.
  it.each<[string, isWarning: boolean, Platform, prepare: (tenant: Tenant) => Promise<unknown>]>([
    ['expires before', true, 'linkedin', (tenant) => connect(tenant, 'linkedin', undefined, { expires_in: 3600 })],
    ['expires after', false, 'linkedin', (tenant) => connect(tenant, 'linkedin', undefined, { expires_in: 3720 })],
    [
      'is refreshed before',
      false,
      'twitter',
      async (tenant) => {
        const grant = { access_token: 'access-1', refresh_token: 'refresh-1', client_id: 'client-1', expires_in: 1800 };
        await platforms().register({ platform: 'twitter', account: ACCOUNTS.twitter.externalId, ...grant });
        await connect(tenant, 'twitter', 'access-1', { ...grant });
      },
    ],
    [
      'cannot be refreshed any more and expires before',
      true,
      'twitter',
      async (tenant) => {
        await connect(tenant, 'twitter', undefined, { expires_in: 1800 });
        await store(tenant, 'twitter', lost);
      },
    ],
    [
      'cannot be refreshed any more and expires after',
      false,
      'twitter',
      async (tenant) => {
        await connect(tenant, 'twitter', undefined, { expires_in: 7200 });
        await store(tenant, 'twitter', lost);
      },
    ],
    [
      'was rejected before',
      true,
      'twitter',
      async (tenant) => {
        await connect(tenant, 'twitter');
        await store(tenant, 'twitter', (account) => needsReconnect(account, 'token_refused', Date.now()));
      },
    ],
    [
      'was being refreshed by a worker that crashed before',
      true,
      'twitter',
      async (tenant) => {
        await connect(tenant, 'twitter', undefined, { expires_in: 1800, refresh_token: 'r', client_id: 'c' });
        await store(tenant, 'twitter', (account) => startRefresh(account, newId('refresh'), Date.now() - 2 * MINUTE));
      },
    ],
  ])('states whether publishing fails: the token %s the due time (%s)', async (_, isWarning, platform, prepare) => {
    const tenant = await newTenant();
    await prepare(tenant);
    const { contentId, dueMessage } = await scheduleContent(tenant, platform, {}, 3600);
    const codes = (await read(tenant, contentId)).warnings.map(({ code }) => code);
    advanceTime(HOUR);
    const { state, error } = await publishToEnd(dueMessage);
    const expected = isWarning ? ['account_needs_reconnect'] : [];
    expect([codes, state, error?.code]).toEqual([expected, isWarning ? 'failed' : 'published', expected[0]]);
  });
});

describe('the limit of a platform', () => {
  it.each<[string, Platform, limit: () => Promise<void>]>([
    ['429 from X', 'twitter', () => platforms().script('twitter', '429')],
    ['429 from LinkedIn', 'linkedin', () => platforms().script('linkedin', '429')],
    ['429 from Instagram', 'instagram', () => platforms().script('instagram', '429')],
    ['the quota of posts on Instagram', 'instagram', () => platforms().quota(ACCOUNTS.instagram.externalId, 0)],
  ])('that one item met is a warning for the next one: %s', async (_, platform, limit) => {
    const tenant = await newTenant();
    const { id: account_id } = await connect(tenant, platform);
    await limit();
    const { dueMessage } = await scheduleContent(tenant, platform, {}, 0);
    await onPublishDue(dueMessage, lambdaContext());
    expect((await loadDueEntry(dueMessage)).error?.code).toBe('rate_limited');
    const next = await newContent(tenant, { title: 'Next', platforms: [platform], scheduled_at: inSeconds(1) });
    const until = storedRecords<{ until: string }>(harness, 'PublishLimit')[0]!.until;
    expect(next.warnings).toEqual([
      { code: 'rate_limited', platform, account_id, detail: expect.stringContaining(until) },
    ]);
  });

  it('is a warning for items that are due before it ends, and not for later ones', async () => {
    const tenant = await newTenant();
    await connectAll(tenant);
    const before = await newContent(tenant, { platforms: ['twitter'], scheduled_at: inSeconds(14 * 60) });
    const after = await newContent(tenant, {
      title: 'After',
      platforms: ['twitter'],
      scheduled_at: inSeconds(16 * 60),
    });
    const elsewhere = await newContent(tenant, { platforms: ['linkedin'], scheduled_at: inSeconds(60) });
    await meetLimit(tenant);
    const codes = async ({ id }: { id: string }) => (await read(tenant, id)).warnings.map(({ code }) => code);
    expect(await codes(before)).toEqual(['rate_limited']);
    expect(await codes(after)).toEqual([]);
    expect(await codes(elsewhere)).toEqual([]);
  });

  it('is a warning for the item that met it while it waits for its retry, and none when it ends', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    await platforms().script('twitter', '429');
    const { contentId, dueMessage } = await scheduleContent(tenant, 'twitter', {}, 0);
    await onPublishDue(dueMessage, lambdaContext());
    expect((await read(tenant, contentId)).warnings).toMatchObject([{ code: 'rate_limited' }]);
    advanceTime(15 * MINUTE);
    expect((await read(tenant, contentId)).warnings).toEqual([]);
    expect((await publishToEnd(dueMessage)).state).toBe('published');
  });

  it('of an account does not apply to the account that is connected after it', async () => {
    const tenant = await newTenant();
    const { id } = await connect(tenant, 'twitter');
    await meetLimit(tenant);
    const draft = await newContent(tenant, { platforms: ['twitter'] });
    expect((await read(tenant, draft.id)).warnings).toMatchObject([{ code: 'rate_limited', account_id: id }]);
    await call(tenant, 'accounts.delete', { params: { id } });
    expect((await read(tenant, draft.id)).warnings).toMatchObject([{ code: 'account_missing' }]);
    await connect(tenant, 'twitter');
    expect((await read(tenant, draft.id)).warnings).toEqual([]);
  });

  it('that cannot be stored leaves the outcome of the attempt unaffected', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    await platforms().script('twitter', '429');
    const { dueMessage } = await scheduleContent(tenant, 'twitter', {}, 0);
    harness.table.fault = (command) => (command === 'PutCommand' ? new Error('The table is unavailable.') : null);
    await onPublishDue(dueMessage, lambdaContext());
    harness.table.fault = null;
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'pending', error: { code: 'rate_limited' } });
    expect(harness.logged()).toContain('platform limit');
  });
});

describe('the accounts', () => {
  async function batchReads(run: () => Promise<unknown>): Promise<number> {
    let reads = 0;
    harness.table.fault = (command) => {
      if (command === 'BatchGetCommand') reads += 1;
      return null;
    };
    await run();
    harness.table.fault = null;
    return reads;
  }

  it.each([
    ['a draft', 1, async (tenant: Tenant) => (await newContent(tenant)).id],
    ['a scheduled item', 1, async (tenant: Tenant) => (await newContent(tenant, { scheduled_at: inSeconds(60) })).id],
    [
      'a cancelled item',
      0,
      async (tenant: Tenant) => {
        const { id } = await newContent(tenant, { scheduled_at: inSeconds(60) });
        await update(tenant, id, { status: 'cancelled' });
        return id;
      },
    ],
    [
      'a published item',
      0,
      async (tenant: Tenant) => {
        const { id } = await newContent(tenant, { platforms: ['twitter'], scheduled_at: inSeconds(0) });
        await publishTo(tenant, id, 'twitter', PUBLISHED);
        return id;
      },
    ],
    [
      'a failed item',
      0,
      async (tenant: Tenant) => {
        const { id } = await newContent(tenant, { platforms: ['twitter'], scheduled_at: inSeconds(0) });
        await publishTo(tenant, id, 'twitter', REJECTED);
        return id;
      },
    ],
  ])('of %s are read with %i requests', async (_, requests, prepare) => {
    const tenant = await newTenant();
    const id = await prepare(tenant);
    const token = await newToken(tenant);
    await callApi('content.get', { token, params: { id } });
    expect(await batchReads(() => callApi('content.get', { token, params: { id } }))).toBe(requests);
  });

  it('of targets that will not be sent cause no warnings: only pending ones do', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    const schedule = (platform: string) =>
      call(tenant, 'schedule.create', {
        body: { content_id: id, platforms: [platform], scheduled_at: inSeconds(60) },
      });
    const { warnings } = await schedule('twitter');
    expect(warnings).toMatchObject([{ code: 'account_missing', platform: 'twitter' }]);
    expect((await read(tenant, id)).warnings).toMatchObject([{ platform: 'twitter' }]);
    const { schedule_id } = await schedule('linkedin');
    expect((await read(tenant, id)).warnings).toMatchObject([{ platform: 'twitter' }, { platform: 'linkedin' }]);
    await call(tenant, 'schedule.cancel', { params: { id: String(schedule_id) } });
    expect((await read(tenant, id)).warnings).toMatchObject([{ platform: 'twitter' }]);
  });
});

describe('a response that is replayed', () => {
  it('has the warnings of the first response', async () => {
    const tenant = await newTenant();
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'one' };
    const create = () => call(tenant, 'content.create', { headers, body: { title: 'A', platforms: ['twitter'] } });
    const first = await create();
    await connect(tenant, 'twitter');
    expect((await create()).warnings).toEqual(first.warnings);
    expect((await read(tenant, first.id)).warnings).toEqual([]);
  });
});

describe('lists and events', () => {
  it('have no warnings', async () => {
    const tenant = await newTenant();
    await newContent(tenant, { scheduled_at: inSeconds(60) });
    await processAllChanges(harness);
    const { data } = await call(tenant, 'content.list');
    const { scheduled_posts } = await call(tenant, 'schedule.list');
    const { events } = await call(tenant, 'events.list');
    for (const listed of [data, scheduled_posts, events] as Json[][]) {
      expect(listed.length).toBeGreaterThan(0);
      expect(JSON.stringify(listed)).not.toContain('warnings');
    }
  });
});
