import { describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/on-publish-due.ts';
import type { ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import { LEASE_SECONDS } from '../../lib/core/retry/lease.ts';
import { PLATFORMS } from '../../lib/platforms/facts/platform.ts';
import type { ScriptName } from '../../tools/simulator/fault-scripts.ts';
import { startCannedServer, startRejectingServer, startServer, TOKEN } from '../platforms/platforms.ts';
import { advanceTime, callApi, type Json, WAIT } from './api-harness.ts';
import { PICTURES, publishTo } from './resources.ts';
import {
  connect,
  type DueMessage,
  loadDueEntry,
  scheduleContent,
  setPlatforms,
  simulatePlatforms,
} from './simulated.ts';
import { newId, newTenant, newToken, type Tenant } from './tenants.ts';
import { lambdaContext, processAllChanges, sdkError, setupWorkers, sqsEvent, storedRecords } from './worker-harness.ts';

const harness = setupWorkers();
const platforms = simulatePlatforms();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LEASE_MS = LEASE_SECONDS.attempt * 1000;

const timer = (dueMessage: unknown, remainingMs?: number) =>
  handler(dueMessage as DueMessage, lambdaContext(remainingMs));
const queue = (...messages: unknown[]) => handler(sqsEvent(...messages), lambdaContext());

/** A post for X, due in 60 s, of a tenant whose account is connected. */
async function planned(fields: Json = {}) {
  const tenant = await newTenant();
  await connect(tenant, 'twitter');
  return { tenant, ...(await scheduleContent(tenant, 'twitter', fields)) };
}

async function due(fields: Json = {}) {
  const made = await planned(fields);
  advanceTime(MINUTE);
  return made;
}

async function contentOf(tenant: Tenant, id: string): Promise<Json> {
  // Hours may have passed since the tenant's first token.
  const answer = await callApi('content.get', { token: await newToken(tenant), params: { id } });
  expect(answer.status).toBe(200);
  return answer.json;
}

async function events(type: string): Promise<Json[]> {
  await processAllChanges(harness);
  return storedRecords(harness, 'Event').filter((event) => event.type === type);
}

describe('a due post', () => {
  it.each(PLATFORMS)('is published once to %s when its schedule invokes the function', async (platform) => {
    const tenant = await newTenant();
    await connect(tenant, platform);
    const { dueMessage } = await scheduleContent(tenant, platform, { description: `Hello, ${platform}` });
    advanceTime(MINUTE);
    expect(await timer(dueMessage)).toBeUndefined();
    const [post, ...more] = await platforms().posts();
    expect(post).toMatchObject({ platform, text: `Hello, ${platform}` });
    expect(more).toEqual([]);
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'published', platform_post_id: post!.id });
  });

  it('is published once when a queue message invokes the function', async () => {
    const { dueMessage } = await due();
    expect(await queue(dueMessage)).toEqual({ batchItemFailures: [] });
    expect(await platforms().posts()).toHaveLength(1);
    expect((await loadDueEntry(dueMessage)).state).toBe('published');
  });

  it('is saved with its time, its lateness and its URL, and without a due time', async () => {
    const { dueMessage } = await planned();
    advanceTime(65_900);
    await timer(dueMessage);
    const [post] = await platforms().posts();
    expect(await loadDueEntry(dueMessage)).toMatchObject({
      published_at: new Date().toISOString(),
      late_by_seconds: 5,
      url: `https://x.com/i/web/status/${post!.id}`,
      due_at: null,
      attempt: null,
      attempts: 1,
      error: null,
    });
  });

  it('makes its item published in every response', async () => {
    const { tenant, contentId, dueMessage } = await due();
    await timer(dueMessage);
    const content = await contentOf(tenant, contentId);
    expect(content).toMatchObject({ status: 'published', targets: [{ status: 'published' }] });
    expect(await events('content.published')).toHaveLength(1);
  });

  it('is published once, with its new text, when its item is edited after the worker has read it', async () => {
    const { contentId, dueMessage } = await due({ description: 'Old' });
    harness.table.fault = (command) => {
      if (command !== 'TransactWriteCommand') return null;
      harness.table.fault = null;
      const item = harness.table.items().find(({ sk }) => sk === contentId)!;
      harness.table.insert({ ...item, description: 'New', version: Number(item.version) + 1 });
      return null;
    };
    await timer(dueMessage);
    expect(await platforms().posts()).toMatchObject([{ text: 'New' }]);
    expect((await loadDueEntry(dueMessage)).state).toBe('published');
  });

  it('to Instagram is published when its missing image is added after the worker has read it', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'instagram');
    const { contentId, dueMessage } = await scheduleContent(tenant, 'instagram', { media: [] });
    advanceTime(MINUTE);
    harness.table.fault = (command) => {
      if (command !== 'TransactWriteCommand') return null;
      harness.table.fault = null;
      const item = harness.table.items().find(({ sk }) => sk === contentId)!;
      harness.table.insert({ ...item, media: PICTURES, version: Number(item.version) + 1 });
      return null;
    };
    await timer(dueMessage);
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'published', attempts: 1, error: null });
    expect(await platforms().posts()).toHaveLength(1);
  });

  it('is not published when it is cancelled after the worker has read it', async () => {
    const { dueMessage } = await due();
    harness.table.fault = (command) => {
      if (command !== 'TransactWriteCommand') return null;
      harness.table.fault = null;
      const item = harness.table.items().find(({ sk }) => sk === dueMessage.schedule_id)!;
      harness.table.insert({ ...item, state: 'cancelled', due_at: null, version: Number(item.version) + 1 });
      return null;
    };
    await timer(dueMessage);
    expect(await platforms().requests()).toEqual([]);
    expect((await loadDueEntry(dueMessage)).state).toBe('cancelled');
  });

  it('leaves its item scheduled while another platform is pending', async () => {
    const { tenant, contentId, dueMessage } = await due({ platforms: ['twitter', 'linkedin'] });
    await timer(dueMessage);
    expect((await contentOf(tenant, contentId)).status).toBe('scheduled');
    expect(await events('content.published')).toEqual([]);
  });

  it('has the text of its platform', async () => {
    const options = { twitter: { text: 'Short for X' }, linkedin: { text: 'Long for LinkedIn' } };
    const { dueMessage } = await due({ description: 'For everyone', platform_options: options });
    await timer(dueMessage);
    expect(await platforms().posts()).toMatchObject([{ text: 'Short for X' }]);
  });

  it('is published once when several workers run concurrently, and none of them fails', async () => {
    const { dueMessage } = await due();
    const answers = await Promise.all([timer(dueMessage), queue(dueMessage), timer(dueMessage), queue(dueMessage)]);
    const nothingFailed = { batchItemFailures: [] };
    expect(answers).toEqual([undefined, nothingFailed, undefined, nothingFailed]);
    expect(await platforms().posts()).toHaveLength(1);
    expect(await platforms().requests()).toHaveLength(1);
    expect((await loadDueEntry(dueMessage)).state).toBe('published');
  });

  it('is published once when the same message is delivered ten times in one batch and once more', async () => {
    const { dueMessage } = await due();
    await queue(...Array(10).fill(dueMessage));
    await Promise.all(Array.from({ length: 5 }, () => queue(dueMessage)));
    expect(await platforms().requests()).toHaveLength(1);
  });

  it('is published concurrently with another one of the same item, though both change the item', async () => {
    const { tenant, contentId } = await due({ platforms: ['twitter', 'linkedin'] });
    await connect(tenant, 'linkedin');
    const entries = storedRecords<ScheduleEntry>(harness, 'ScheduleEntry');
    await Promise.all(entries.map((entry) => timer({ workspace_id: entry.workspace_id, schedule_id: entry.id })));
    expect((await platforms().posts()).map(({ platform }) => platform).sort()).toEqual(['linkedin', 'twitter']);
    expect((await contentOf(tenant, contentId)).status).toBe('published');
  });
});

