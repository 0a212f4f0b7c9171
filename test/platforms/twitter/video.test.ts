import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Media } from '../../../lib/platforms/platform-definition.ts';
import type { PreparedState } from '../../../lib/platforms/publisher.ts';
import { twitterPublisher } from '../../../lib/platforms/twitter/publish.ts';
import { ACCOUNTS, makePreparation, startSimulator } from '../platforms.ts';
import { digestOf, makeGif, makeLibrary, makeVideo, VIDEO_BYTES } from '../videos.ts';

const account = ACCOUNTS.twitter;
let simulator: Awaited<ReturnType<typeof startSimulator>>;

beforeEach(async () => {
  simulator = await startSimulator();
  await simulator.register({ platform: 'twitter', account: account.externalId, access_token: account.accessToken });
});
afterEach(async () => {
  vi.useRealTimers();
  await simulator[Symbol.asyncDispose]();
});

interface Attempt {
  saved?: PreparedState | null;
  media?: Media[];
  hasTime?: () => boolean;
  read?: (fromByte: number) => unknown;
}

/** Prepares once; returns the outcome, and what was saved last. */
async function prepare({ saved = null, media = [makeVideo()], hasTime, read }: Attempt = {}) {
  const preparation = makePreparation(saved, hasTime, false);
  const connection = { ...simulator.connection('twitter', 5_000), openMedia: makeLibrary(read).openMedia };
  const outcome = await twitterPublisher.prepare({ text: 'Hello', media }, account, connection, preparation);
  return { outcome, saved: preparation.saved };
}

async function publish(attempt: Attempt = {}) {
  const { outcome } = await prepare(attempt);
  if (outcome.outcome !== 'prepared') throw new Error(JSON.stringify(outcome));
  const post = { text: 'Hello', media: [] };
  return twitterPublisher.send(post, outcome.preparation, account, simulator.connection('twitter'));
}

const requestsTo = async (path: RegExp) => (await simulator.requests()).filter((each) => path.test(each.path));
const segments = () => requestsTo(/\/append$/);

