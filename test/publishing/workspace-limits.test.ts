import { describe, expect, it } from 'vitest';
import { handler } from '../../functions/on-publish-due.ts';
import { monthOf } from '../../lib/accounts/rules/metrics-budget.ts';
import { DAY_MS, formatDay } from '../../lib/core/values/timestamps.ts';
import type { OwnLimits } from '../../lib/identity/rules/workspace-limits.ts';
import { loadLimitUse } from '../../lib/identity/store/limit-counters.ts';
import type { ScriptName } from '../../lib/platforms/kit/simulator/fault-scripts.ts';
import { advanceTime, callApi, succeed } from '../functions/api-harness.ts';
import { measureConsumed } from '../functions/consumed-units.ts';
import { intercept } from '../functions/given/lost-sends.ts';
import { resume, runAll } from '../functions/given/thread.ts';
import { setWorkspace } from '../functions/resources.ts';
import { connect, type DueMessage, loadDueEntry, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, processAllChanges, processStreamRecords, setupWorkers } from '../functions/worker-harness.ts';

/** What a product limits of the posts of a workspace. */

const harness = setupWorkers();
const platforms = simulatePlatforms();

/** A tenant with these limits, whose account on X is connected. */
async function limited(limits: OwnLimits): Promise<Tenant> {
  const tenant = await newTenant();
  await connect(tenant, 'twitter');
  await setWorkspace(tenant, { limits });
  return tenant;
}

/** Schedule posts, and advance the clock until they are due. */
async function duePosts(tenant: Tenant, ...texts: string[]): Promise<DueMessage[]> {
  const owned = { ...tenant, token: await newToken(tenant) };
  const messages: DueMessage[] = [];
  for (const title of texts) {
    messages.push((await scheduleContent(owned, 'twitter', { title, description: title })).dueMessage);
  }
  advanceTime(60_000);
  return messages;
}

const publish = (messages: DueMessage[]) => Promise.all(messages.map((each) => handler(each, lambdaContext())));
const outcomes = async (messages: DueMessage[]) => {
  const entries = await Promise.all(messages.map(loadDueEntry));
  return entries.map(({ state, error }) => error?.code ?? state).sort();
};

/** A post whose outcome is unknown; `fault` decides whether it is live. */
async function unconfirmedPost(
  tenant: Tenant,
  { text = 'In doubt', fault = '500_before_effect' }: { text?: string; fault?: ScriptName } = {},
): Promise<DueMessage> {
  await platforms().script('twitter', fault);
  const [message] = await duePosts(tenant, text);
  await publish([message!]);
  expect((await loadDueEntry(message!)).state).toBe('unconfirmed');
  return message!;
}

/** Report the outcome of an unconfirmed post. */
async function resolve(tenant: Tenant, message: DueMessage, outcome: string): Promise<void> {
  const { content_id: id } = await loadDueEntry(message);
  const params = { id, platform: 'x' };
  await succeed('content.resolve', { token: await newToken(tenant), params, body: { outcome } });
}