describe('an early message', () => {
  it('has no effect and no successor: the change to the current time has its own', async () => {
    const { dueMessage } = await planned();
    await timer(dueMessage);
    await queue(dueMessage);
    expect(harness.sent()).toEqual([]);
    expect(await platforms().requests()).toEqual([]);
    expect((await loadDueEntry(dueMessage)).state).toBe('pending');
  });

  it('waits in the function when it is at most a second early', async () => {
    const { dueMessage } = await planned();
    advanceTime(59_970);
    setTimeout(() => advanceTime(30), 10);
    await queue(dueMessage);
    expect((await loadDueEntry(dueMessage)).state).not.toBe('pending');
    expect(harness.sent()).toEqual([]);
  });

  it('waits on when the timer of its function ends a millisecond early', async () => {
    const { dueMessage } = await planned();
    advanceTime(59_970);
    setTimeout(() => advanceTime(29), 10);
    setTimeout(() => advanceTime(1), 60);
    await queue(dueMessage);
    expect((await loadDueEntry(dueMessage)).state).not.toBe('pending');
  });
});

describe('an obsolete message', () => {
  it('has no effect for an entry that does not exist', async () => {
    const { tenant } = await planned();
    await timer({ workspace_id: tenant.workspace.id, schedule_id: newId('entry') });
    expect(await platforms().requests()).toEqual([]);
    expect(harness.sent()).toEqual([]);
  });

  it('finds nothing under another workspace', async () => {
    const { dueMessage } = await due();
    const other = await newTenant();
    await timer({ ...dueMessage, workspace_id: other.workspace.id });
    expect(await platforms().requests()).toEqual([]);
    expect((await loadDueEntry(dueMessage)).state).toBe('pending');
  });

  it('publishes no cancelled entry', async () => {
    const { tenant, dueMessage } = await planned();
    await callApi('schedule.cancel', { token: tenant.token, params: { id: dueMessage.schedule_id } });
    advanceTime(MINUTE);
    await timer(dueMessage);
    expect(await platforms().requests()).toEqual([]);
    expect((await loadDueEntry(dueMessage)).state).toBe('cancelled');
  });

  it('publishes no entry of a deleted item', async () => {
    const { tenant, contentId, dueMessage } = await planned();
    const gone = await callApi('content.delete', { token: tenant.token, params: { id: contentId } });
    expect(gone.status).toBe(200);
    advanceTime(MINUTE);
    await timer(dueMessage);
    expect(await platforms().requests()).toEqual([]);
  });

  it('publishes no entry twice that was rescheduled', async () => {
    const { tenant, contentId, dueMessage } = await planned();
    const later = new Date(Date.now() + HOUR).toISOString();
    await callApi('content.update', {
      token: tenant.token,
      params: { id: contentId },
      body: { scheduled_at: later },
    });
    advanceTime(MINUTE);
    await timer(dueMessage);
    expect(await platforms().requests()).toEqual([]);
    advanceTime(HOUR);
    await timer(dueMessage);
    expect(await platforms().posts()).toHaveLength(1);
  });

  it('has no effect while another worker holds the claim', async () => {
    const { tenant, contentId, dueMessage } = await due();
    await publishTo(tenant, contentId, 'twitter', 'claimed');
    const claimed = await loadDueEntry(dueMessage);
    advanceTime(LEASE_MS - 1);
    await timer(dueMessage);
    expect(await loadDueEntry(dueMessage)).toEqual(claimed);
    expect(await platforms().requests()).toEqual([]);
    expect(harness.sent()).toEqual([]);
  });

  it('has no effect while another worker is sending', async () => {
    const { tenant, contentId, dueMessage } = await due();
    await publishTo(tenant, contentId, 'twitter', 'sending');
    const sending = await loadDueEntry(dueMessage);
    advanceTime(LEASE_MS - 1);
    await timer(dueMessage);
    expect(await loadDueEntry(dueMessage)).toEqual(sending);
    expect(await platforms().requests()).toEqual([]);
  });
});

