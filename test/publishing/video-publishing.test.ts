import { describe, expect, it, vi } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { takeLease } from '../../lib/core/rate-limit/in-flight-leases.ts';
import { LEASE_SECONDS } from '../../lib/core/retry/lease.ts';
import { inFlightRequestEntity } from '../../lib/identity/entities/requests.ts';
import { hasRule } from '../../lib/platforms/content-rules.ts';
import { PLATFORMS, type Platform } from '../../lib/platforms/platform.ts';
import { MAX_SLOW_ATTEMPTS_PER_WORKSPACE } from '../../lib/publishing/rules/attempt-hosts.ts';
import { advanceTime } from '../functions/api-harness.ts';
import { type DueVideo, dueVideo } from '../functions/given/video-posts.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { type DueMessage, loadDueEntry, simulatePlatforms } from '../functions/simulated.ts';
import { lambdaContext, SLOW_PUBLISH_QUEUE, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { ACCOUNTS } from '../platforms/platforms.ts';

// Waiting moves the clock of the functions, and takes no time.
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<typeof import('node:timers/promises')>()),
  setTimeout: async (ms: number) => advanceTime(ms),
}));

/** Videos of the media library, published by functions that are killed or run out of time. */

const harness = setupWorkers();
const bucket = setupObjectStore();
const platforms = simulatePlatforms();

/** Three parts of 4 MiB, the last one not complete. */
const SIZE = 8 * 1024 * 1024 + 100_000;
/** An entry is at most 400 kB. */
const MAX_STATE_BYTES = 100_000;
/** An invocation with time for one step. */
const BRIEF_MS = 50_500;

const due = (platform: Platform) => dueVideo(platform, bucket, SIZE);

/** Invoke the publish function in the lane of videos. */
const publish = (dueMessage: DueMessage, remainingMs?: number) =>
  onPublishDue({ ...dueMessage, lane: 'slow' }, lambdaContext(remainingMs));

/** Wait for the next action of an entry and performs it, until none is left. */
async function publishAll(dueMessage: DueMessage, remainingMs?: number) {
  for (let count = 0; count < 40; count++) {
    const entry = await loadDueEntry(dueMessage);
    if (entry.due_at === null) return entry;
    advanceTime(Math.max(0, Date.parse(entry.due_at) - Date.now()));
    await publish(dueMessage, remainingMs);
  }
  throw new Error('Something is due for ever.');
}

/** A function that is killed after its `n`th write; false when it made fewer. */
async function dieAfterWrite(n: number, dueMessage: DueMessage): Promise<boolean> {
  let writes = 0;
  harness.table.failAfterWrite = () => {
    writes += 1;
    return writes >= n ? new Error('The worker was killed.') : null;
  };
  harness.table.fault = () => (writes >= n ? new Error('The worker was killed.') : null);
  await publish(dueMessage).catch(() => {});
  harness.table.fault = null;
  harness.table.failAfterWrite = null;
  return writes >= n;
}

const postsOf = async (text: string) => (await platforms().posts()).filter((post) => post.text === text);
const filesOf = async (postId: string) => (await platforms().files()).filter(({ post_id }) => post_id === postId);

async function expectPublishedOnce(platform: Platform, { text, sha256 }: DueVideo) {
  const posts = await postsOf(text);
  expect(posts).toHaveLength(1);
  expect(await filesOf(posts[0]!.id)).toMatchObject([{ platform, size_bytes: SIZE, sha256 }]);
}

const PARTS = /\/append$|\/dms-uploads\/videos\/|\/ig-api-upload\/|app\.bsky\.video\.uploadVideo/;
const parts = async () => (await platforms().requests()).filter(({ path }) => PARTS.test(path));

