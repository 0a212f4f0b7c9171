import { describe, expect, it } from 'vitest';
import { MediaRejectedError } from '../../../../lib/core/net/download-media.ts';
import { downloadImage } from '../../../../lib/platforms/kit/media/media.ts';
import { JPEG, makeConnection } from '../../platforms.ts';

const RULES = { platformName: 'X', maxCount: 4, maxBytes: 10, contentTypes: ['image/jpeg'] };
const URL_WITH_SECRET = 'https://media.example/a.jpg?sig=secret';

const fetchWith = (downloadMedia: () => Promise<{ bytes: Uint8Array; contentType: string }>) =>
  downloadImage(
    { url: URL_WITH_SECRET, type: 'image' },
    2,
    { ...makeConnection('http://127.0.0.1:1'), downloadMedia },
    RULES,
  );
const failWith = (error: unknown) => fetchWith(() => Promise.reject(error));

describe('an image that is downloaded', () => {
  it('keeps its type without its parameters', async () => {
    const fetched = await fetchWith(async () => ({ bytes: JPEG, contentType: 'Image/JPEG; q=1' }));
    expect(fetched).toEqual({ outcome: 'fetched', image: { bytes: JPEG, contentType: 'image/jpeg' } });
  });

  it('is rejected permanently when it is larger than the platform accepts', async () => {
    const bytes = new Uint8Array(11);
    expect(await fetchWith(async () => ({ bytes, contentType: 'image/jpeg' }))).toMatchObject({
      outcome: 'rejected',
      error: { code: 'media_too_large' },
    });
  });
});

describe('an image that cannot be downloaded', () => {
  it.each([301, 401, 403, 404, 410, 451])('fails permanently when its server responds with %s', async (status) => {
    expect(await failWith(new MediaRejectedError('no', status))).toEqual({
      outcome: 'rejected',
      error: {
        code: 'media_unavailable',
        message: `Image 2 of the post could not be downloaded. Its server responded with ${status}.`,
        category: 'content',
        retryable: false,
      },
    });
  });

  it('is rejected with the reason when this service may not request it', async () => {
    expect(await failWith(new MediaRejectedError('It does not have a public IP address.', null))).toMatchObject({
      outcome: 'rejected',
      error: { message: expect.stringContaining('does not have a public IP address') },
    });
  });

  it.each([408, 425, 429, 500, 502, 503, 504])('is retried when its server responds with %s', async (status) => {
    expect(await failWith(new MediaRejectedError('no', status))).toMatchObject({
      outcome: 'retry',
      error: { code: 'media_unavailable', retryable: true },
      retryAfterSeconds: null,
    });
  });

  it('is retried without a response, and the reason is not repeated', async () => {
    const outcome = await failWith(new Error(`ECONNRESET ${URL_WITH_SECRET}`));
    expect(outcome).toMatchObject({ outcome: 'retry', error: { code: 'media_unavailable' } });
    expect(JSON.stringify(outcome)).not.toContain('secret');
  });
});
