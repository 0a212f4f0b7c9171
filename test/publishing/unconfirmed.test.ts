import { describe, expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { RECONCILE_DELAYS_SECONDS } from '../../lib/core/retry/back-off.ts';
import { advanceTime, callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import { publishTo, REJECTED } from '../functions/publish-step.ts';
import { newContent } from '../functions/resources.ts';
import { connect, type DueMessage, loadDueEntry, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { numberAt } from '../platforms/post-numbers.ts';

/** The checks, resolution and retry of posts that are unconfirmed or failed. */

const harness = setupWorkers();
const platforms = simulatePlatforms();

const MINUTE = 60_000;
const publish = (dueMessage: DueMessage) => onPublishDue(dueMessage, lambdaContext());

const resolve = async (tenant: Tenant, id: string, body: Json, platform = 'twitter') =>
  callApi('content.resolve', { token: await newToken(tenant), params: { id, platform }, body });
const retry = async (tenant: Tenant, id: string) =>
  callApi('content.retry', { token: await newToken(tenant), params: { id } });

async function targetOf(tenant: Tenant, id: string, platform = 'twitter'): Promise<Json> {
  const { json } = await callApi('content.get', { token: await newToken(tenant), params: { id } });
  return (json.targets as Json[]).find((target) => target.platform === platform)!;
}

async function countEvents(type: string): Promise<number> {
  await processAllChanges(harness);
  return storedRecords(harness, 'Event').filter((event) => event.type === type).length;
}

/** A post whose outcome the platform has not reported. */
async function unconfirmedPost(platform: 'twitter' | 'linkedin' | 'instagram', script: string) {
  const tenant = await newTenant();
  await connect(tenant, platform);
  await platforms().script(platform, script);
  const made = await scheduleContent(tenant, platform, { description: 'In doubt' });
  advanceTime(MINUTE);
  await publish(made.dueMessage);
  expect((await loadDueEntry(made.dueMessage)).state).toBe('unconfirmed');
  return { tenant, ...made };
}

/** Every read-back that is due, until none is. */
async function runAllChecks(dueMessage: DueMessage): Promise<void> {
  for (let check = 1; (await loadDueEntry(dueMessage)).due_at !== null; check++) {
    expect(check).toBeLessThanOrEqual(RECONCILE_DELAYS_SECONDS.length + 2);
    advanceTime(Math.max(0, Date.parse((await loadDueEntry(dueMessage)).due_at!) - Date.now()));
    await publish(dueMessage);
  }
}

describe('a post of unknown outcome', () => {
  it('is unconfirmed immediately, with the time of the next check', async () => {
    const { tenant, contentId } = await unconfirmedPost('twitter', '500_after_effect');
    const target = await targetOf(tenant, contentId);
    expect(target).toMatchObject({ status: 'unconfirmed', next_check_at: inSeconds(5) });
    expect(await countEvents('content.failed')).toBe(0);
  });

  it.each(['ok_then_drop', '500_after_effect', '201_without_id', 'html_502'])(
    'on X after %s is found in the timeline, with its id, and emits no content.failed',
    async (script) => {
      const { tenant, contentId, dueMessage } = await unconfirmedPost('twitter', script);
      await runAllChecks(dueMessage);
      const [post] = await platforms().posts();
      expect(await targetOf(tenant, contentId)).toMatchObject({
        status: 'published',
        platform_post_id: post!.id,
        error: null,
        next_check_at: null,
      });
      expect(await platforms().posts()).toHaveLength(1);
      expect([await countEvents('content.published'), await countEvents('content.failed')]).toEqual([1, 0]);
    },
  );

  it('on X that does not exist stays unconfirmed, is reported once, and is never sent again', async () => {
    const { tenant, contentId, dueMessage } = await unconfirmedPost('twitter', '500_before_effect');
    await runAllChecks(dueMessage);
    expect(await targetOf(tenant, contentId)).toMatchObject({ status: 'unconfirmed', next_check_at: null });
    expect(await platforms().posts()).toEqual([]);
    expect(await countEvents('content.failed')).toBe(1);
    expect(harness.logged().match(/PostsUnconfirmed/g)!.length).toBeGreaterThanOrEqual(1);
  });

  it('on Instagram that was published is found by its container', async () => {
    const { tenant, contentId, dueMessage } = await unconfirmedPost('instagram', 'ok_then_drop');
    await runAllChecks(dueMessage);
    const [post] = await platforms().posts();
    expect(await targetOf(tenant, contentId, 'instagram')).toMatchObject({
      status: 'published',
      platform_post_id: post!.id,
    });
  });

  it('on Instagram that was not published is published once, from the same container', async () => {
    const { tenant, contentId, dueMessage } = await unconfirmedPost('instagram', '500_before_effect');
    await runAllChecks(dueMessage);
    expect(await targetOf(tenant, contentId, 'instagram')).toMatchObject({ status: 'published' });
    expect(await platforms().posts()).toHaveLength(1);
    const containers = (await platforms().requests()).filter(
      ({ method, path }) => method === 'POST' && /\/media$/.test(path),
    );
    expect(containers).toHaveLength(1);
  });

  it('on LinkedIn requires a manual resolution, without a request that LinkedIn does not allow', async () => {
    const { tenant, contentId, dueMessage } = await unconfirmedPost('linkedin', 'ok_then_drop');
    await runAllChecks(dueMessage);
    const target = await targetOf(tenant, contentId, 'linkedin');
    expect(target).toMatchObject({ status: 'unconfirmed', next_check_at: null });
    expect(await platforms().requests()).toHaveLength(1);
    expect(await countEvents('content.failed')).toBe(1);
  });
});

describe('content.resolve', () => {
  describe('200', () => {
    it('as published changes the target to published, with its URL and platform id', async () => {
      const { tenant, contentId } = await unconfirmedPost('twitter', '500_after_effect');
      const id = numberAt('twitter', Date.now());
      const url = `https://x.com/author/status/${id}`;
      const answer = await resolve(tenant, contentId, { outcome: 'published', url });
      expect([answer.status, answer.json.status]).toEqual([200, 'published']);
      expect(await targetOf(tenant, contentId)).toMatchObject({
        status: 'published',
        url,
        platform_post_id: id,
        next_check_at: null,
      });
      expect(await countEvents('content.published')).toBe(1);
    });

    it('as published without a URL changes the target to published too, which is counted and not polled', async () => {
      const { tenant, contentId } = await unconfirmedPost('twitter', '500_after_effect');
      await resolve(tenant, contentId, { outcome: 'published' });
      await processAllChanges(harness);
      expect(await targetOf(tenant, contentId)).toMatchObject({
        status: 'published',
        platform_post_id: null,
      });
      expect(storedRecords(harness, 'PostMetrics')).toMatchObject([{ platform_post_id: null, due_at: null }]);
      const { json } = await callApi('analytics.performance', { token: await newToken(tenant) });
      expect(json.coverage).toMatchObject([{ platform: 'twitter', published: 1, posts: 0 }]);
    });

    it('as failed changes the target to failed, which may then be retried', async () => {
      const { tenant, contentId } = await unconfirmedPost('twitter', '500_before_effect');
      const answer = await resolve(tenant, contentId, { outcome: 'failed' });
      expect([answer.status, answer.json.status]).toEqual([200, 'failed']);
      expect((await retry(tenant, contentId)).status).toBe(202);
    });

    it('with the same outcome twice changes nothing', async () => {
      const { tenant, contentId } = await unconfirmedPost('twitter', '500_before_effect');
      const first = await resolve(tenant, contentId, { outcome: 'failed' });
      advanceTime(MINUTE);
      const again = await resolve(tenant, contentId, { outcome: 'failed' });
      expect([again.status, again.json]).toEqual([200, first.json]);
    });

    it('ends the checks', async () => {
      const { tenant, contentId, dueMessage } = await unconfirmedPost('twitter', '500_after_effect');
      await resolve(tenant, contentId, { outcome: 'failed' });
      const asked = (await platforms().requests()).length;
      advanceTime(MINUTE);
      await publish(dueMessage);
      expect((await platforms().requests()).length).toBe(asked);
      expect((await loadDueEntry(dueMessage)).state).toBe('failed');
    });
  });

  describe('404', () => {
    it.each(['instagram', 'myspace', '', '__proto__'])('for %s, which has no target', async (platform) => {
      const { tenant, contentId } = await unconfirmedPost('twitter', '500_after_effect');
      expect((await resolve(tenant, contentId, { outcome: 'failed' }, platform)).status).toBe(404);
    });
  });

  describe('409', () => {
    it('rejects a target that is not unconfirmed, and names its status', async () => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant, { scheduled_at: inSeconds(60) });
      const answer = await resolve(tenant, id, { outcome: 'failed' });
      expect(answer.status).toBe(409);
      expect(answer.json).toMatchObject({ code: 'invalid_state_transition', current: 'pending' });
    });
  });

  describe('422', () => {
    it.each<[string, Json, string]>([
      ['another outcome', { outcome: 'perhaps' }, '/outcome'],
      ['no outcome', {}, '/outcome'],
      ['a URL of a failed post', { outcome: 'failed', url: 'https://x.com/a' }, '/url'],
      ['a URL without https', { outcome: 'published', url: 'http://x.com/a' }, '/url'],
    ])('rejects %s, naming the field', async (_, body, pointer) => {
      const { tenant, contentId } = await unconfirmedPost('twitter', '500_after_effect');
      const answer = await resolve(tenant, contentId, body);
      expect([answer.status, (answer.json.errors as Json[])[0]!.pointer]).toEqual([422, pointer]);
    });
  });
});

describe('content.retry', () => {
  it('publishes again where it failed, and nowhere else', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    await connect(tenant, 'linkedin');
    const { id, targets } = await newContent(tenant, { scheduled_at: inSeconds(0) });
    await platforms().script('twitter', '402');
    for (const { schedule_id } of targets as Json[]) {
      await publish({ workspace_id: tenant.workspace.id, schedule_id: String(schedule_id) });
    }
    const answer = await retry(tenant, id);
    expect([answer.status, answer.json.status]).toEqual([202, 'scheduled']);
    const again = await targetOf(tenant, id);
    await publish({ workspace_id: tenant.workspace.id, schedule_id: String(again.schedule_id) });
    const { json } = await callApi('content.get', { token: tenant.token, params: { id } });
    expect(json.status).toBe('published');
    expect((await platforms().posts()).map(({ platform }) => platform).sort()).toEqual(['linkedin', 'twitter']);
  });

  it('rejects with 409 when nothing has failed permanently', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    const answer = await retry(tenant, id);
    expect([answer.status, answer.json.code]).toEqual([409, 'nothing_to_retry']);
  });

  it('of two concurrent requests accepts one', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, { platforms: ['twitter'], scheduled_at: inSeconds(0) });
    await publishTo(tenant, id, 'twitter', REJECTED);
    const answers = await Promise.all([retry(tenant, id), retry(tenant, id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect(storedRecords<Json>(harness, 'ScheduleEntry').filter(({ state }) => state === 'pending')).toHaveLength(1);
  });

  it.each(['twitter', 'linkedin'] as const)(
    'of a post on %s that was resolved as failed detects by the duplicate that it is live, and sends no second one',
    async (platform) => {
      const { tenant, contentId, dueMessage } = await unconfirmedPost(platform, 'ok_then_drop');
      await resolve(tenant, contentId, { outcome: 'failed' }, platform);
      await retry(tenant, contentId);
      const again = await targetOf(tenant, contentId, platform);
      expect(again.schedule_id).not.toBe(dueMessage.schedule_id);
      await publish({ workspace_id: tenant.workspace.id, schedule_id: String(again.schedule_id) });
      const [post, ...more] = await platforms().posts();
      expect(more).toEqual([]);
      expect(await targetOf(tenant, contentId, platform)).toMatchObject({
        status: 'published',
        platform_post_id: post!.id,
      });
    },
  );
});
