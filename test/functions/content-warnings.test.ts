import { describe, expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import type { Account } from '../../lib/accounts/rules/account.ts';
import { needsReconnect, startRefresh } from '../../lib/accounts/rules/account-token-lifecycle.ts';
import { accountWrite } from '../../lib/accounts/store/accounts.ts';
import { FAILURE_WARNING_CODES } from '../../lib/content/rules/publish-failure-reasons.ts';
import type { ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { loadWorkspaceSettings, settingsWrite } from '../../lib/identity/store/workspace-settings.ts';
import type { Platform } from '../../lib/platforms/facts/platform.ts';
import { ACCOUNTS } from '../platforms/platforms.ts';
import { advanceTime, callApi, inSeconds, type Json } from './api-harness.ts';
import { newContent, PICTURES, PUBLISHED, publishTo, REJECTED } from './resources.ts';
import { accountOn, connect, type DueMessage, loadDueEntry, scheduleContent, simulatePlatforms } from './simulated.ts';
import { newId, newTenant, newToken, type Tenant } from './tenants.ts';
import { lambdaContext, processAllChanges, setupWorkers, storedRecords } from './worker-harness.ts';

const harness = setupWorkers();
const platforms = simulatePlatforms();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const call = async (tenant: Tenant, operation: string, rest: Json = {}) => {
  // Hours may have passed since the tenant's first token.
  const answer = await callApi(operation, { token: await newToken(tenant), ...rest });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.json as Json & { id: string; warnings: Json[] };
};
const read = (tenant: Tenant, id: string) => call(tenant, 'content.get', { params: { id } });
const update = (tenant: Tenant, id: string, body: Json) => call(tenant, 'content.update', { params: { id }, body });
const connectAll = (tenant: Tenant) =>
  Promise.all((['instagram', 'twitter', 'linkedin'] as const).map((platform) => connect(tenant, platform)));

/** Publish an entry as often as the service retries it, and return its final state. */
async function publishToEnd(dueMessage: DueMessage): Promise<ScheduleEntry> {
  for (let attempts = 0; attempts < 100; attempts++) {
    await onPublishDue(dueMessage, lambdaContext());
    const entry = await loadDueEntry(dueMessage);
    if (entry.due_at === null) return entry;
    advanceTime(Date.parse(entry.due_at) - Date.now());
  }
  throw new Error('The entry is not final after 100 attempts.');
}

async function failedEvents(): Promise<Json[]> {
  await processAllChanges(harness);
  const events = storedRecords<{ type: string; data: string }>(harness, 'Event');
  return events.filter(({ type }) => type === 'content.failed').map(({ data }) => JSON.parse(data) as Json);
}

/** Another item of the tenant meets the limit of X, which ends in 15 minutes. */
async function meetLimit(tenant: Tenant): Promise<void> {
  await platforms().script('twitter', '429');
  const { dueMessage } = await scheduleContent(tenant, 'twitter', { title: 'The one that meets the limit' }, 0);
  await onPublishDue(dueMessage, lambdaContext());
  expect((await loadDueEntry(dueMessage)).error?.code).toBe('rate_limited');
}

interface Problem {
  platform: Platform;
  /** Brings the problem about, for an item that is due in a minute. Returns the id of the account, if there is one. */
  arrange: (tenant: Tenant) => Promise<unknown>;
  /** Makes the problem last until the item fails. */
  persist?: () => Promise<void>;
  fix: (tenant: Tenant, contentId: string) => Promise<unknown>;
}

/** Each problem that can be fixed before the due time. */
const PROBLEMS: Record<(typeof FAILURE_WARNING_CODES)[number], Problem> = {
  not_approved: {
    platform: 'twitter',
    arrange: async (tenant) => {
      const { id } = await connect(tenant, 'twitter');
      const settings = await loadWorkspaceSettings(tenant.workspace.id);
      await commit([settingsWrite(settings, { ...settings, approval: 'required', authors_may_approve: true })]);
      return id;
    },
    fix: async (tenant, id) => {
      await call(tenant, 'content.submit', { params: { id }, body: {} });
      return call(tenant, 'content.approve', { params: { id }, body: {} });
    },
  },
  account_missing: {
    platform: 'twitter',
    arrange: async () => null,
    fix: (tenant) => connect(tenant, 'twitter'),
  },
  account_needs_reconnect: {
    platform: 'linkedin',
    // LinkedIn issues most apps no refresh token.
    arrange: async (tenant) => (await connect(tenant, 'linkedin', undefined, { expires_in: 30 })).id,
    fix: (tenant) => connect(tenant, 'linkedin', undefined, { expires_in: 3600 }),
  },
  media_required: {
    platform: 'instagram',
    arrange: async (tenant) => (await connect(tenant, 'instagram')).id,
    fix: (tenant, contentId) => update(tenant, contentId, { media: PICTURES }),
  },
  rate_limited: {
    platform: 'twitter',
    arrange: async (tenant) => {
      const { id } = await connect(tenant, 'twitter');
      await meetLimit(tenant);
      return id;
    },
    persist: () => platforms().script('twitter', '429', 100),
    fix: (tenant, contentId) => update(tenant, contentId, { scheduled_at: inSeconds(16 * 60) }),
  },
};

describe.each(FAILURE_WARNING_CODES)('%s', (code) => {
  const { platform, arrange, persist, fix } = PROBLEMS[code];
  const fields = { title: 'A title', description: 'A text', platforms: [platform] };

  async function arranged() {
    const tenant = await newTenant();
    const account_id = await arrange(tenant);
    return { tenant, expected: [{ code, platform, account_id, detail: expect.stringMatching(/^[A-Z].*\.$/) }] };
  }

  it('is a warning when the item is created, validated, retrieved, changed, scheduled and rescheduled', async () => {
    const { tenant, expected } = await arranged();
    const body = { ...fields, scheduled_at: inSeconds(60) };
    expect((await call(tenant, 'content.validate', { body })).warnings).toEqual(expected);
    const made = await call(tenant, 'content.create', { body });
    expect(made.warnings).toEqual(expected);
    expect((await read(tenant, made.id)).warnings).toEqual(expected);
    expect((await update(tenant, made.id, { title: 'Another title' })).warnings).toEqual(expected);
    expect((await update(tenant, made.id, { scheduled_at: inSeconds(61) })).warnings).toEqual(expected);
    expect((await update(tenant, made.id, { status: 'draft' })).status).toBe('draft');
    const timed = { content_id: made.id, platforms: [platform], scheduled_at: inSeconds(60) };
    expect((await call(tenant, 'schedule.create', { body: timed })).warnings).toEqual(expected);
  });

  it('is the code with which the target fails at its due time, and that of its content.failed event', async () => {
    const { tenant, expected } = await arranged();
    const made = await call(tenant, 'content.create', { body: { ...fields, scheduled_at: inSeconds(60) } });
    expect(made.warnings).toEqual(expected);
    const [{ schedule_id }] = made.targets as [{ schedule_id: string }];
    await persist?.();
    advanceTime(MINUTE);
    const entry = await publishToEnd({ workspace_id: tenant.workspace.id, schedule_id });
    expect([entry.state, entry.error?.code]).toEqual(['failed', code]);
    const item = await read(tenant, made.id);
    expect(item).toMatchObject({ status: 'failed', targets: [{ error: { code } }], warnings: [] });
    const events = (await failedEvents()).filter(({ id }) => id === made.id);
    expect(events).toMatchObject([{ failed_target: { schedule_id, error: { code } } }]);
    expect(await platforms().posts()).toEqual([]);
  });

  it('is no warning once it is fixed, and the item is published at its due time', async () => {
    const { tenant } = await arranged();
    const made = await call(tenant, 'content.create', { body: { ...fields, scheduled_at: inSeconds(60) } });
    await fix(tenant, made.id);
    const fixed = await read(tenant, made.id);
    expect(fixed.warnings).toEqual([]);
    advanceTime(Date.parse(String(fixed.scheduled_at)) - Date.now());
    const [{ schedule_id }] = fixed.targets as [{ schedule_id: string }];
    const entry = await publishToEnd({ workspace_id: tenant.workspace.id, schedule_id });
    expect([entry.state, entry.error]).toEqual(['published', null]);
    expect(await failedEvents()).toEqual([]);
  });

  it('is a problem of its workspace only', async () => {
    const [{ tenant, expected }, other] = [await arranged(), await newTenant()];
    await connectAll(other);
    const body = { ...fields, media: PICTURES };
    const withoutMedia = { ...body, media: code === 'media_required' ? [] : PICTURES, scheduled_at: inSeconds(60) };
    expect((await call(tenant, 'content.validate', { body: withoutMedia })).warnings).toEqual(expected);
    expect((await call(other, 'content.validate', { body })).warnings).toEqual([]);
  });
});

describe('the warnings of a draft without a time', () => {
  it.each(['account_missing', 'media_required', 'rate_limited'] as const)('include %s', async (code) => {
    const tenant = await newTenant();
    const { platform, arrange } = PROBLEMS[code];
    await arrange(tenant);
    const draft = await call(tenant, 'content.create', { body: { title: 'A title', platforms: [platform] } });
    expect(draft.status).toBe('draft');
    expect((await read(tenant, draft.id)).warnings).toMatchObject([{ code, platform }]);
  });

  it('include account_needs_reconnect once the token has expired', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'linkedin', undefined, { expires_in: 3600 });
    const draft = await call(tenant, 'content.create', { body: { title: 'A title', platforms: ['linkedin'] } });
    expect(draft.warnings).toEqual([]);
    advanceTime(HOUR);
    expect((await read(tenant, draft.id)).warnings).toMatchObject([{ code: 'account_needs_reconnect' }]);
  });
});

