import { describe, expect, it } from 'vitest';
import { downloadMedia, MediaRejectedError } from '../../../lib/core/net/download-media.ts';

describe('downloadMedia', () => {
  it.each([
    ['http://images.example.com/a.jpg', 'The image does not have an https URL.'],
    ['https://127.0.0.1/a.jpg', 'The image does not have a public IP address.'],
    ['https://[::1]/a.jpg', 'The image does not have a public IP address.'],
    ['https://169.254.169.254/latest/meta-data/', 'The image does not have a public IP address.'],
    ['https://localhost/a.jpg', 'The image does not have a public IP address.'],
  ])('rejects %s permanently', async (url, message) => {
    await expect(downloadMedia(url)).rejects.toEqual(new MediaRejectedError(message, null));
  });

  it('does not repeat the host of a name that does not resolve', async () => {
    const error = await downloadMedia('https://signed-secret.invalid/a.jpg').catch((thrown) => thrown);
    expect(error).toEqual(new Error('The image could not be downloaded.'));
    expect(error).not.toBeInstanceOf(MediaRejectedError);
  });
});
