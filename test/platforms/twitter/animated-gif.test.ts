import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Media } from '../../../lib/platforms/platform-definition.ts';
import type { PreparedState } from '../../../lib/platforms/publisher.ts';
import { twitterPublisher } from '../../../lib/platforms/twitter/publish.ts';
import { ACCOUNTS, makePreparation, startSimulator } from '../platforms.ts';
import { makeGif, makeLibrary, VIDEO_BYTES } from '../videos.ts';

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
async function prepare({ saved = null, media = [makeGif()], hasTime, read }: Attempt = {}) {
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
describe('an animated GIF for X', () => {
  it('is uploaded in its own category, described and published alone', async () => {
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
    const { outcome } = await prepare({ media: [{ url: 'https://media.example/a.jpg', type: 'image' }, makeGif()] });
    expect(outcome).toMatchObject({ outcome: 'rejected', error: { code: 'media_mixed', category: 'content' } });
    expect(await simulator.requests()).toEqual([]);
  });

  it('of more than 15 MB is rejected with the limit', async () => {
    const { outcome } = await prepare({ media: [makeGif(15 * 1024 * 1024 + 1)] });
    expect(outcome).toMatchObject({ error: { code: 'media_too_large', message: expect.stringContaining('15728640') } });
  });

  it('that X receives adapted, as a still, is an image', async () => {
    const gif = makeGif();
    const still = { platform: 'twitter', content_type: 'image/png', size_bytes: 3, width: 1, height: 1, changes: [] };
    const adapted = { ...gif, file: { ...gif.file, adaptations: [still] } } as Media;
    await prepare({ media: [adapted] });
    expect(await requestsTo(/\/initialize$/)).toEqual([]);
    expect(await requestsTo(/\/media\/upload$/)).toHaveLength(1);
  });
});
