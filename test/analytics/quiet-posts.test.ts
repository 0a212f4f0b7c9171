import { describe, expect, it } from 'vitest';
import { handler } from '../../functions/on-metric-poll-queued.ts';
import type { PostMetrics } from '../../lib/analytics/rules/post-metrics.ts';
import { postMetricsWrite } from '../../lib/analytics/store/post-metrics.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { advanceTime, callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import { startMeteredX } from '../functions/given/charged-reads.ts';
import { HOUR, measurements, post, queuedMessages, read, tenantOn } from '../functions/given/metric-polls.ts';
import { connect, publishContent, setMetrics, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers, sqsEvent, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();
simulatePlatforms();

const DAY = 24 * HOUR;

/** Let this many days pass, and poll every six hours. */
async function live(days: number): Promise<void> {
  for (let step = 0; step < days * 4; step++) {
    advanceTime(6 * HOUR);
    await read();
  }
}

const theOnly = () => measurements()[0]!;
const daysUntilPoll = () => (Date.parse(theOnly().due_at!) - Date.now()) / DAY;

/** A post of an account with the schedule `frequent` whose metrics have not changed for weeks. */
async function quietPost() {
  const tenant = await newTenant();
  await connect(tenant, 'twitter');
  await setMetrics(tenant, 'twitter', { metrics_schedule: 'frequent' });
  const contentId = await publishContent(tenant, 'twitter');
  await processAllChanges(harness);
  const x = await startMeteredX();
  x.likes.set(theOnly().platform_post_id!, 3);
  await live(20);
  // The last poll is some hours ago.
  while (daysUntilPoll() < 7) await live(0.25);
  expect(theOnly().unchanged_polls).toBeGreaterThan(3);
  return { tenant, contentId, x };
}

async function report(tenant: Tenant, body: Json) {
  const { json } = await callApi('engagements.create', {
    token: await newToken(tenant),
    body: { engagements: [body] },
  });
  expect((json.results as Json[])[0]).toMatchObject({ status: 'accepted' });
}

const like = (of: object, id = 'like-1') => ({
  platform: 'twitter',
  kind: 'like',
  occurred_at: inSeconds(0),
  external_id: id,
  ...of,
});

describe('a post whose metrics do not change', () => {
  it('is read less and less often, and a last time on day 90', async () => {
    const { x } = await quietPost();
    await using _ = x;
    await live(70);
    const days = x.reads.map(({ atMs }) => Math.floor((atMs - Date.parse(theOnly().published_at)) / DAY));
    expect(theOnly().due_at).toBeNull();
    expect(days.length).toBeLessThan(40);
    expect(days.at(-1)).toBe(90);
    expect(days.filter((day) => day >= 30).length).toBeLessThanOrEqual(9);
  });

  it('is read daily again once they move, and the sums have what the platform reported', async () => {
    const { tenant, x } = await quietPost();
    await using _ = x;
    x.likes.set(theOnly().platform_post_id!, 8);
    await live(8);
    expect(theOnly().totals.likes).toBe(8);
    const before = x.reads.length;
    for (let day = 0; day < 4; day++) {
      x.likes.set(theOnly().platform_post_id!, 9 + day);
      await live(1);
    }
    expect(x.reads.length - before).toBeGreaterThanOrEqual(3);
    const query = { period: '90d' };
    const { json } = await callApi('analytics.performance', { token: await newToken(tenant), query });
    expect(json.breakdown).toMatchObject([{ likes: theOnly().totals.likes }]);
    expect(json.as_of).toBe(theOnly().measured_at);
  });

  it.each([
    ['the id of the platform', ({ platform_post_id }: PostMetrics) => ({ platform_post_id })],
    ['the item', ({ content_id }: PostMetrics) => ({ content_id })],
  ])('is read within a day after an engagement that names %s, and once only for several', async (_name, nameOf) => {
    const { tenant, x } = await quietPost();
    await using _ = x;
    await report(tenant, like(nameOf(theOnly())));
    await report(tenant, like(nameOf(theOnly()), 'like-2'));
    await processAllChanges(harness);
    expect(daysUntilPoll()).toBeLessThanOrEqual(1.5);
    expect(theOnly().unchanged_polls).toBeUndefined();
    const { version } = theOnly();
    for (const each of storedRecords(harness, 'Engagement')) expect(each).toMatchObject({ is_aggregated: true });
    await processAllChanges(harness);
    expect(theOnly().version).toBe(version);
  });

  it('is read within a day although a poll changes it while the engagement arrives', async () => {
    const { tenant, x } = await quietPost();
    await using _ = x;
    await report(tenant, like({ content_id: theOnly().content_id }));
    const before = theOnly();
    let isPolled = false;
    harness.table.fault = (command, input) => {
      const isWrite = /^(Put|Update|TransactWrite)Command$/.test(command);
      if (isPolled || !isWrite || !JSON.stringify(input).includes(before.id)) return null;
      isPolled = true;
      harness.table.insert({ ...toStored(before), unchanged_polls: 9, version: before.version + 1 });
      return null;
    };
    await processAllChanges(harness);
    harness.table.fault = null;
    expect(isPolled).toBe(true);
    expect(theOnly().unchanged_polls).toBeUndefined();
    expect(daysUntilPoll()).toBeLessThanOrEqual(1.5);
  });

  it('of an older record is polled as before, without an engagement that finds it', async () => {
    const { tenant, x } = await quietPost();
    await using _ = x;
    const [published] = storedRecords<Json>(harness, 'PublishedPost');
    for (const item of harness.table.items()) {
      if (item.entity !== 'PublishedPost') continue;
      const { schedule_id: _id, ...older } = item;
      harness.table.insert(older);
    }
    expect(published!.schedule_id).toBe(theOnly().id);
    const { due_at } = theOnly();
    await report(tenant, like({ platform_post_id: theOnly().platform_post_id! }));
    await processAllChanges(harness);
    expect(theOnly().due_at).toBe(due_at);
  });

  it('keeps its pauses over polls that fail, and is read when the platform responds again', async () => {
    const { x } = await quietPost();
    await using _ = x;
    const { unchanged_polls, measured_at } = theOnly();
    x.state.isDown = true;
    await live(10);
    expect(theOnly()).toMatchObject({ unchanged_polls, measured_at });
    expect(daysUntilPoll()).toBeLessThanOrEqual(1.5);
    x.state.isDown = false;
    await live(2);
    expect(theOnly().unchanged_polls).toBe(unchanged_polls! + 1);
    expect(daysUntilPoll()).toBeGreaterThan(5);
  });

  it('that is deleted on the platform is read less often, and keeps its metrics', async () => {
    const { x } = await quietPost();
    await using _ = x;
    const { totals, measured_at, platform_post_id } = theOnly();
    x.likes.delete(platform_post_id!);
    const before = x.urls.length;
    await live(40);
    expect(x.urls.length - before).toBeLessThanOrEqual(6);
    expect(theOnly()).toMatchObject({ totals, measured_at });
  });

  it('counts one poll as unchanged when two run at once, or when the response of one is lost', async () => {
    await using x = await startMeteredX();
    x.likes.set('1', 3);
    const stored = await post(await tenantOn('twitter'), 'twitter', '1', {
      published_at: inSeconds((-20 * DAY) / 1000),
      totals: { impressions: null, reach: null, likes: 3, comments: null, shares: null, saves: null, clicks: null },
      measured_at: inSeconds(-DAY / 1000),
      unchanged_polls: 1,
    });
    const [message] = await queuedMessages();
    await Promise.all([1, 2].map(() => handler(sqsEvent(message!.message))));
    expect(theOnly()).toMatchObject({ unchanged_polls: 2, version: stored.version + 1 });
    const { due_at, ...rest } = theOnly();
    // A worker that ended before its write leaves the post due.
    await commit([postMetricsWrite({ ...rest, due_at }, { ...rest, due_at: inSeconds(0) })]);
    await read();
    expect(theOnly().unchanged_polls).toBe(3);
  });
});

/** Return a stored item as the table has it. */
function toStored({ id }: PostMetrics) {
  return harness.table.items().find((item) => item.entity === 'PostMetrics' && item.id === id)!;
}
