import { describe, expect, it, vi } from 'vitest';
import { downloadMedia } from '../../lib/core/net/download-media.ts';
import { LEASE_SECONDS } from '../../lib/core/retry/lease.ts';
import { advanceTime, callApi, type Json } from '../functions/api-harness.ts';
import {
  attemptAll,
  attemptNext,
  containers,
  due,
  edit,
  HOUR,
  imagesNamed,
  publish,
  replaceAccount,
  requestsTo,
  useSlowDownloads,
} from '../functions/given/slow-posts.ts';
import { connect, loadDueEntry, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken } from '../functions/tenants.ts';
import { killAt, setupWorkers } from '../functions/worker-harness.ts';
import { ACCOUNTS, JPEG } from '../platforms/platforms.ts';

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
const LEASE_MS = LEASE_SECONDS.attempt * 1000;

const downloads = useSlowDownloads();

/** The uploads of LinkedIn: the bytes of each image. */
const uploads = () => requestsTo(/\/dms-uploads\//);

const postedImages = async () => {
  const [post] = (await requestsTo(/\/rest\/posts$/)).filter(({ status }) => status === 201);
  const { content } = JSON.parse(post!.body!) as { content: { multiImage: { images: { id: string }[] } } };
  return content.multiImage.images.map(({ id }) => id);
};

/** Kill the worker while it downloads an image: nothing it does afterwards has an effect. */
function killDuringDownload(): void {
  vi.mocked(downloadMedia).mockImplementation(async () => {
    harness.table.fault = () => new Error('The worker was killed.');
    throw new Error('The worker was killed.');
  });
}

describe('images for LinkedIn that take longer than one invocation', () => {
  it.each([
    [7, 2],
    [30, 5],
  ])(
    'of %i s each are uploaded once each, in %i invocations, and published in one post',
    async (seconds, invocations) => {
      downloads.seconds = seconds;
      const { dueMessage } = await due('linkedin', 10);
      await publish(dueMessage);
      const first = await loadDueEntry(dueMessage);
      expect(first).toMatchObject({ state: 'pending', error: { code: 'preparation_slow', category: 'system' } });
      expect(Date.parse(first.due_at!) - Date.now()).toBe(5_000);
      let count = 1;
      for (let entry = first; entry.state === 'pending'; count++) entry = await attemptNext(dueMessage);
      // The last invocation may only send: it has no time left for it after the last upload.
      expect([invocations, invocations + 1]).toContain(count);
      expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'published', attempts: 1, error: null });
      expect(await uploads()).toHaveLength(10);
      expect(await requestsTo(/initializeUpload/)).toHaveLength(10);
      expect(new Set(await postedImages()).size).toBe(10);
    },
  );

  it('never start a step that the invocation has no time for', async () => {
    downloads.seconds = 14;
    const { dueMessage } = await due('linkedin', 10);
    const startMs = Date.now();
    await publish(dueMessage);
    // Lambda ends the invocation after 90 s; one more image could take 45 s.
    expect(Date.now() - startMs).toBeLessThan(60_000);
  });

  it('are continued after a failure, without uploading the others again', async () => {
    const { dueMessage } = await due('linkedin', 4);
    let downloads = 0;
    vi.mocked(downloadMedia).mockImplementation(async () => {
      if (++downloads === 3) throw new Error('The image could not be downloaded.');
      return { bytes: JPEG, contentType: 'image/jpeg' };
    });
    await publish(dueMessage);
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'pending', error: { code: 'media_unavailable' } });
    expect((await attemptNext(dueMessage)).state).toBe('published');
    expect(await uploads()).toHaveLength(4);
  });

  it.each(['linkedin', 'twitter'] as const)(
    'are not uploaded again to %s when the post is retried after a rate limit',
    async (platform) => {
      const { dueMessage } = await due(platform, 4);
      await platforms().script(platform, '429');
      await publish(dueMessage);
      expect((await attemptNext(dueMessage)).state).toBe('published');
      expect(await requestsTo(/\/dms-uploads\/|\/media\/upload/)).toHaveLength(4);
    },
  );

  it('are uploaded again a day later, when the platform has deleted them', async () => {
    process.env.SETTINGS = JSON.stringify({ ...JSON.parse(process.env.SETTINGS!), latenessLimitSeconds: 3 * 86_400 });
    const { dueMessage } = await due('twitter', 2);
    await platforms().script('twitter', '429');
    await publish(dueMessage);
    advanceTime(23 * HOUR);
    expect((await attemptNext(dueMessage)).state).toBe('published');
    expect(await requestsTo(/\/media\/upload/)).toHaveLength(4);
  });

  it('are those of the media list after an edit between two attempts', async () => {
    downloads.seconds = 20;
    const { tenant, contentId, dueMessage } = await due('linkedin', 6);
    await publish(dueMessage);
    const before = (await uploads()).length;
    expect(before).toBeGreaterThan(0);
    expect(await edit(tenant, contentId, { media: imagesNamed('b', 4) })).toBe(200);
    expect((await attemptAll(dueMessage)).state).toBe('published');
    const ids = (await uploads()).map(({ path }) => `urn:li:image:${path.split('/').at(-1)}`);
    expect(await postedImages()).toEqual(ids.slice(before));
    expect(ids).toHaveLength(before + 4);
  });

  it('are published by no other account: the entry fails when its account was replaced', async () => {
    downloads.seconds = 25;
    const { tenant, dueMessage } = await due('linkedin', 3);
    await publish(dueMessage);
    const before = await uploads();
    await replaceAccount(tenant, 'linkedin', 'urn:li:person:other');
    expect(await attemptAll(dueMessage)).toMatchObject({ state: 'failed', error: { code: 'account_missing' } });
    expect(await uploads()).toEqual(before);
    expect(await platforms().posts()).toEqual([]);
  });

  it('are published by no other account when theirs was replaced during the attempt', async () => {
    const account = ACCOUNTS.linkedin.externalId;
    const tenant = await newTenant();
    await platforms().register({ platform: 'linkedin', account, access_token: 'first' });
    await connect(tenant, 'linkedin', 'first');
    const { dueMessage } = await due('linkedin', 3, { tenant });
    let downloads = 0;
    vi.mocked(downloadMedia).mockImplementation(async () => {
      if (++downloads === 2) {
        await platforms().register({ platform: 'linkedin', account, access_token: 'another' });
        await replaceAccount(tenant, 'linkedin', 'urn:li:person:other');
      }
      return { bytes: JPEG, contentType: 'image/jpeg' };
    });
    // The platform has rejected the token, and there is no account to refresh it.
    expect(await attemptAll(dueMessage)).toMatchObject({ state: 'failed', error: { code: 'unauthorized' } });
    const owners = (await requestsTo(/initializeUpload/)).map(({ body, status }) => [
      status,
      JSON.parse(body!).initializeUploadRequest.owner,
    ]);
    expect(owners).toEqual([
      [200, account],
      [401, account],
    ]);
    expect(await platforms().posts()).toEqual([]);
  });

  it('are continued with a new token when the platform rejects the present one', async () => {
    downloads.seconds = 5;
    const account = ACCOUNTS.linkedin.externalId;
    const client = { refresh_token: 'r', client_id: 'app', client_secret: 'secret' };
    await platforms().register({ platform: 'linkedin', account, access_token: 'short', expires_in: 75, ...client });
    const tenant = await newTenant();
    await connect(tenant, 'linkedin', 'short', client);
    const { dueMessage } = await due('linkedin', 5, { tenant });
    expect((await attemptAll(dueMessage)).state).toBe('published');
    expect(await uploads()).toHaveLength(5);
    expect(await requestsTo(/accessToken/)).toHaveLength(1);
  });
});

