import { describe, expect, it } from 'vitest';
import { downloadMedia, MediaRejectedError } from '../../../lib/core/net/download-media.ts';

describe('downloadMedia', () => {
  it.each([
    ['http://images.example.com/a.jpg', 'The image is not behind https.'],
    ['https://127.0.0.1/a.jpg', 'The image is at an address that is not public.'],
    ['https://[::1]/a.jpg', 'The image is at an address that is not public.'],
    ['https://169.254.169.254/latest/meta-data/', 'The image is at an address that is not public.'],
    ['https://localhost/a.jpg', 'The image is at an address that is not public.'],
  ])('rejects %s permanently', async (url, message) => {
    await expect(downloadMedia(url)).rejects.toEqual(new MediaRejectedError(message, null));
  });

  it('does not repeat the host of a name that does not resolve', async () => {
    const error = await downloadMedia('https://signed-secret.invalid/a.jpg').catch((thrown) => thrown);
    expect(error).toEqual(new Error('The image could not be downloaded.'));
    expect(error).not.toBeInstanceOf(MediaRejectedError);
  });
});