describe('a worker that crashes', () => {
  it('after claiming the entry is followed by another worker', async () => {
    const { tenant, contentId, dueMessage } = await due();
    await publishTo(tenant, contentId, 'twitter', 'claimed');
    advanceTime(LEASE_MS);
    await timer(dueMessage);
    expect(await platforms().posts()).toHaveLength(1);
    expect(await loadDueEntry(dueMessage)).toMatchObject({
      state: 'published',
      attempts: 2,
      late_by_seconds: 120,
    });
  });

  it('while sending leaves an unconfirmed post that is shown, checked and never sent again', async () => {
    const { tenant, contentId, dueMessage } = await due();
    await publishTo(tenant, contentId, 'twitter', 'sending');
    advanceTime(LEASE_MS);
    await timer(dueMessage);
    expect(await platforms().requests()).toEqual([]);
    expect(await loadDueEntry(dueMessage)).toMatchObject({
      state: 'unconfirmed',
      unconfirmed_send: { checks: 0 },
      error: { code: 'outcome_unknown' },
    });
    // The request has ended with the lease, so the first check follows at once.
    await timer(dueMessage);
    expect(await platforms().posts()).toEqual([]);
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'unconfirmed', unconfirmed_send: { checks: 1 } });
    expect((await contentOf(tenant, contentId)).status).toBe('unconfirmed');
    // The platform is asked again later whether it is live: nothing has failed yet.
    expect(await events('content.failed')).toEqual([]);
  });

  it('cannot change its entry after another worker took over', async () => {
    let answer = () => {};
    await using slow = await startServer((_, response) => {
      answer = () => response.writeHead(201).end(JSON.stringify({ data: { id: '1' } }));
    });
    setPlatforms(platforms().origin, { twitter: slow.origin });
    const { dueMessage } = await due();
    const first = timer(dueMessage);
    await vi.waitFor(() => expect(slow.urls).toHaveLength(1), WAIT);
    advanceTime(LEASE_MS);
    await timer(dueMessage);
    const looked = await loadDueEntry(dueMessage);
    answer();
    await first;
    expect(looked.state).toBe('unconfirmed');
    expect(await loadDueEntry(dueMessage)).toEqual(looked);
    expect(slow.urls).toHaveLength(1);
  });

  it('does not publish when its claim was taken over during the preparation', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'instagram');
    const { dueMessage } = await scheduleContent(tenant, 'instagram');
    advanceTime(MINUTE);
    // It believes that it has enough time; only the record shows otherwise.
    const first = timer(dueMessage, 600_000);
    await vi.waitFor(async () => expect((await loadDueEntry(dueMessage)).state).toBe('claimed'), WAIT);
    advanceTime(LEASE_MS);
    await Promise.all([first, timer(dueMessage)]);
    const requests = await platforms().requests();
    expect(requests.filter(({ path }) => path.endsWith('media_publish'))).toHaveLength(1);
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'published', attempts: 2 });
  });
});