describe('a worker that is killed while it prepares a post', () => {
  it.each([
    ['linkedin', uploads, 4],
    ['instagram', containers, 5],
  ] as const)(
    'at any moment is continued on %s: only the step in progress is repeated',
    async (platform, made, steps) => {
      for (let n = 1, reached = true; reached; n++) {
        expect(n).toBeLessThan(60);
        const { dueMessage, tenant, contentId } = await due(platform, 4);
        const before = (await made()).length;
        const kill = killAt(harness.table, n);
        await publish(dueMessage).catch(() => {});
        harness.table.fault = null;
        reached = kill.reached();
        const entry = await attemptAll(dueMessage);
        if (entry.state === 'published') expect((await made()).length - before).toBeLessThanOrEqual(steps + 1);
        else expect(entry.state).toBe('unconfirmed');
        const texts = (await platforms().posts()).length;
        expect(texts).toBe(n);
        await callApi('content.delete', { token: await newToken(tenant), params: { id: contentId } });
      }
    },
  );

  it('in every attempt fails with that reason, not as if the post had not been tried', async () => {
    const { tenant, contentId, dueMessage } = await due('linkedin', 4);
    for (let killed = 0; killed < 3; killed++) {
      killDuringDownload();
      await publish(dueMessage).catch(() => {});
      harness.table.fault = null;
      advanceTime(LEASE_MS);
    }
    const target = async () => {
      const answer = await callApi('content.get', { token: await newToken(tenant), params: { id: contentId } });
      return (answer.json.targets as Json[])[0]!;
    };
    // The reason of the last attempt is shown while the next one is under way.
    expect(await target()).toMatchObject({ status: 'publishing', error: { code: 'preparation_interrupted' } });
    advanceTime(6 * HOUR);
    expect(harness.logged()).not.toContain('PostLateness');
    await publish(dueMessage);
    const error = { code: 'preparation_interrupted', category: 'system', retryable: true };
    expect(await target()).toMatchObject({ status: 'failed', error });
    expect(harness.logged()).toContain('PostLateness');
  });

  it('leaves no such reason on a post that is published after all', async () => {
    const { dueMessage } = await due('linkedin', 2);
    killDuringDownload();
    await publish(dueMessage).catch(() => {});
    harness.table.fault = null;
    advanceTime(LEASE_MS);
    vi.mocked(downloadMedia).mockImplementation(async () => ({ bytes: JPEG, contentType: 'image/jpeg' }));
    await publish(dueMessage);
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'published', error: null });
  });

  it('and is overtaken by another one neither uploads further images nor publishes', async () => {
    const { dueMessage } = await due('linkedin', 4);
    let second: Promise<unknown> | undefined;
    vi.mocked(downloadMedia).mockImplementation(async () => {
      if (!second) {
        second = Promise.resolve();
        advanceTime(LEASE_MS);
        await publish(dueMessage, 600_000);
      }
      return { bytes: JPEG, contentType: 'image/jpeg' };
    });
    await publish(dueMessage, 600_000);
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'published' });
    expect(await platforms().posts()).toHaveLength(1);
    expect((await uploads()).length).toBeLessThanOrEqual(5);
  });
});

describe('a new time for a post whose last attempt failed', () => {
  it('clears the error of that attempt', async () => {
    const { tenant, contentId, dueMessage } = await due('twitter', 1);
    await platforms().script('twitter', '429');
    await publish(dueMessage);
    const scheduled_at = new Date(Date.now() + HOUR).toISOString();
    expect(await edit(tenant, contentId, { scheduled_at })).toBe(200);
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'pending', error: null });
    advanceTime(8 * HOUR);
    await publish(dueMessage);
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'failed', error: { code: 'too_late' } });
  });
});
