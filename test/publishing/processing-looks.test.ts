import { describe, expect, it, vi } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import { LEASE_SECONDS } from '../../lib/core/retry/lease.ts';
import { hasRule } from '../../lib/platforms/content-rules.ts';
import { PLATFORMS, type Platform } from '../../lib/platforms/platform.ts';
import { advanceTime, callApi, type Json } from '../functions/api-harness.ts';
import { measureConsumed } from '../functions/consumed-units.ts';
import { attemptAll, attemptNext, edit } from '../functions/given/slow-posts.ts';
import { type DueVideo, dueVideo, newTenantOn, scheduleVideo } from '../functions/given/video-posts.ts';
import { interleave } from '../functions/interleave.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { type DueMessage, loadDueEntry, simulatePlatforms } from '../functions/simulated.ts';
import { newToken } from '../functions/tenants.ts';
import { killAt, lambdaContext, processAllChanges, publishMessage, setupWorkers } from '../functions/worker-harness.ts';

// Waiting moves the clock of the functions, and takes no time.
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<typeof import('node:timers/promises')>()),
  setTimeout: async (ms: number) => advanceTime(ms),
}));

/** Videos that a platform processes for longer than their upload takes. */

const harness = setupWorkers();
const bucket = setupObjectStore();
const platforms = simulatePlatforms();

const SIZE = 100_000;
const SECONDS = 100;
const UPLOADS = /\/append$|\/dms-uploads\/|\/ig-api-upload\/|uploadVideo/;

const publish = (dueMessage: DueMessage) => onPublishDue({ ...dueMessage, lane: 'slow' }, lambdaContext());
const requests = async () => (await platforms().requests()).length;
const uploads = async () => (await platforms().requests()).filter(({ path }) => UPLOADS.test(path)).length;
const postsOf = async (text: string) => (await platforms().posts()).filter((post) => post.text === text);
const waitSeconds = async (dueMessage: DueMessage) => {
  const { due_at } = await loadDueEntry(dueMessage);
  return (Date.parse(due_at!) - Date.now()) / 1000;
};

/** A video that the platform processes, after the attempt that has uploaded it. */
async function processing(platform: Platform, seconds = SECONDS): Promise<DueVideo> {
  await platforms().videos(platform, { seconds });
  const post = await dueVideo(platform, bucket, SIZE);
  await publish(post.dueMessage);
  expect(await loadDueEntry(post.dueMessage)).toMatchObject({ state: 'pending', error: { code: 'media_not_ready' } });
  return post;
}

/** Wait until an entry is due. */
async function waitUntilDue(dueMessage: DueMessage): Promise<void> {
  advanceTime(Math.max(0, (await waitSeconds(dueMessage)) * 1000));
}

const VIDEO_PLATFORMS = PLATFORMS.filter((name) => hasRule(name, 'video_too_large'));