describe('a post that is too late', () => {
  it('fails visibly and is not sent', async () => {
    const { tenant, contentId, dueMessage } = await due();
    advanceTime(6 * HOUR + 1);
    await timer(dueMessage);
    expect(await platforms().requests()).toEqual([]);
    expect(await loadDueEntry(dueMessage)).toMatchObject({
      state: 'failed',
      due_at: null,
      error: { code: 'too_late', category: 'system', retryable: true },
    });
    expect((await contentOf(tenant, contentId)).status).toBe('failed');
    expect(await events('content.failed')).toMatchObject([{ workspace_id: tenant.workspace.id }]);
  });

  it('is published at exactly the limit, with its lateness', async () => {
    const { dueMessage } = await due();
    advanceTime(6 * HOUR);
    await timer(dueMessage);
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'published', late_by_seconds: 21_600 });
  });
});

interface End {
  state: ScheduleEntry['state'];
  posts: 0 | 1;
  code?: string;
  category?: string;
}

/** The outcome of a post for these responses of X. See docs/reference/outcomes.md. */
const ENDS: Record<Exclude<ScriptName, 'hang' | 'drip'>, End> = {
  ok: { state: 'published', posts: 1 },
  wrong_content_type: { state: 'published', posts: 1 },
  ok_then_drop: { state: 'unconfirmed', posts: 1, code: 'no_answer', category: 'platform' },
  drop_before_effect: { state: 'unconfirmed', posts: 0, code: 'no_answer', category: 'platform' },
  '500_after_effect': { state: 'unconfirmed', posts: 1, code: 'unexpected_answer', category: 'platform' },
  '500_before_effect': { state: 'unconfirmed', posts: 0, code: 'unexpected_answer', category: 'platform' },
  html_502: { state: 'unconfirmed', posts: 1, code: 'unexpected_answer', category: 'platform' },
  truncated_json: { state: 'unconfirmed', posts: 1, code: 'no_answer', category: 'platform' },
  '201_without_id': { state: 'unconfirmed', posts: 1, code: 'no_id', category: 'platform' },
  '401_expired': { state: 'pending', posts: 0, code: 'token_rejected', category: 'auth' },
  duplicate: { state: 'failed', posts: 0, code: 'duplicate_content', category: 'content' },
  '402': { state: 'failed', posts: 0, code: 'credits_depleted', category: 'account' },
  '426': { state: 'failed', posts: 0, category: 'platform' },
  '429': { state: 'pending', posts: 0, code: 'rate_limited', category: 'rate_limit' },
};