describe.each(PLATFORMS.filter((name) => hasRule(name, 'video_too_large')))('a video for %s', (platform) => {
  it('is published once and byte for byte, at whichever write its function is killed', async () => {
    let deaths = 0;
    for (let n = 1, isKilled = true; isKilled; n++) {
      const post = await due(platform);
      const { dueMessage, text } = post;
      const before = (await parts()).length;
      isKilled = await dieAfterWrite(n, dueMessage);
      deaths += isKilled ? 1 : 0;
      advanceTime(LEASE_SECONDS.attempt * 1000);
      const entry = await publishAll(dueMessage);
      const isSent = (await postsOf(text)).length > 0;
      if (isSent) await expectPublishedOnce(platform, post);
      // X cannot prove that a post is absent, and LinkedIn reveals none.
      const isProved = isStreamed(platform) || (platform === 'twitter' && isSent);
      if (isProved) expect(entry.state, `killed at ${n}`).toBe('published');
      else expect(['published', 'unconfirmed']).toContain(entry.state);
      // At most one part is in progress during a crash.
      expect((await parts()).length - before).toBeLessThanOrEqual(isStreamed(platform) ? 2 : 4);
    }
    expect(deaths).toBeGreaterThanOrEqual(isStreamed(platform) ? 4 : 7);
  });

  it('is published once when each invocation has time for one step only, which counts as one attempt', async () => {
    await platforms().videos(platform, { seconds: 20 });
    const post = await due(platform);
    const { dueMessage } = post;
    const first = await publish(dueMessage, BRIEF_MS).then(() => loadDueEntry(dueMessage));
    expect(first).toMatchObject({ state: 'pending', error: { category: expect.stringMatching(/system|platform/) } });
    expect(Date.parse(first.due_at!) - Date.now()).toBe(10_000);
    const entry = await publishAll(dueMessage, BRIEF_MS);
    expect(entry).toMatchObject({ state: 'published', attempts: 1, error: null });
    await expectPublishedOnce(platform, post);
    expect(await parts()).toHaveLength(isStreamed(platform) ? 1 : 3);
  });

  it('continues after the platform has rejected the token, without a confirmed part twice', async () => {
    const account = ACCOUNTS[platform].externalId;
    const post = await due(platform);
    const { dueMessage } = post;
    await platforms().script(platform, '401_expired', 1, { on: isStreamed(platform) ? 'upload' : 'finalize', account });
    const entry = await publishAll(dueMessage);
    // Without the credentials of a refresh, the token is tried again.
    expect(entry).toMatchObject({ state: 'published', error: null });
    await expectPublishedOnce(platform, post);
    expect(await parts()).toHaveLength(isStreamed(platform) ? 2 : 3);
  });

  it('fails with the reason of the platform when it cannot be processed, and nothing is public', async () => {
    await platforms().videos(platform, { fails: true });
    const post = await due(platform);
    const { dueMessage, text } = post;
    const entry = await publishAll(dueMessage);
    expect(entry).toMatchObject({ state: 'failed', attempts: 1, error: { category: 'content', retryable: false } });
    expect(entry.error!.message).toMatch(/Unsupported video codec|2207026/);
    expect(await postsOf(text)).toEqual([]);
  });

  it('is saved in a state that fits into an entry, and that holds no token', async () => {
    const { dueMessage } = await due(platform);
    await publishAll(dueMessage);
    const [entry] = storedRecords<{ prepared_state: object }>(harness, 'ScheduleEntry');
    const state = JSON.stringify(entry!.prepared_state);
    expect(state.length).toBeLessThan(MAX_STATE_BYTES);
    expect(state).not.toContain(ACCOUNTS[platform].accessToken);
  });
});

/** Whether the platform receives a video in one stream. */
function isStreamed(platform: Platform): boolean {
  return platform === 'instagram' || platform === 'bluesky';
}

describe('a post with a video', () => {
  it.each(PLATFORMS)(
    'for %s is forwarded to the slow lane before a claim, and published there once',
    async (platform) => {
      const { dueMessage } = await due(platform);
      const before = await loadDueEntry(dueMessage);
      harness.sent();
      // As if the worker was killed before the end of its message.
      for (const _ of [1, 2]) await onPublishDue(dueMessage, lambdaContext());
      expect(await loadDueEntry(dueMessage)).toEqual(before);
      const message = { ...dueMessage, lane: 'slow' };
      const { workspace_id: messageGroupId } = dueMessage;
      const forwarded = { queue: SLOW_PUBLISH_QUEUE, message, delaySeconds: 0, messageGroupId };
      expect(harness.sent()).toEqual([forwarded, forwarded]);
      expect(await publishAll(dueMessage)).toMatchObject({ state: 'published', attempts: 1 });
      expect(await platforms().posts()).toHaveLength(1);
    },
  );

  it('waits without a claim while its workspace has five such attempts in flight', async () => {
    const { dueMessage } = await due('twitter');
    const scope = { workspace_id: dueMessage.workspace_id, operation: 'publish.twitter' };
    const slots = MAX_SLOW_ATTEMPTS_PER_WORKSPACE;
    const lease = { entity: inFlightRequestEntity, scope, slots, expiresAtMs: Date.now() + 60_000 };
    for (let count = 0; count < slots; count++) await takeLease(lease, Date.now());
    await publish(dueMessage);
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'pending', attempts: 0 });
    expect(await publishAll(dueMessage)).toMatchObject({ state: 'published', attempts: 1 });
  });
});
