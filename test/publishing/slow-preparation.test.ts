import { describe, expect, it, vi } from 'vitest';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import { advanceTime, callApi } from '../functions/api-harness.ts';
import {
  attemptAll,
  attemptNext,
  containers,
  due,
  edit,
  HOUR,
  imagesNamed,
  MINUTE,
  publish,
  replaceAccount,
  useSlowDownloads,
} from '../functions/given/slow-posts.ts';
import { interleave } from '../functions/interleave.ts';
import { connect, loadDueEntry, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken } from '../functions/tenants.ts';
import { processAllChanges, publishMessage, setupWorkers } from '../functions/worker-harness.ts';
import { ACCOUNTS } from '../platforms/platforms.ts';

vi.mock('../../lib/core/net/download-media.ts', async (original) => ({
  ...(await original<typeof import('../../lib/core/net/download-media.ts')>()),
  downloadMedia: vi.fn(),
}));

// Waiting moves the clock of the functions, and takes no time.
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<typeof import('node:timers/promises')>()),
  setTimeout: async (ms: number) => advanceTime(ms),
}));

/** Media that a platform takes longer to prepare than one invocation lasts. */

const harness = setupWorkers();

const platforms = simulatePlatforms();

/** An invocation with time for one step and a short wait. */
const BRIEF_MS = 50_500;

useSlowDownloads();

