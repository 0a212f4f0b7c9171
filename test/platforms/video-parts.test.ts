import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PUBLISHERS } from '../../lib/platforms/adapters.ts';
import type { Media } from '../../lib/platforms/kit/definition/platform-definition.ts';
import type { PreparedState } from '../../lib/platforms/kit/publisher.ts';
import { ACCOUNTS, makePreparation, startSimulator } from './platforms.ts';
import { digestOf, makeLibrary, makeVideo, VIDEO_BYTES } from './videos.ts';

/** The platforms that take a video in parts: the paths of a new upload and of a part, and how many parts are saved. */
const PLATFORMS = {
  twitter: { begin: /\/initialize$/, part: /\/append$/, sent: (saved: PreparedState) => Number(saved.segments) },
  linkedin: {
    begin: /initializeUpload/,
    part: /\/dms-uploads\//,
    sent: (saved: PreparedState) => (saved.etags as string[]).length,
  },
};

let simulator: Awaited<ReturnType<typeof startSimulator>>;

afterEach(async () => {
  vi.useRealTimers();
  await simulator[Symbol.asyncDispose]();
});

describe.each(['twitter', 'linkedin'] as const)('a video for %s', (platform) => {
  const account = ACCOUNTS[platform];
  const publisher = PUBLISHERS[platform];
  const { begin, part, sent } = PLATFORMS[platform];

  beforeEach(async () => {
    simulator = await startSimulator();
    await simulator.register({ platform, account: account.externalId, access_token: account.accessToken });
  });

  interface Attempt {
    saved?: PreparedState | null;
    media?: Media[];
    hasTime?: () => boolean;
    read?: (fromByte: number) => unknown;
  }

  /** Prepare once; returns the outcome, and what was saved last. */
  async function prepare({ saved = null, media = [makeVideo()], hasTime, read }: Attempt = {}) {
    const preparation = makePreparation(saved, hasTime, false);
    const connection = { ...simulator.connection(platform, 5_000), openMedia: makeLibrary(read).openMedia };
    const outcome = await publisher.prepare({ text: 'Hello', media }, account, connection, preparation);
    return { outcome, saved: preparation.saved };
  }

  async function publish(attempt: Attempt = {}) {
    const { outcome } = await prepare(attempt);
    if (outcome.outcome !== 'prepared') throw new Error(JSON.stringify(outcome));
    const post = { text: 'Hello', media: [] };
    return publisher.send(post, outcome.preparation, account, simulator.connection(platform));
  }

  const requestsTo = async (path: RegExp) => (await simulator.requests()).filter((each) => path.test(each.path));
  const parts = () => requestsTo(part);

  it('is uploaded in parts, processed, and then shown by its post, byte for byte', async () => {
    const published = await publish();
    expect(published).toMatchObject({ outcome: 'published' });
    const id = published.outcome === 'published' && published.platformPostId;
    expect(await simulator.files()).toMatchObject([
      { content_type: 'video/mp4', size_bytes: VIDEO_BYTES, sha256: digestOf(VIDEO_BYTES), post_id: id },
    ]);
    expect(await parts()).toHaveLength(3);
    const paths = (await simulator.requests()).map(({ path }) => path);
    expect(paths.findIndex((path) => /\/tweets$|\/rest\/posts$/.test(path))).toBe(paths.length - 1);
  });

  it('beside an image is rejected before anything is uploaded', async () => {
    const image = { url: 'https://media.example/a.jpg', type: 'image' as const };
    for (const media of [
      [makeVideo(), image],
      [makeVideo(), makeVideo()],
    ]) {
      const { outcome } = await prepare({ media });
      expect(outcome).toMatchObject({ outcome: 'rejected', error: { code: 'media_mixed', category: 'content' } });
    }
    expect(await simulator.requests()).toEqual([]);
  });

  it('of a type or a size that it does not take is rejected with the rule', async () => {
    const of = async (file: Parameters<typeof makeVideo>[0]) => (await prepare({ media: [makeVideo(file)] })).outcome;
    expect(await of({ content_type: 'video/webm' })).toMatchObject({ error: { code: 'media_unsupported' } });
    const large = await of({ size_bytes: 9_000_000_000 });
    expect(large).toMatchObject({ error: { code: 'media_too_large', message: expect.stringContaining('9000000000') } });
  });

  it('continues after each step, and sends no part twice', async () => {
    let saved: PreparedState | null = null;
    let steps = 0;
    for (;;) {
      let started = 0;
      const attempt = await prepare({ saved, hasTime: () => started++ < 1 });
      saved = attempt.saved;
      if (attempt.outcome.outcome === 'prepared') break;
      expect(attempt.outcome).toMatchObject({ outcome: 'unfinished', error: { code: 'preparation_slow' } });
      expect(++steps).toBeLessThan(10);
    }
    expect(steps).toBeGreaterThanOrEqual(3);
    expect(await parts()).toHaveLength(3);
    expect(await requestsTo(begin)).toHaveLength(1);
    expect(await simulator.files()).toMatchObject([{ sha256: digestOf(VIDEO_BYTES), post_id: null }]);
  });

  it.each(['500_after_effect', '500_before_effect', 'ok_then_drop', 'drop_before_effect', '429'])(
    'is continued with the part that failed by %s',
    async (script) => {
      const first = await prepare({
        read: (fromByte) => fromByte > 0 && simulator.script(platform, script, 1, { on: 'upload' }),
      }).catch(() => null);
      expect(first!.outcome.outcome).not.toBe('prepared');
      expect([1, 2]).toContain(sent(first!.saved!));
      expect(await publish({ saved: first!.saved })).toMatchObject({ outcome: 'published' });
      expect(await parts()).toHaveLength(4);
      expect(await requestsTo(begin)).toHaveLength(1);
      expect(await simulator.files()).toMatchObject([{ sha256: digestOf(VIDEO_BYTES) }]);
    },
  );

  it.each(['500_after_effect', '500_before_effect', 'ok_then_drop'])(
    'is finalized once when the response to that was lost by %s',
    async (script) => {
      await simulator.script(platform, script, 1, { on: 'finalize' });
      const first = await prepare();
      expect(first.outcome).toMatchObject({ outcome: 'retry' });
      expect(await publish({ saved: first.saved })).toMatchObject({ outcome: 'published' });
      expect(await parts()).toHaveLength(3);
      expect(await simulator.files()).toHaveLength(1);
    },
  );

  it('continues with another token after its token was rejected', async () => {
    await simulator.script(platform, '401_expired', 1, { on: 'finalize' });
    const first = await prepare();
    expect(first.outcome).toMatchObject({ outcome: 'rejected', error: { code: 'unauthorized', category: 'auth' } });
    expect(await publish({ saved: first.saved })).toMatchObject({ outcome: 'published' });
    expect(await parts()).toHaveLength(3);
    expect(await requestsTo(begin)).toHaveLength(1);
  });

  it('that has expired there is uploaded again from the start', async () => {
    await simulator.script(platform, 'expired', 1, { on: 'finalize' });
    const first = await prepare();
    expect(first).toMatchObject({ outcome: { outcome: 'retry', error: { code: 'upload_expired' } }, saved: {} });
    expect(await publish({ saved: first.saved })).toMatchObject({ outcome: 'published' });
    expect(await requestsTo(begin)).toHaveLength(2);
  });

  it('is uploaded again when its upload is about to expire', async () => {
    const first = await prepare();
    const late = { ...first.saved, expiresAt: new Date(Date.now() - 1).toISOString() };
    expect(await publish({ saved: late })).toMatchObject({ outcome: 'published' });
    expect(await requestsTo(begin)).toHaveLength(2);
  });

  it('that it processes for longer than one attempt is continued, and is not usable before', async () => {
    await simulator.videos(platform, { seconds: 3_600 });
    const first = await prepare({ hasTime: hasTimes(4) });
    expect(first.outcome).toMatchObject({ outcome: 'unfinished', error: { code: 'media_not_ready' } });
    const post = { text: 'Too early', media: [] };
    const early = await publisher.send(post, first.saved!, account, simulator.connection(platform));
    expect(early).toMatchObject({ outcome: 'rejected' });
    vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] });
    expect(await publish({ saved: first.saved })).toMatchObject({ outcome: 'published' });
    expect(await parts()).toHaveLength(3);
  });

  it('that is not processed within half an hour is uploaded again after the usual delay', async () => {
    await simulator.videos(platform, { seconds: 3_600 });
    const first = await prepare({ hasTime: hasTimes(4) });
    vi.useFakeTimers({ now: Date.now() + 1_800_001, toFake: ['Date'] });
    const second = await prepare({ saved: first.saved, hasTime: () => false });
    expect(second).toMatchObject({ outcome: { outcome: 'retry', error: { code: 'media_not_ready' } }, saved: {} });
  });

  it('that it cannot process is rejected with its reason', async () => {
    await simulator.videos(platform, { fails: true });
    const { outcome } = await prepare();
    expect(outcome).toMatchObject({
      outcome: 'rejected',
      error: { code: 'media_processing_failed', message: expect.stringContaining('Unsupported video codec') },
    });
  });

  it('is retried when a part of the file cannot be read', async () => {
    const read = (fromByte: number) => {
      if (fromByte > 0) throw new Error('S3 is not available');
    };
    const first = await prepare({ read });
    expect(first.outcome).toMatchObject({ outcome: 'retry', error: { code: 'media_unavailable' } });
    expect(sent(first.saved!)).toBe(1);
  });
});

/** Time for this many steps. */
function hasTimes(steps: number) {
  let left = steps;
  return () => left-- > 0;
}