describe.each(VIDEO_PLATFORMS)('a video that %s processes', (platform) => {
  it('holds no slot: its attempt ends at once, and it is looked at after 10, 20, 40 and 40 s', async () => {
    await platforms().videos(platform, { seconds: SECONDS });
    const { dueMessage, text } = await dueVideo(platform, bucket, SIZE);
    const waits: number[] = [];
    for (let isDue = true; isDue; ) {
      const startMs = Date.now();
      await publish(dueMessage);
      // Only waiting moves the clock.
      expect(Date.now()).toBe(startMs);
      isDue = (await loadDueEntry(dueMessage)).due_at !== null;
      if (!isDue) break;
      waits.push(await waitSeconds(dueMessage));
      await waitUntilDue(dueMessage);
    }
    expect(waits).toEqual([10, 20, 40, 40]);
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'published', attempts: 1, error: null });
    expect(await postsOf(text)).toHaveLength(1);
    expect(await uploads()).toBe(1);
  });

  it('costs one request and four write units per look, without a claim, a lease or the slow lane', async () => {
    const { dueMessage } = await processing(platform);
    await waitUntilDue(dueMessage);
    const before = await requests();
    const look = () => onPublishDue(dueMessage, lambdaContext());
    const { commands, writes } = await measureConsumed(harness.table, look);
    expect(commands).toEqual(['GetCommand', 'BatchGetCommand', 'PutCommand']);
    expect(writes).toBeLessThanOrEqual(4);
    expect((await requests()) - before).toBe(1);
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'pending', attempt: null, attempts: 0 });
  });

  it('is published once and uploaded once, at whichever command a look or its last attempt is killed', async () => {
    let published = 0;
    for (let n = 1, reached = true; reached; n++) {
      const { dueMessage, text } = await processing(platform, 25);
      const before = await uploads();
      reached = false;
      // The first look finds it in progress, the second one ready.
      for (let look = 0, left = n; look < 2 && !reached; look++) {
        await waitUntilDue(dueMessage);
        const kill = killAt(harness.table, left);
        const { commands } = await measureCommands(() => publish(dueMessage).catch(() => {}));
        harness.table.fault = null;
        reached = kill.reached();
        left -= commands;
      }
      if (reached) advanceTime(LEASE_SECONDS.attempt * 1000);
      const entry = await attemptAll(dueMessage);
      expect(['published', 'unconfirmed'], `killed at ${n}`).toContain(entry.state);
      const posts = await postsOf(text);
      expect(posts.length).toBeLessThanOrEqual(1);
      if (entry.state === 'published') expect(posts).toHaveLength(1);
      expect(await uploads()).toBe(before);
      published += entry.state === 'published' ? 1 : 0;
    }
    expect(published).toBeGreaterThanOrEqual(6);
  });

  it('is uploaded again after half an hour and the usual delay, and not before', async () => {
    const { dueMessage } = await processing(platform, 7_200);
    const startMs = Date.now();
    let entry = await loadDueEntry(dueMessage);
    while ((await uploads()) === 1) {
      expect(entry).toMatchObject({ state: 'pending', error: { code: 'media_not_ready' } });
      entry = await attemptNext(dueMessage);
    }
    expect(Date.now() - startMs).toBeGreaterThanOrEqual((1_800 + 15) * 1000);
    expect(Date.now() - startMs).toBeLessThan((1_800 + 20) * 1000);
    expect(entry).toMatchObject({ state: 'pending', attempts: 1 });
  });

  it('is published by no account that was disconnected in between', async () => {
    const { tenant, dueMessage } = await processing(platform);
    const token = await newToken(tenant);
    const { accounts } = (await callApi('accounts.list', { token })).json as { accounts: { id: string }[] };
    await callApi('accounts.delete', { token, params: { id: accounts[0]!.id } });
    const before = await requests();
    // The stream has not cancelled it yet.
    expect(await attemptNext(dueMessage)).toMatchObject({ state: 'failed', error: { code: 'account_missing' } });
    expect(await requests()).toBe(before);
  });
});

/** Count the commands of the table. */
async function measureCommands(work: () => Promise<unknown>) {
  let commands = 0;
  harness.table.failAfterWrite = () => {
    commands += 1;
    return null;
  };
  await work();
  harness.table.failAfterWrite = null;
  return { commands };
}

const cancel = async ({ tenant, dueMessage }: DueVideo) =>
  callApi('schedule.cancel', { token: await newToken(tenant), params: { id: dueMessage.schedule_id } });