describe('an Instagram container that takes longer than one attempt', () => {
  const processing = (seconds: number) => platforms().processing(ACCOUNTS.instagram.externalId, seconds);

  it('of 20 s is looked at after 10 and 20 s and published once', async () => {
    await processing(20);
    const { dueMessage } = await due('instagram', 1);
    await publish(dueMessage, BRIEF_MS);
    const entry = await loadDueEntry(dueMessage);
    expect(entry).toMatchObject({ state: 'pending', error: { code: 'media_not_ready', retryable: true } });
    expect(Date.parse(entry.due_at!) - Date.now()).toBe(10_000);
    const published = await attemptAll(dueMessage, BRIEF_MS);
    expect(published).toMatchObject({ state: 'published', error: null, attempts: 1 });
    expect(published.late_by_seconds).toBeGreaterThanOrEqual(30);
    expect(published.late_by_seconds).toBeLessThan(32);
    expect(await containers()).toHaveLength(1);
    expect(await platforms().posts()).toHaveLength(1);
  });

  it('is waited for in the same invocation while there is time', async () => {
    await processing(1);
    const { dueMessage } = await due('instagram', 1);
    await publish(dueMessage);
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'published', attempts: 1 });
    expect(await containers()).toHaveLength(1);
  });

  it('is queued for its next attempt, and found by the sweep if that message is lost', async () => {
    await processing(20);
    const { dueMessage } = await due('instagram', 1);
    await processAllChanges(harness);
    harness.sent();
    await publish(dueMessage, BRIEF_MS);
    await processAllChanges(harness);
    expect(harness.sent()).toContainEqual(publishMessage('instagram', dueMessage, 10));
    advanceTime(MINUTE);
    await onSweepDue();
    expect(harness.sent().map(({ message }) => message)).toEqual([dueMessage]);
  });

  it('is replaced after five minutes, and not before', async () => {
    await processing(12 * 3600);
    const { dueMessage } = await due('instagram', 1);
    const startMs = Date.now();
    await publish(dueMessage, BRIEF_MS);
    let entry = await loadDueEntry(dueMessage);
    while ((await containers()).length < 2) entry = await attemptNext(dueMessage, BRIEF_MS);
    expect(Date.now() - startMs).toBeGreaterThanOrEqual(5 * MINUTE);
    expect(Date.now() - startMs).toBeLessThan(6 * MINUTE);
    expect(entry).toMatchObject({ state: 'pending', error: { code: 'media_not_ready' } });
  });

  it('that is ready after the five minutes, before it is replaced, is published', async () => {
    await processing(305);
    const { dueMessage } = await due('instagram', 1);
    expect(await attemptAll(dueMessage, BRIEF_MS)).toMatchObject({ state: 'published' });
    expect(await containers()).toHaveLength(1);
  });

  it('fails with the reason of Instagram when it is not ready within the lateness limit', async () => {
    await processing(12 * 3600);
    const { dueMessage } = await due('instagram', 1);
    advanceTime(6 * HOUR - 2 * MINUTE);
    const entry = await attemptAll(dueMessage, BRIEF_MS);
    expect(entry).toMatchObject({ state: 'failed', error: { code: 'media_not_ready', category: 'platform' } });
    expect(await platforms().posts()).toEqual([]);
  });

  it('ends with the reason of Instagram when processing fails, and starts over only after the usual delay', async () => {
    await processing(20);
    const tenant = await newTenant();
    await connect(tenant, 'instagram');
    const media = [{ url: 'https://media.example/error.jpg', type: 'image' }];
    const { dueMessage } = await scheduleContent(tenant, 'instagram', { media });
    advanceTime(MINUTE);
    const waits: number[] = [];
    let entry = await attemptNext(dueMessage, BRIEF_MS);
    while (waits.length < 3) {
      if (entry.error?.code !== 'media_not_ready') waits.push(Date.parse(entry.due_at!) - Date.now());
      entry = await attemptNext(dueMessage, BRIEF_MS);
    }
    expect(waits).toEqual([15_000, 60_000, 300_000]);
    expect(await containers()).toHaveLength(4);
  });

  it('has the caption and the images of an edit between two attempts, whichever changed', async () => {
    await processing(20);
    for (const [index, change] of [
      { description: 'Changed' },
      { media: imagesNamed('b', 1) },
      { media: imagesNamed('a', 2) },
      { media: [{ ...imagesNamed('a', 1)[0], alt: 'A dog' }] },
    ].entries()) {
      const { tenant, contentId, dueMessage, text } = await due('instagram', 1);
      await publish(dueMessage, BRIEF_MS);
      const made = (await containers()).length;
      expect(await edit(tenant, contentId, change)).toBe(200);
      expect((await attemptAll(dueMessage, BRIEF_MS)).state).toBe('published');
      expect((await containers()).length, JSON.stringify(change)).toBe(index === 2 ? made + 3 : made + 1);
      expect((await platforms().posts()).map(({ text }) => text)).toContain(index === 0 ? 'Changed' : text);
    }
  });

  it('is not published with an old caption, at whichever moment of an attempt the caller edits it', async () => {
    await processing(20);
    const outcomes = new Set<number>();
    for (const suspended of ['worker', 'caller'] as const) {
      for (let n = 1, interleaved = true; interleaved; n++) {
        const { tenant, contentId, dueMessage, text: first } = await due('instagram', 1);
        await publish(dueMessage, BRIEF_MS);
        advanceTime(20_000);
        const text = `${first}, edited`;
        const token = await newToken(tenant);
        const request = { token, params: { id: contentId }, body: { description: text } };
        const result = await interleave(
          harness.table,
          suspended,
          n,
          () => publish(dueMessage, BRIEF_MS),
          () => callApi('content.update', request),
        );
        interleaved = result.interleaved;
        outcomes.add(result.answer.status);
        expect(await attemptAll(dueMessage, BRIEF_MS)).toMatchObject({ state: 'published' });
        const texts = (await platforms().posts()).map((post) => post.text);
        expect(texts.at(-1)).toBe(result.answer.status === 200 ? text : first);
        await callApi('content.delete', { token: await newToken(tenant), params: { id: contentId } });
      }
    }
    expect([...outcomes].sort()).toEqual([200, 409]);
  });

  it('is published by no other account: the entry fails when its account was replaced', async () => {
    await processing(20);
    const { tenant, dueMessage } = await due('instagram', 1);
    await publish(dueMessage, BRIEF_MS);
    await replaceAccount(tenant, 'instagram', '17841400000000077');
    expect(await attemptAll(dueMessage, BRIEF_MS)).toMatchObject({
      state: 'failed',
      error: { code: 'account_missing' },
    });
    const paths = (await containers()).map(({ path }) => path.split('/').at(-2));
    expect(paths).toEqual([ACCOUNTS.instagram.externalId]);
    expect(await platforms().posts()).toEqual([]);
  });

  it('is continued after a rejection of the token, with the new one', async () => {
    await processing(20);
    const account = ACCOUNTS.instagram.externalId;
    const tenant = await newTenant();
    await platforms().register({ platform: 'instagram', account, access_token: 'short', expires_in: 70 });
    await connect(tenant, 'instagram', 'short');
    const { dueMessage } = await due('instagram', 1, { tenant });
    await publish(dueMessage, BRIEF_MS);
    await platforms().register({ platform: 'instagram', account, access_token: 'long' });
    await connect(tenant, 'instagram', 'long');
    expect((await attemptAll(dueMessage, BRIEF_MS)).state).toBe('published');
    expect(await containers()).toHaveLength(1);
  });
});
