import { describe, expect, it } from 'vitest';
import type { Media } from '../../../lib/platforms/kit/definition/platform-definition.ts';
import { twitterPublisher } from '../../../lib/platforms/twitter/adapter/publish.ts';
import { setupVideoAttempts } from '../video-attempts.ts';
import { makeGif, VIDEO_BYTES } from '../videos.ts';

const { simulator, prepare, publish } = setupVideoAttempts('twitter', twitterPublisher, 5_000);

const requestsTo = async (path: RegExp) => (await simulator().requests()).filter((each) => path.test(each.path));
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
    expect(await simulator().requests()).toEqual([]);
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