describe('a response of the platform', () => {
  it.each(Object.entries(ENDS))('%s has the outcome of its row, and is never sent twice', async (name, end) => {
    await platforms().script('twitter', name);
    const { tenant, contentId, dueMessage } = await due();
    await timer(dueMessage);
    await timer(dueMessage);
    const { state, error } = await loadDueEntry(dueMessage);
    expect(state).toBe(end.state);
    expect(error?.category).toBe(end.category);
    if (end.code) expect(error?.code).toBe(end.code);
    expect(await platforms().posts()).toHaveLength(end.posts);
    expect(await platforms().requests()).toHaveLength(1);
    const shown = end.state === 'pending' ? 'scheduled' : end.state;
    expect((await contentOf(tenant, contentId)).status).toBe(shown);
  });

  it.each(['hang', 'drip'])('%s until the deadline is an unconfirmed post', async (name) => {
    await platforms().script('twitter', name);
    const { dueMessage } = await due();
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.now() });
    const working = timer(dueMessage);
    await vi.waitFor(async () => expect(await platforms().posts()).toHaveLength(1), { ...WAIT, interval: 0 });
    vi.advanceTimersByTime(20_000);
    await working;
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'unconfirmed', error: { code: 'no_answer' } });
    await timer(dueMessage);
    expect(await platforms().posts()).toHaveLength(1);
  });

  it('with 429 is retried when the limit ends, and not earlier', async () => {
    await platforms().script('twitter', '429');
    const { dueMessage } = await due();
    await timer(dueMessage);
    expect((await loadDueEntry(dueMessage)).due_at).toBe(new Date(Date.now() + 900_000).toISOString());
    advanceTime(898_000);
    await timer(dueMessage);
    expect(await platforms().posts()).toEqual([]);
    advanceTime(2000);
    await timer(dueMessage);
    expect(await platforms().posts()).toHaveLength(1);
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'published', attempts: 2, error: null });
  });

  it.each([
    ['linkedin', {}],
    ['twitter', { 'x-app-limit-24hour-remaining': '0', 'x-app-limit-24hour-reset': 20 * HOUR }],
    ['twitter', { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': 3 * 366 * 24 * HOUR }],
    ['twitter', { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': -HOUR }],
  ] as const)(
    'a rate limit of %s whose end is out of reach (%j) is retried until the entry expires',
    async (platform, limit) => {
      // LinkedIn's limits end at midnight in UTC, which is fourteen hours away.
      advanceTime(24 * HOUR - ((Date.now() - 10 * HOUR) % (24 * HOUR)));
      const headers = () =>
        Object.fromEntries(
          Object.entries(limit).map(([name, value]) => [
            name,
            typeof value === 'number' ? String(Math.round((Date.now() + value) / 1000)) : value,
          ]),
        );
      await using limited = await startServer((_, response) => response.writeHead(429, headers()).end('{}'));
      const tenant = await newTenant();
      await connect(tenant, platform);
      const { dueMessage } = await scheduleContent(tenant, platform);
      advanceTime(MINUTE);
      const dueMs = Date.now();
      setPlatforms(platforms().origin, { [platform]: limited.origin });
      const waits: number[] = [];
      for (let entry = await loadDueEntry(dueMessage); entry.due_at !== null; entry = await loadDueEntry(dueMessage)) {
        advanceTime(Date.parse(entry.due_at) - Date.now());
        waits.push((Date.now() - dueMs) / 1000);
        await timer(dueMessage);
      }
      expect(waits.slice(0, 7)).toEqual([0, 15, 75, 375, 1275, 3075, 4875]);
      // The last attempt is less than half an hour before the limit of six hours.
      expect(waits.at(-1)).toBeGreaterThan(6 * 3600 - 1800);
      expect(waits.at(-1)).toBeLessThanOrEqual(6 * 3600);
      expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'failed', error: { code: 'rate_limited' } });
    },
  );

  it('a rate limit of LinkedIn that ends earlier than announced delays the post, which is published', async () => {
    advanceTime(24 * HOUR - ((Date.now() - 10 * HOUR) % (24 * HOUR)));
    const tenant = await newTenant();
    await connect(tenant, 'linkedin');
    const { dueMessage } = await scheduleContent(tenant, 'linkedin');
    await platforms().script('linkedin', '429', 2);
    advanceTime(MINUTE);
    await timer(dueMessage);
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'pending', error: { code: 'rate_limited' } });
    for (const seconds of [15, 60]) {
      advanceTime(seconds * 1000);
      await timer(dueMessage);
    }
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'published', late_by_seconds: 75 });
    expect(await platforms().posts()).toHaveLength(1);
  });

  it('a platform that is unreachable is retried until the entry expires', async () => {
    setPlatforms(platforms().origin, { twitter: await startRejectingServer() });
    const { dueMessage } = await due();
    const dueMs = Date.now();
    const waits: number[] = [];
    for (let attempt = 1; (await loadDueEntry(dueMessage)).state === 'pending'; attempt++) {
      await timer(dueMessage);
      const { due_at, attempts } = await loadDueEntry(dueMessage);
      expect(attempts).toBe(attempt);
      if (due_at === null) break;
      waits.push((Date.parse(due_at) - Date.now()) / 1000);
      advanceTime(Date.parse(due_at) - Date.now());
    }
    expect(waits.slice(0, 6)).toEqual([15, 60, 300, 900, 1800, 1800]);
    expect(Date.now()).toBeLessThanOrEqual(dueMs + 6 * HOUR);
    expect(await loadDueEntry(dueMessage)).toMatchObject({
      state: 'failed',
      error: { code: 'unreachable', category: 'platform' },
    });
  });

  it('a rejection by one platform does not affect the others', async () => {
    await platforms().script('linkedin', 'duplicate');
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    await connect(tenant, 'linkedin');
    const { contentId } = await scheduleContent(tenant, 'twitter', { platforms: ['twitter', 'linkedin'] });
    advanceTime(MINUTE);
    for (const { id, workspace_id } of storedRecords<ScheduleEntry>(harness, 'ScheduleEntry')) {
      await timer({ workspace_id, schedule_id: id });
    }
    const content = await contentOf(tenant, contentId);
    expect(content.status).toBe('partially_published');
    expect(await events('content.failed')).toHaveLength(1);
    expect(await events('content.published')).toEqual([]);
  });
});

