import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SQSEvent } from 'aws-lambda';
import { describe, expect, it, vi } from 'vitest';
import { handler as onMediaQueued } from '../../functions/on-media-queued.ts';
import { MediaRejectedError } from '../../lib/core/net/download-media.ts';
import type { MediaAsset } from '../../lib/media/rules/media-asset.ts';
import { fileKey, uploadKey } from '../../lib/media/rules/media-keys.ts';
import { openSource } from '../../lib/media/workers/open-source.ts';
import { callApi, type Json, succeed } from '../functions/api-harness.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { SECRET } from './images.ts';
import { type VideoFile, writeVideo } from './videos.ts';

const harness = setupWorkers();
const bucket = setupObjectStore();

const stored = () => storedRecords<MediaAsset>(harness, 'MediaAsset');
const LONG: VideoFile = { frames: 300, frameBytes: 500, metadata: 'gpmd' };

async function inspect({ workspace }: Tenant, media_id: string): Promise<number> {
  const body = JSON.stringify({ workspace_id: workspace.id, media_id });
  const event = { Records: [{ messageId: 'm0', body, attributes: { ApproximateReceiveCount: '1' } }] };
  return (await onMediaQueued(event as unknown as SQSEvent))!.batchItemFailures.length;
}

/** Create an asset and store its upload, as a client does by the presigned URL. */
async function uploaded(tenant: Tenant, bytes: Buffer) {
  const { json } = await callApi('media.create', { token: tenant.token, body: { size_bytes: bytes.byteLength } });
  const owner = { workspace_id: tenant.workspace.id, id: String(json.id) };
  bucket.objects.set(uploadKey(owner), bytes);
  return owner;
}

async function ready(tenant: Tenant, options: VideoFile) {
  const owner = await uploaded(tenant, writeVideo(options).bytes);
  expect(await inspect(tenant, owner.id)).toBe(0);
  return owner;
}

describe('an uploaded video', () => {
  it('is stored without metadata and with its frames, and reported with its facts', async () => {
    const tenant = await newTenant();
    const { bytes, frames } = writeVideo(LONG);
    const owner = await uploaded(tenant, bytes);
    expect(await inspect(tenant, owner.id)).toBe(0);
    const file = Buffer.from(bucket.objects.get(fileKey(owner))!);
    expect([bytes.includes(SECRET), file.includes(SECRET)]).toEqual([true, false]);
    for (const [from, end] of frames) expect(file.subarray(from, end).equals(bytes.subarray(from, end))).toBe(true);
    expect([...bucket.objects.keys(), bucket.uploads.size]).toEqual([fileKey(owner), 0]);
    expect(bucket.types.get(fileKey(owner))).toBe('video/mp4');
    const { json } = await callApi('media.get', { token: tenant.token, params: { id: owner.id } });
    expect(json).toMatchObject({
      ...{ status: 'ready', content_type: 'video/mp4', size_bytes: bytes.length, width: 1280, height: 720 },
      ...{ is_animated: false, duration_ms: 10_000, adaptations: [], unsupported: [] },
      video: { codec: 'h264', frame_rate: 30, audio: null },
    });
    await processAllChanges(harness);
    const events = storedRecords<{ type: string; data: string }>(harness, 'Event');
    expect(events.map(({ type }) => type)).toEqual(['media.ready']);
    expect(JSON.parse(events[0]!.data)).toMatchObject({ id: owner.id, video: { codec: 'h264' } });
  });

  it('that violates rules of a platform is rejected there with each rule and number, and accepted elsewhere', async () => {
    const tenant = await newTenant();
    const { id: media_id } = await ready(tenant, { frames: 60, frameTicks: 250, frameBytes: 2000 });
    const post = (platforms: string[]) => ({ title: 'A video', platforms, media: [{ media_id }] });
    const { status, json } = await callApi('content.create', {
      token: tenant.token,
      body: post(['twitter', 'bluesky']),
    });
    expect(status).toBe(422);
    const frames = 'X allows at most 60 frames per second in a video. The video has 120.';
    expect(json.errors).toMatchObject([
      { pointer: '/media/0', code: 'video_frame_rate_too_high', platform: 'twitter', detail: frames },
    ]);
    const validated = await callApi('content.validate', { token: tenant.token, body: post(['linkedin']) });
    expect([validated.status, validated.json.errors]).toMatchObject([
      422,
      [{ code: 'video_too_short', detail: 'LinkedIn allows at least 3 seconds in a video. The video has 0.5.' }],
    ]);
    const accepted = await succeed('content.create', { token: tenant.token, body: post(['bluesky']) });
    expect((accepted.media as Json[])[0]).toEqual({ media_id, type: 'video' });
  });

  it('is ready after a repeat when S3 failed while it was stored, and no part of the first attempt stays', async () => {
    const tenant = await newTenant();
    const owner = await uploaded(tenant, writeVideo(LONG).bytes);
    bucket.fail('PUT', 'media/');
    expect(await inspect(tenant, owner.id)).toBe(1);
    expect([[...bucket.objects.keys()], bucket.uploads.size]).toEqual([[uploadKey(owner)], 0]);
    bucket.fail('', '');
    expect(await inspect(tenant, owner.id)).toBe(0);
    expect(stored()).toMatchObject([{ status: 'ready', inspections: 1 }]);
    expect([...bucket.objects.keys()]).toEqual([fileKey(owner)]);
  });

  it('that is replaced by another upload while it is read is not mixed with it', async () => {
    const tenant = await newTenant();
    const { bytes } = writeVideo(LONG);
    const owner = await uploaded(tenant, bytes);
    const source = await openSource(stored()[0]!, 1);
    if ('code' in source) throw new Error(source.message);
    expect(await source.read(0, 24)).toEqual(new Uint8Array(bytes.subarray(0, 24)));
    bucket.objects.set(uploadKey(owner), Buffer.alloc(bytes.length));
    await expect(source.read(24, 24)).rejects.toThrow('412');
  });

  it('that is truncated is rejected with a reason, and nothing of it stays', async () => {
    const tenant = await newTenant();
    const owner = await uploaded(tenant, writeVideo({ ...LONG, indexFirst: true }).bytes.subarray(0, -100));
    expect(await inspect(tenant, owner.id)).toBe(0);
    expect(stored()).toMatchObject([{ status: 'rejected', error: { code: 'truncated' } }]);
    expect(bucket.objects.size).toBe(0);
  });
});

