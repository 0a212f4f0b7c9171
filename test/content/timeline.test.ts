import { describe, expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { LEASE_SECONDS } from '../../lib/core/retry/lease.ts';
import type { Platform } from '../../lib/platforms/platform.ts';
import { advanceTime, callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import { connect, type DueMessage, loadDueEntry, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { killAt, lambdaContext, processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

/** What a target shows of its publishing, through the publish function and the API. */

const harness = setupWorkers();
const platforms = simulatePlatforms();

const MINUTE = 60_000;

interface Post {
  tenant: Tenant;
  contentId: string;
  dueMessage: DueMessage;
  platform: Platform;
}

async function scheduledPost(platform: Platform = 'twitter', script?: string): Promise<Post> {
  const tenant = await newTenant();
  await connect(tenant, platform);
  if (script) await platforms().script(platform, script);
  return { tenant, platform, ...(await scheduleContent(tenant, platform)) };
}

const runWorker = ({ dueMessage }: Post) => onPublishDue(dueMessage, lambdaContext());

/** Publish a post a minute after it was scheduled: at its time. */
async function publishedPost(platform?: Platform, script?: string): Promise<Post> {
  const post = await scheduledPost(platform, script);
  advanceTime(MINUTE);
  await runWorker(post);
  return post;
}

async function call(post: Post, operation: string, body?: Json, params: Record<string, string> = {}) {
  const token = await newToken(post.tenant);
  const answer = await callApi(operation, { token, params: { id: post.contentId, ...params }, ...(body && { body }) });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.json;
}

interface Shown {
  timeline: { type: string; at: string; detail: string | null }[];
  available_actions: string[];
  schedule_id: string;
}

async function shownTarget(post: Post): Promise<Shown> {
  return ((await call(post, 'content.get')).targets as Shown[])[0]!;
}

const typesOf = ({ timeline }: Shown) => timeline.map(({ type }) => type);

/** Perform each next step of an entry at its time, until it has none. */
async function runUntilDone(post: Post): Promise<void> {
  for (let step = 1; step <= 20; step++) {
    const { due_at } = await loadDueEntry(post.dueMessage);
    if (due_at === null) return;
    advanceTime(Math.max(0, Date.parse(due_at) - Date.now()));
    await runWorker(post);
  }
  throw new Error('Something is due for ever.');
}

describe('the timeline of a target', () => {
  it('of a published post has the times at which it was scheduled, claimed, sent and confirmed', async () => {
    const post = await scheduledPost();
    const scheduledAt = inSeconds(0);
    advanceTime(MINUTE + 3000);
    await runWorker(post);
    const at = inSeconds(0);
    expect(await shownTarget(post)).toMatchObject({
      late_by_seconds: 3,
      timeline: [
        { type: 'scheduled', at: scheduledAt, detail: null },
        { type: 'claimed', at, detail: null },
        { type: 'sent', at, detail: null },
        { type: 'confirmed', at, detail: null },
      ],
      timeline_omitted: 0,
      available_actions: [],
    });
  });

  it.each(['instagram', 'bluesky', 'linkedin'] as const)('of a post on %s has the same events', async (platform) => {
    const post = await publishedPost(platform);
    await runUntilDone(post);
    expect(typesOf(await shownTarget(post))).toEqual(['scheduled', 'claimed', 'sent', 'confirmed']);
  });

  it('shows both claims when the worker stopped during the preparation', async () => {
    const post = await scheduledPost('instagram');
    advanceTime(MINUTE);
    // Two reads, the claim, and then the worker stops.
    killAt(harness.table, 4);
    await runWorker(post).catch(() => {});
    harness.table.fault = null;
    expect(typesOf(await shownTarget(post))).toEqual(['scheduled', 'claimed']);
    advanceTime(LEASE_SECONDS.attempt * 1000);
    await runWorker(post);
    expect(typesOf(await shownTarget(post))).toEqual(['scheduled', 'claimed', 'claimed', 'sent', 'confirmed']);
  });

  it('shows a post as unconfirmed and then as reconciled when the worker stopped after sending', async () => {
    const post = await scheduledPost();
    advanceTime(MINUTE);
    // Two reads, the start of sending; the outcome is not stored.
    killAt(harness.table, 4);
    await runWorker(post).catch(() => {});
    harness.table.fault = null;
    expect(typesOf(await shownTarget(post))).toEqual(['scheduled', 'claimed', 'sent']);
    advanceTime(LEASE_SECONDS.attempt * 1000);
    await runWorker(post);
    await runUntilDone(post);
    const { timeline } = await shownTarget(post);
    expect(timeline.slice(3).map(({ type, detail }) => [type, detail])).toEqual([
      ['unconfirmed', 'outcome_unknown'],
      ['reconciled', null],
    ]);
  });

  it('shows the reason of each retry, and the attempt after it', async () => {
    const post = await publishedPost('twitter', '429');
    expect((await shownTarget(post)).timeline.at(-1)).toMatchObject({
      type: 'retry_scheduled',
      detail: 'rate_limited',
    });
    expect((await shownTarget(post)).available_actions).toEqual(['reschedule', 'cancel']);
    await runUntilDone(post);
    expect(typesOf(await shownTarget(post)).slice(3)).toEqual(['retry_scheduled', 'claimed', 'sent', 'confirmed']);
  });

  it('shows each check of an unconfirmed post, and its manual resolution', async () => {
    const post = await publishedPost('twitter', '500_before_effect');
    expect((await shownTarget(post)).available_actions).toEqual(['resolve']);
    await runUntilDone(post);
    const resolved = await call(post, 'content.resolve', { outcome: 'failed' }, { platform: 'twitter' });
    const [target] = resolved.targets as Shown[];
    expect(typesOf(target!).slice(3)).toEqual(['unconfirmed', ...Array(4).fill('checked'), 'resolved']);
    expect(target!.timeline.at(-1)!.detail).toBe('failed');
    expect(target!.available_actions).toEqual(['retry']);
  });

  it('shows that a platform cannot be asked about a post', async () => {
    const post = await publishedPost('linkedin', 'ok_then_drop');
    await runUntilDone(post);
    expect((await shownTarget(post)).timeline.at(-1)).toMatchObject({ type: 'checked', detail: 'not_supported' });
  });

  it('goes on with the next entry when a failed target is retried', async () => {
    const post = await publishedPost('twitter', '402');
    const { schedule_id: first, available_actions, timeline } = await shownTarget(post);
    expect(available_actions).toEqual(['retry']);
    expect(timeline.at(-1)!.type).toBe('failed');
    await call(post, 'content.retry');
    const { schedule_id } = await shownTarget(post);
    expect(schedule_id).not.toBe(first);
    await onPublishDue({ ...post.dueMessage, schedule_id }, lambdaContext());
    expect(typesOf(await shownTarget(post)).slice(3)).toEqual(['failed', 'retried', 'claimed', 'sent', 'confirmed']);
  });

  it('shows that a target was moved, and that it was cancelled', async () => {
    const post = await scheduledPost();
    await call(post, 'content.update', { scheduled_at: inSeconds(7200) });
    expect((await shownTarget(post)).available_actions).toEqual(['reschedule', 'cancel']);
    await call(post, 'schedule.cancel', undefined, { id: post.dueMessage.schedule_id });
    const target = await shownTarget(post);
    expect([typesOf(target), target.available_actions]).toEqual([['scheduled', 'rescheduled', 'cancelled'], []]);
  });

  it('keeps the first attempt and the latest events of a post that is retried for hours', async () => {
    const post = await scheduledPost();
    await platforms().script('twitter', '429', 12);
    advanceTime(MINUTE);
    await runWorker(post);
    await runUntilDone(post);
    const target = (await shownTarget(post)) as Shown & { timeline_omitted: number };
    expect(target.timeline).toHaveLength(20);
    expect(target.timeline_omitted).toBeGreaterThan(0);
    expect(typesOf(target).slice(0, 3)).toEqual(['scheduled', 'claimed', 'sent']);
    const times = target.timeline.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
  });

  it('is not part of events', async () => {
    await publishedPost();
    await processAllChanges(harness);
    const events = storedRecords<Json>(harness, 'Event');
    expect(events.map(({ type }) => type).sort()).toEqual([
      'account.connected',
      'content.created',
      'content.published',
      'content.scheduled',
    ]);
    expect(JSON.stringify(events)).not.toMatch(/timeline|available_actions/);
  });
});