describe('a failure before the platform is called', () => {
  it('a workspace without an account fails the entry with account_missing', async () => {
    const tenant = await newTenant();
    const { dueMessage } = await scheduleContent(tenant, 'twitter');
    advanceTime(MINUTE);
    await timer(dueMessage);
    expect(await platforms().requests()).toEqual([]);
    expect(await loadDueEntry(dueMessage)).toMatchObject({
      state: 'failed',
      error: { code: 'account_missing', category: 'account', retryable: false },
    });
  });

  it("another workspace's account is not used", async () => {
    const other = await newTenant();
    await connect(other, 'twitter');
    const tenant = await newTenant();
    const { dueMessage } = await scheduleContent(tenant, 'twitter');
    advanceTime(MINUTE);
    await timer(dueMessage);
    expect((await loadDueEntry(dueMessage)).error?.code).toBe('account_missing');
  });

  it('too little time for the response releases the entry, and nothing is published', async () => {
    const { dueMessage } = await due();
    await timer(dueMessage, 24_000);
    expect(await platforms().requests()).toEqual([]);
    expect(await loadDueEntry(dueMessage)).toMatchObject({
      state: 'pending',
      due_at: new Date(Date.now() + 5_000).toISOString(),
      attempt: null,
      attempts: 0,
      error: { code: 'preparation_slow', category: 'system', retryable: true },
    });
    advanceTime(5_000);
    await timer(dueMessage);
    expect(await platforms().posts()).toHaveLength(1);
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'published', error: null, attempts: 1 });
  });

  it('an unavailable table publishes nothing and redelivers the message', async () => {
    const { dueMessage } = await due();
    harness.table.fault = () => sdkError('ProvisionedThroughputExceededException');
    await expect(timer(dueMessage)).rejects.toThrow();
    expect(await queue(dueMessage)).toEqual({ batchItemFailures: [{ itemIdentifier: 'm0' }] });
    expect(await platforms().requests()).toEqual([]);
  });
});