describe('a look at a video', () => {
  it('follows by a delayed message, and by the sweep if that message is lost', async () => {
    const { dueMessage } = await processing('twitter');
    await processAllChanges(harness);
    harness.sent();
    await waitUntilDue(dueMessage);
    await publish(dueMessage);
    await processAllChanges(harness);
    expect(harness.sent()).toEqual([publishMessage('twitter', dueMessage, 20)]);
    advanceTime(60_000);
    await onSweepDue();
    expect(harness.sent().map(({ message }) => message)).toEqual([dueMessage]);
  });

  it('is made once when its message arrives twice, one after the other', async () => {
    const { dueMessage } = await processing('twitter');
    await waitUntilDue(dueMessage);
    await publish(dueMessage);
    const before = await requests();
    const { commands } = await measureConsumed(harness.table, () => publish(dueMessage));
    expect(commands).toEqual(['GetCommand']);
    expect(await requests()).toBe(before);
  });

  it('leads to one post when its message arrives twice at the same time', async () => {
    const { dueMessage, text } = await processing('twitter', 15);
    await waitUntilDue(dueMessage);
    await Promise.all([publish(dueMessage), publish(dueMessage)]);
    expect(await waitSeconds(dueMessage)).toBe(20);
    await waitUntilDue(dueMessage);
    await Promise.all([publish(dueMessage), publish(dueMessage)]);
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'published', attempts: 1 });
    expect(await postsOf(text)).toHaveLength(1);
  });

  it('changes nothing of a post that is cancelled before it', async () => {
    const post = await processing('twitter');
    expect((await cancel(post)).status).toBe(200);
    advanceTime(10_000);
    const before = await requests();
    await publish(post.dueMessage);
    expect(await loadDueEntry(post.dueMessage)).toMatchObject({ state: 'cancelled', due_at: null });
    expect(await requests()).toBe(before);
  });

  it('or the cancellation of its post wins, at whichever moment they meet', async () => {
    for (const suspended of ['worker', 'caller'] as const) {
      for (let n = 1, interleaved = true; interleaved; n++) {
        const post = await processing('twitter');
        await waitUntilDue(post.dueMessage);
        const token = await newToken(post.tenant);
        const request = { token, params: { id: post.dueMessage.schedule_id } };
        const result = await interleave(
          harness.table,
          suspended,
          n,
          () => publish(post.dueMessage),
          () => callApi('schedule.cancel', request),
        );
        interleaved = result.interleaved;
        expect(result.answer.status, JSON.stringify(result.answer.json)).toBe(200);
        expect((await loadDueEntry(post.dueMessage)).state).toBe('cancelled');
        advanceTime(SECONDS * 1000);
        await publish(post.dueMessage);
        expect(await postsOf(post.text)).toEqual([]);
      }
    }
  });

  it('is replaced by another upload when the text of its post was edited', async () => {
    const { tenant, contentId, dueMessage } = await processing('twitter');
    expect(await edit(tenant, contentId, { description: 'Edited' })).toBe(200);
    const startMs = Date.now();
    expect(await attemptAll(dueMessage)).toMatchObject({ state: 'published' });
    expect(Date.now() - startMs).toBeGreaterThanOrEqual(SECONDS * 1000);
    expect(await postsOf('Edited')).toHaveLength(1);
    expect(await uploads()).toBe(2);
  });

  it('continues a thread whose second part has the video', async () => {
    await platforms().videos('twitter', { seconds: SECONDS });
    const tenant = await newTenantOn('twitter');
    const toFields = (media: Json[]) => ({ thread: [{ text: 'With a video', media }] });
    const { dueMessage } = await scheduleVideo(tenant, 'twitter', bucket, SIZE, toFields);
    advanceTime(60_000);
    await publish(dueMessage);
    const states: string[] = [];
    while ((await loadDueEntry(dueMessage)).due_at !== null) states.push((await attemptNext(dueMessage)).state);
    // The upload, three looks, and the look that the post follows.
    expect(states).toEqual(['continuing', 'continuing', 'continuing', 'continuing', 'published']);
    expect(await postsOf('With a video')).toHaveLength(1);
    expect(await uploads()).toBe(1);
  });

  it('fails the post with the reason of the platform at the lateness limit', async () => {
    // Whose token is valid for longer than the limit.
    await platforms().videos('linkedin', { seconds: 100_000 });
    const { dueMessage } = await dueVideo('linkedin', bucket, SIZE);
    advanceTime(6 * 3_600_000 - 25_000);
    const entry = await attemptAll(dueMessage);
    expect(entry).toMatchObject({ state: 'failed', error: { code: 'media_not_ready', category: 'platform' } });
  });
});
