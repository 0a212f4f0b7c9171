import { randomBytes } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import type { Account } from '../../lib/accounts/rules/account.ts';
import { MediaRejectedError } from '../../lib/core/net/download-media.ts';
import { fileKey } from '../../lib/media/rules/media-keys.ts';
import type { MediaFile } from '../../lib/platforms/kit/definition/media-file.ts';
import { mediaOf } from '../../lib/publishing/steps/library-media.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { setupWorkers } from '../functions/worker-harness.ts';

setupWorkers();
const bucket = setupObjectStore();

const owner = { workspace_id: 'wsp_1', id: 'med_1' };
const { openMedia, mediaUrl } = mediaOf({ workspace_id: owner.workspace_id, platform: 'twitter' } as Account);
const bytes = randomBytes(1000);
const file = { content_type: 'video/mp4', size_bytes: bytes.length, adaptations: [] as object[] } as MediaFile;
const media = { media_id: owner.id, type: 'video' as const, file };

it('a video of the media library is read in parts, and each part with one request', async () => {
  bucket.objects.set(fileKey(owner), bytes);
  const source = await openMedia(media);
  expect(source).toMatchObject({ contentType: 'video/mp4', sizeBytes: 1000 });
  expect(vi.mocked(fetch)).not.toHaveBeenCalled();
  expect(Buffer.from(await source.read(0, 600))).toEqual(bytes.subarray(0, 600));
  expect(Buffer.from(await source.read(600, 400))).toEqual(bytes.subarray(600));
  expect(vi.mocked(fetch)).toHaveBeenCalledTimes(2);
});

it('a video that was deleted is a permanent failure, and an outage of S3 a temporary one', async () => {
  const source = await openMedia(media);
  await expect(source.read(0, 10)).rejects.toBeInstanceOf(MediaRejectedError);
  bucket.objects.set(fileKey(owner), bytes);
  bucket.fail('GET', 'media/');
  await expect(source.read(0, 10)).rejects.not.toBeInstanceOf(MediaRejectedError);
});

it('an object of another size than the file is not read', async () => {
  bucket.objects.set(fileKey(owner), bytes.subarray(1));
  await expect((await openMedia(media)).read(0, 10)).rejects.toThrow('has not the size of the file');
});

it('a video behind a URL is not opened', async () => {
  const linked = { url: 'https://example.com/a.mp4', type: 'video' as const };
  await expect(openMedia(linked)).rejects.toBeInstanceOf(MediaRejectedError);
});

it('the URL of a file for a platform leads to S3, and in the local service with a tunnel to the tunnel', async () => {
  const hostOf = async () => new URL(await mediaUrl(media)).host;
  expect(await hostOf()).not.toBe('tunnel.example.com');
  vi.stubEnv('PUBLIC_S3_URL', 'https://tunnel.example.com');
  expect(await hostOf()).toBe('tunnel.example.com');
  vi.unstubAllEnvs();
});