it('an image of more than 50,000,000 bytes is rejected without being read', async () => {
  const tenant = await newTenant();
  const owner = await uploaded(
    tenant,
    Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(50_000_000)]),
  );
  expect(await inspect(tenant, owner.id)).toBe(0);
  expect(stored()).toMatchObject([
    { error: { code: 'too_large', message: 'The image has more than 50,000,000 bytes.' } },
  ]);
  const ranges = vi.mocked(fetch).mock.calls.map(([, init]) => new Headers(init?.headers).get('range'));
  expect(ranges.filter(Boolean)).toEqual(['bytes=0-0', 'bytes=0-4095']);
});

describe('a file that is fetched', () => {
  const asset = { source_url: 'https://files.example.com/a.mp4' } as MediaAsset;

  it('is read in parts from the disk, up to 512 MiB', async () => {
    const { bytes } = writeVideo(LONG);
    const source = await openSource(asset, 1, async (url, maxBytes, sink) => {
      expect([url, maxBytes]).toEqual([asset.source_url, 512 * 1024 * 1024]);
      for (let at = 0; at < bytes.length; at += 1000) sink(bytes.subarray(at, at + 1000));
    });
    if ('code' in source) throw new Error(source.message);
    expect(source.sizeBytes).toBe(bytes.length);
    expect(Buffer.from(await source.read(990, 5000)).equals(bytes.subarray(990, 5990))).toBe(true);
    await source.close();
    await expect(source.read(0, 1)).rejects.toThrow();
  });

  it.each([
    ['a server that does not have it', new MediaRejectedError('The server of the file responded with 404.', 404), 1],
    ['the fifth failure that could pass', new Error('The file could not be downloaded.'), 5],
  ])('is rejected after %s', async (_, error, attempt) => {
    expect(await openSource(asset, attempt, () => Promise.reject(error))).toMatchObject({ code: 'download_failed' });
  });

  it('is fetched again after a failure that may pass', async () => {
    const failed = new MediaRejectedError('The server of the file responded with 503.', 503);
    await expect(openSource(asset, 1, () => Promise.reject(failed))).rejects.toBe(failed);
  });
});

it('a video of 512 MiB is stored by a process with less than 300 MB of memory', async () => {
  const program = join(import.meta.dirname, 'store-large-video.ts');
  const credentials = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
  const env = { ...process.env, ...credentials, MEDIA_BUCKET: 'media-bucket' };
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env });
  const { sentBytes, peakBytes } = JSON.parse(stdout);
  expect(sentBytes).toBe(512 * 1024 * 1024);
  expect(peakBytes).toBeLessThan(300_000_000);
});