const FOREIGN = [
  ['no JSON', 'not json'],
  ['null', 'null'],
  ['text', '"text"'],
  ['a list', '[]'],
  ['an empty object', '{}'],
  ['ids of another kind', JSON.stringify({ workspace_id: newId('workspace'), schedule_id: newId('content') })],
  ['malformed ids', JSON.stringify({ workspace_id: 'ws_1', schedule_id: 'scd_1' })],
  ['ids that are not strings', JSON.stringify({ workspace_id: {}, schedule_id: 7 })],
];

describe('an invalid payload', () => {
  it.each(FOREIGN)('%s is the only message of its batch that fails', async (_, body) => {
    const { dueMessage } = await due();
    const answer = await queue(body, dueMessage);
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'm0' }] });
    expect((await loadDueEntry(dueMessage)).state).toBe('published');
  });

  it.each(FOREIGN.slice(1))('%s from a timer is thrown, so that it reaches the failures', async (_, text) => {
    await expect(timer(JSON.parse(text!))).rejects.toThrow();
    expect(await platforms().requests()).toEqual([]);
  });

  it('an empty batch has no failures', async () => {
    expect(await queue()).toEqual({ batchItemFailures: [] });
  });
});

describe('the log', () => {
  it.each(['ok', '401_expired', '429', 'truncated_json'])('contains no token (%s)', async (script) => {
    await platforms().script('twitter', script);
    const { dueMessage } = await due({ description: 'Text that no log contains' });
    await timer(dueMessage);
    await queue('not json');
    expect(harness.logged()).toContain(dueMessage.schedule_id);
    expect(harness.logged()).not.toContain(TOKEN);
    expect(harness.logged()).not.toContain('Text that no log');
  });

  it('contains no token, nor does the entry, when the platform repeats it in its rejection', async () => {
    await using echo = await startCannedServer(400, { detail: `The token ${TOKEN} is not liked` });
    setPlatforms(platforms().origin, { twitter: echo.origin });
    const { dueMessage } = await due();
    await timer(dueMessage);
    expect((await loadDueEntry(dueMessage)).state).toBe('failed');
    expect(harness.logged()).not.toContain(TOKEN);
    expect(JSON.stringify(await loadDueEntry(dueMessage))).not.toContain(TOKEN);
  });
});