describe('the limit of posts a day', () => {
  it('lets exactly as many be sent, however many are due at once', async () => {
    const tenant = await limited({ posts_per_day: 3 });
    const messages = await duePosts(tenant, 'One', 'Two', 'Three', 'Four', 'Five');
    await publish(messages);
    const [reached, live] = ['post_limit_reached', 'published'];
    expect(await outcomes(messages)).toEqual([reached, reached, live, live, live]);
    expect(await platforms().posts()).toHaveLength(3);
  });

  it('counts the posts of one day (UTC)', async () => {
    const tenant = await limited({ posts_per_day: 1 });
    await publish(await duePosts(tenant, 'One'));
    advanceTime(DAY_MS);
    const messages = await duePosts(tenant, 'Two', 'Three');
    await publish(messages);
    expect(await outcomes(messages)).toEqual(['post_limit_reached', 'published']);
  });

  it('has room again after a post that the platform rejects', async () => {
    const tenant = await limited({ posts_per_day: 1 });
    await platforms().script('twitter', 'duplicate');
    const rejected = await duePosts(tenant, 'One');
    await publish(rejected);
    expect(await outcomes(rejected)).toEqual(['duplicate_content']);
    const messages = await duePosts(tenant, 'Two', 'Three');
    await publish(messages);
    expect(await outcomes(messages)).toEqual(['post_limit_reached', 'published']);
  });

  /** How many posts of today the limit has counted. */
  const usedBy = ({ workspace }: Tenant) =>
    loadLimitUse(workspace.id, { limit: 'posts_per_day', period: formatDay(Date.now()) });

  it('has room again after a post is cancelled before its repeat, however often and late the stream says so', async () => {
    const tenant = await limited({ posts_per_day: 1 });
    const other = await limited({ posts_per_day: 1 });
    await publish(await duePosts(other, 'Another'));
    await platforms().script('twitter', '429');
    const [message] = await duePosts(tenant, 'One');
    await publish([message!]);
    const used = () => usedBy(tenant);
    expect([await used(), (await loadDueEntry(message!)).state]).toEqual([1, 'pending']);
    await processAllChanges(harness);
    const params = { id: (await loadDueEntry(message!)).id };
    expect((await callApi('schedule.cancel', { token: await newToken(tenant), params })).status).toBe(200);
    const cancelled = harness.changes();
    await Promise.all([processStreamRecords(cancelled), processStreamRecords(cancelled)]);
    await processStreamRecords(cancelled.toReversed());
    expect([await used(), await usedBy(other)]).toEqual([0, 1]);
    const messages = await duePosts(tenant, 'Two', 'Three');
    await publish(messages);
    expect(await outcomes(messages)).toEqual(['post_limit_reached', 'published']);
    await processStreamRecords(cancelled);
    expect(await used()).toBe(1);
  });

  it('has room again after a post in doubt is resolved as failed, however often and late the stream says so', async () => {
    const [tenant, other] = [await limited({ posts_per_day: 1 }), await limited({ posts_per_day: 1 })];
    const [doubtful, message] = [
      await unconfirmedPost(tenant),
      await unconfirmedPost(other, { fault: '500_after_effect' }),
    ];
    await resolve(other, message, 'published');
    await processAllChanges(harness);
    await resolve(tenant, doubtful, 'failed');
    await resolve(tenant, doubtful, 'failed');
    const resolved = harness.changes();
    expect([await usedBy(tenant), await usedBy(other)]).toEqual([1, 1]);
    await Promise.all([processStreamRecords(resolved), processStreamRecords(resolved)]);
    await processStreamRecords(resolved.toReversed());
    expect([await usedBy(tenant), await usedBy(other)]).toEqual([0, 1]);
    const messages = await duePosts(tenant, 'Two', 'Three');
    await publish(messages);
    expect(await outcomes(messages)).toEqual(['post_limit_reached', 'published']);
    await processAllChanges(harness);
    await processStreamRecords(resolved);
    expect([await usedBy(tenant), await usedBy(other)]).toEqual([1, 1]);
  });

  it('keeps the place of a post that may be live when its item is deleted', async () => {
    const tenant = await limited({ posts_per_day: 1 });
    const dueMessage = await unconfirmedPost(tenant, { fault: '500_after_effect' });
    const { content_id: id } = await loadDueEntry(dueMessage);
    const thread = { tenant, contentId: id, dueMessage };
    const away = { status: 503, body: {} };
    await using _ = await intercept(thread, 'twitter', (url) => (url.includes('/tweets?') ? away : null));
    expect(await runAll(thread)).toMatchObject({ state: 'unconfirmed', due_at: null });
    await processAllChanges(harness);
    await succeed('content.delete', { token: await newToken(tenant), params: { id } });
    await processAllChanges(harness);
    expect(await usedBy(tenant)).toBe(1);
  });

  it('counts a post again that was reported as failed and found by a retry, also beyond the limit', async () => {
    const tenant = await limited({ posts_per_day: 1, platform_micro_usd_per_month: 300_000 });
    const text = 'Read https://example.com';
    const live = await unconfirmedPost(tenant, { text, fault: '500_after_effect' });
    await resolve(tenant, live, 'failed');
    await processAllChanges(harness);
    const messages = await duePosts(tenant, 'Two');
    await publish(messages);
    expect([await outcomes(messages), await usedBy(tenant)]).toEqual([['published'], 1]);
    const { content_id: contentId } = await loadDueEntry(live);
    await runAll(await resume({ tenant, contentId, dueMessage: live }));
    await processAllChanges(harness);
    const month = { limit: 'platform_micro_usd_per_month', period: monthOf(Date.now()) } as const;
    expect([await usedBy(tenant), await loadLimitUse(tenant.workspace.id, month)]).toEqual([2, 215_000]);
    expect(await platforms().posts()).toHaveLength(2);
  });

  it('takes no request of the table more than a post without a limit', async () => {
    const tenant = await limited({ posts_per_day: 9, platform_micro_usd_per_month: 1_000_000 });
    const messages = await duePosts(tenant, 'One');
    const { commands } = await measureConsumed(harness.table, () => publish(messages));
    expect(commands).toEqual(['GetCommand', 'BatchGetCommand', 'TransactWriteCommand', 'TransactWriteCommand']);
  });
});

describe('the limit of what platforms charge in a month', () => {
  it('lets posts be sent whose prices are at most the limit together, at once', async () => {
    const tenant = await limited({ platform_micro_usd_per_month: 30_000 });
    const messages = await duePosts(tenant, 'One', 'Two', 'Three');
    await publish(messages);
    expect(await outcomes(messages)).toEqual(['published', 'published', 'spending_limit_reached']);
    expect(await platforms().posts()).toHaveLength(2);
  });

  it('rejects a post whose price alone exceeds it', async () => {
    const tenant = await limited({ platform_micro_usd_per_month: 100_000 });
    const messages = await duePosts(tenant, 'Read https://example.com');
    await publish(messages);
    expect(await outcomes(messages)).toEqual(['spending_limit_reached']);
  });

  it('has the price of a post again that is resolved as failed, and not of one that is resolved as published', async () => {
    const tenant = await limited({ platform_micro_usd_per_month: 30_000 });
    const count = { limit: 'platform_micro_usd_per_month', period: monthOf(Date.now()) } as const;
    const [lost, live] = [
      await unconfirmedPost(tenant),
      await unconfirmedPost(tenant, { text: 'Live', fault: '500_after_effect' }),
    ];
    await resolve(tenant, lost, 'failed');
    await resolve(tenant, live, 'published');
    expect(await loadLimitUse(tenant.workspace.id, count)).toBe(30_000);
    await processAllChanges(harness);
    expect(await loadLimitUse(tenant.workspace.id, count)).toBe(15_000);
  });
});