describe('a video for X', () => {
  it('is uploaded in segments of at most 4 MB, processed, and then shown by its post, byte for byte', async () => {
    const sent = await publish();
    expect(sent).toMatchObject({ outcome: 'published' });
    const id = sent.outcome === 'published' && sent.platformPostId;
    expect(await simulator.files()).toMatchObject([
      { content_type: 'video/mp4', size_bytes: VIDEO_BYTES, sha256: digestOf(VIDEO_BYTES), post_id: id },
    ]);
    expect(await segments()).toHaveLength(3);
    const paths = (await simulator.requests()).map(({ path }) => path);
    expect(paths.indexOf('/_simulator/twitter/2/tweets')).toBe(paths.length - 1);
  });

  it('that is animated, a GIF, is described and published alone', async () => {
    await publish({ media: [makeGif()] });
    const [begun] = await requestsTo(/\/initialize$/);
    expect(JSON.parse(begun!.body!)).toEqual({
      media_type: 'image/gif',
      total_bytes: VIDEO_BYTES,
      media_category: 'tweet_gif',
    });
    expect(await requestsTo(/\/metadata$/)).toHaveLength(1);
  });

  it('beside an image is rejected before anything is uploaded', async () => {
    const image = { url: 'https://media.example/a.jpg', type: 'image' as const };
    for (const media of [
      [makeVideo(), image],
      [image, makeGif()],
      [makeVideo(), makeVideo()],
    ]) {
      const { outcome } = await prepare({ media });
      expect(outcome).toMatchObject({ outcome: 'rejected', error: { code: 'media_mixed', category: 'content' } });
    }
    expect(await simulator.requests()).toEqual([]);
  });

  it('of a type or a size that X does not take is rejected with the rule', async () => {
    const of = async (file: Parameters<typeof makeVideo>[0]) => (await prepare({ media: [makeVideo(file)] })).outcome;
    expect(await of({ content_type: 'video/webm' })).toMatchObject({ error: { code: 'media_unsupported' } });
    const gif = (await prepare({ media: [makeGif(15 * 1024 * 1024 + 1)] })).outcome;
    expect(gif).toMatchObject({ error: { code: 'media_too_large', message: expect.stringContaining('15728640') } });
  });

  it('continues after each step, and sends no segment twice', async () => {
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
    expect(await segments()).toHaveLength(3);
    expect(await requestsTo(/\/initialize$/)).toHaveLength(1);
    expect(await simulator.files()).toMatchObject([{ sha256: digestOf(VIDEO_BYTES), post_id: null }]);
  });

  it.each(['500_after_effect', '500_before_effect', 'ok_then_drop', 'drop_before_effect', '429', '401_expired'])(
    'is continued with the segment that failed by %s',
    async (script) => {
      const first = await prepare({
        read: (fromByte) => fromByte > 0 && simulator.script('twitter', script, 1, { on: 'upload' }),
      }).catch(() => null);
      expect(first!.outcome.outcome).not.toBe('prepared');
      expect(first!.saved).toMatchObject({ segments: expect.stringMatching(/^[12]$/) });
      expect(await publish({ saved: first!.saved })).toMatchObject({ outcome: 'published' });
      expect(await segments()).toHaveLength(4);
      expect(await requestsTo(/\/initialize$/)).toHaveLength(1);
      expect(await simulator.files()).toMatchObject([{ sha256: digestOf(VIDEO_BYTES) }]);
    },
  );

  it.each(['500_after_effect', '500_before_effect', 'ok_then_drop'])(
    'is finalized once when the response to that was lost by %s',
    async (script) => {
      await simulator.script('twitter', script, 1, { on: 'finalize' });
      const first = await prepare();
      expect(first.outcome).toMatchObject({ outcome: 'retry' });
      expect(await publish({ saved: first.saved })).toMatchObject({ outcome: 'published' });
      expect(await segments()).toHaveLength(3);
      expect(await simulator.files()).toHaveLength(1);
    },
  );

  it('that has expired on X is uploaded again from the start', async () => {
    await simulator.script('twitter', 'expired', 1, { on: 'finalize' });
    const first = await prepare();
    expect(first).toMatchObject({ outcome: { outcome: 'retry', error: { code: 'upload_expired' } }, saved: {} });
    expect(await publish({ saved: first.saved })).toMatchObject({ outcome: 'published' });
    expect(await requestsTo(/\/initialize$/)).toHaveLength(2);
  });

  it('is uploaded again when its upload is about to expire', async () => {
    const first = await prepare();
    const late = { ...first.saved, expiresAt: new Date(Date.now() - 1).toISOString() };
    expect(await publish({ saved: late })).toMatchObject({ outcome: 'published' });
    expect(await requestsTo(/\/initialize$/)).toHaveLength(2);
  });

  it('that X processes for longer than one attempt is continued, and is not usable before', async () => {
    await simulator.videos('twitter', { seconds: 3_600 });
    const first = await prepare({ hasTime: hasTimes(5) });
    expect(first.outcome).toMatchObject({ outcome: 'unfinished', error: { code: 'media_not_ready' } });
    const post = { text: 'Too early', media: [] };
    const early = await twitterPublisher.send(post, first.saved!, account, simulator.connection('twitter'));
    expect(early).toMatchObject({ outcome: 'rejected' });
    vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] });
    expect(await publish({ saved: first.saved })).toMatchObject({ outcome: 'published' });
    expect(await segments()).toHaveLength(3);
  });

  it('that is not processed within half an hour is uploaded again after the usual delay', async () => {
    await simulator.videos('twitter', { seconds: 3_600 });
    const first = await prepare({ hasTime: hasTimes(5) });
    vi.useFakeTimers({ now: Date.now() + 1_800_001, toFake: ['Date'] });
    const second = await prepare({ saved: first.saved, hasTime: () => false });
    expect(second).toMatchObject({ outcome: { outcome: 'retry', error: { code: 'media_not_ready' } }, saved: {} });
  });

  it('that X cannot process is rejected with its reason', async () => {
    await simulator.videos('twitter', { fails: true });
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
    expect(first.saved).toMatchObject({ segments: '1' });
  });
});

/** Time for this many steps. */
function hasTimes(steps: number) {
  let left = steps;
  return () => left-- > 0;
}
