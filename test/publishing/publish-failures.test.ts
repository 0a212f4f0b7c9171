import { describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/on-publish-due.ts';
import type { ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import { LEASE_SECONDS } from '../../lib/core/retry/lease.ts';
import type { ScriptName } from '../../lib/platforms/kit/simulator/fault-scripts.ts';
import { advanceTime, WAIT } from '../functions/api-harness.ts';
import { contentOf, due, events, HOUR, MINUTE, timer } from '../functions/given/due-post.ts';
import { publishTo } from '../functions/publish-step.ts';
import { connect, loadDueEntry, scheduleContent, setPlatforms, simulatePlatforms } from '../functions/simulated.ts';
import { newId, newTenant } from '../functions/tenants.ts';
import { lambdaContext, sdkError, setupWorkers, sqsEvent, storedRecords } from '../functions/worker-harness.ts';
import { startCannedServer, startRejectingServer, startServer, TOKEN } from '../platforms/platforms.ts';

const harness = setupWorkers();
const platforms = simulatePlatforms();
const LEASE_MS = LEASE_SECONDS.attempt * 1000;
const queue = (...messages: unknown[]) => handler(sqsEvent(...messages), lambdaContext());

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