describe('several problems', () => {
  it('are all warnings, by platform and in the order in which publishing would meet them', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'linkedin');
    const body = { title: 'A title', platforms: ['linkedin', 'instagram', 'twitter'], scheduled_at: inSeconds(60) };
    const { warnings } = await call(tenant, 'content.create', { body });
    expect(warnings.map(({ platform, code, account_id }) => [platform, code, account_id])).toEqual([
      ['instagram', 'account_missing', null],
      ['instagram', 'media_required', null],
      ['twitter', 'account_missing', null],
    ]);
  });

  it('of one target fail with the code of its first warning', async () => {
    const tenant = await newTenant();
    const { dueMessage, contentId } = await scheduleContent(tenant, 'instagram', { media: [] });
    const { warnings } = await read(tenant, contentId);
    expect(warnings.map(({ code }) => code)).toEqual(['account_missing', 'media_required']);
    advanceTime(MINUTE);
    expect((await publishToEnd(dueMessage)).error?.code).toBe('account_missing');
  });

  it('of one platform leave the other platforms of the item unaffected', async () => {
    const tenant = await newTenant();
    await connectAll(tenant);
    const fields = { platforms: ['twitter', 'instagram'], media: [], scheduled_at: inSeconds(60) };
    const { targets } = await newContent(tenant, fields);
    advanceTime(MINUTE);
    const states = [];
    for (const { schedule_id } of targets as { schedule_id: string }[]) {
      states.push((await publishToEnd({ workspace_id: tenant.workspace.id, schedule_id })).state);
    }
    expect(states).toEqual(['published', 'failed']);
  });
});

describe('a problem that cannot be fixed', () => {
  it('is rejected with 422 and not returned as a warning', async () => {
    const tenant = await newTenant();
    const fields = { title: 'A title', platforms: ['instagram'], scheduled_at: inSeconds(60) };
    const tooLong = { ...fields, description: 'a'.repeat(2201) };
    const wrongType = { ...fields, media: [{ url: 'https://media.example.com/a.gif', type: 'image' }] };
    for (const body of [tooLong, wrongType]) {
      for (const operation of ['content.create', 'content.validate']) {
        const answer = await callApi(operation, { token: tenant.token, body });
        expect([answer.status, answer.json.warnings]).toEqual([422, undefined]);
      }
    }
  });
});

describe('an item that is published immediately without the image Instagram requires', () => {
  it('fails with media_required, and its response says so', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'instagram');
    const { id } = await newContent(tenant, { platforms: ['instagram'], media: [] });
    const publishing = callApi('content.update', {
      token: tenant.token,
      params: { id },
      body: { title: 'A better title', status: 'published' },
    });
    const entry = async () => storedRecords<ScheduleEntry>(harness, 'ScheduleEntry')[0];
    await expect.poll(entry).toBeDefined();
    await onPublishDue({ workspace_id: tenant.workspace.id, schedule_id: (await entry())!.id }, lambdaContext());
    const { status, json } = await publishing;
    expect([status, json.status]).toEqual([200, 'failed']);
    expect(json).toMatchObject({ targets: [{ error: { code: 'media_required' } }], warnings: [] });
  });
});

describe('an account that needs to be connected again', () => {
  it('is a warning after the platform rejected its token, also for items that were scheduled before', async () => {
    const tenant = await newTenant();
    const { id: account_id } = await connect(tenant, 'linkedin');
    const later = await newContent(tenant, { platforms: ['linkedin'], scheduled_at: inSeconds(7200) });
    expect(later.warnings).toEqual([]);
    await platforms().script('linkedin', '401_expired', 100);
    for (let posts = 0; posts < 2; posts++) {
      await publishToEnd((await scheduleContent(tenant, 'linkedin', { title: `Rejected ${posts}` }, 0)).dueMessage);
    }
    const expected = [{ code: 'account_needs_reconnect', platform: 'linkedin', account_id }];
    expect((await read(tenant, later.id)).warnings).toMatchObject(expected);
  });
});

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
    const next = await newContent(tenant, { platforms: [platform], scheduled_at: inSeconds(1) });
    const until = storedRecords<{ until: string }>(harness, 'PublishLimit')[0]!.until;
    expect(next.warnings).toEqual([
      { code: 'rate_limited', platform, account_id, detail: expect.stringContaining(until) },
    ]);
  });

  it('is a warning for items that are due before it ends, and not for later ones', async () => {
    const tenant = await newTenant();
    await connectAll(tenant);
    const before = await newContent(tenant, { platforms: ['twitter'], scheduled_at: inSeconds(14 * 60) });
    const after = await newContent(tenant, { platforms: ['twitter'], scheduled_at: inSeconds(16 * 60) });
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
