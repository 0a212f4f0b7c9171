import type { SQSEvent } from 'aws-lambda';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { handler as onMediaQueued } from '../../functions/on-media-queued.ts';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import { MAX_UPLOAD_BYTES, type MediaAsset, startInspection } from '../../lib/media/rules/media-asset.ts';
import { newMediaDeletion } from '../../lib/media/rules/media-deletion.ts';
import { fileKey, uploadKey } from '../../lib/media/rules/media-keys.ts';
import { mediaAssetWrites } from '../../lib/media/store/media-assets.ts';
import { mediaDeletionWrite } from '../../lib/media/store/media-deletions.ts';
import { advanceTime, callApi, type Json, succeed } from '../functions/api-harness.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import {
  MEDIA_QUEUE,
  processAllChanges,
  processChanges,
  processStreamRecords,
  setupWorkers,
  storedRecords,
} from '../functions/worker-harness.ts';

const harness = setupWorkers();
const bucket = setupObjectStore();

const SECRET = 'A camera of Ada Example, 51.5 N';
// Within the limits of every platform.
const picture = sharp({ create: { width: 640, height: 480, channels: 3, background: '#2a6f97' } });
const jpeg = await picture
  .clone()
  .withExif({ IFD0: { ImageDescription: SECRET } })
  .jpeg()
  .toBuffer();

const stored = () => storedRecords<MediaAsset>(harness, 'MediaAsset');
const events = () =>
  storedRecords<{ type: string; data: string }>(harness, 'Event').map(({ type, data }) => ({
    type,
    data: JSON.parse(data) as Json,
  }));

async function created(tenant: Tenant, body: object = { size_bytes: jpeg.byteLength }) {
  return (await succeed('media.create', { token: tenant.token, body })) as unknown as MediaAsset & {
    upload: { method: string; url: string; headers: Json } | null;
  };
}

const read = (tenant: Tenant, id: string) => callApi('media.get', { token: tenant.token, params: { id } });

/** Deliver messages to the worker, each received for the `attempt`-th time. Returns the number of failures. */
async function deliver(message: object, attempt = 1): Promise<number> {
  const attributes = { ApproximateReceiveCount: String(attempt) };
  const event = { Records: [{ messageId: 'm0', body: JSON.stringify(message), attributes }] } as unknown as SQSEvent;
  return (await onMediaQueued(event))!.batchItemFailures.length;
}

const notification = (key: string) => ({ Records: [{ s3: { object: { key: encodeURIComponent(key) } } }] });

/** Store the upload of an asset, as a client does by the presigned URL, and delivers the notification of the bucket. */
async function upload(tenant: Tenant, id: string, bytes: Uint8Array = jpeg): Promise<number> {
  const key = uploadKey({ workspace_id: tenant.workspace.id, id });
  bucket.objects.set(key, bytes);
  return inspect(tenant, id);
}

/** Deliver the message of a file to the worker, received for the `attempt`-th time. */
const inspect = ({ workspace }: Tenant, media_id: string, attempt = 1) =>
  deliver({ workspace_id: workspace.id, media_id }, attempt);

async function ready(tenant: Tenant) {
  const { id } = await created(tenant);
  expect(await upload(tenant, id)).toBe(0);
  return { id, workspace_id: tenant.workspace.id };
}

describe('POST /media', () => {
  it('responds 201 with an upload that is signed for one file of the announced size', async () => {
    const tenant = await newTenant();
    const { id, status, upload: presigned } = await created(tenant, { size_bytes: 1234 });
    expect(status).toBe('uploading');
    expect(presigned).toMatchObject({ method: 'PUT', headers: { 'content-length': '1234', 'if-none-match': '*' } });
    const url = new URL(presigned!.url);
    expect(url.pathname).toBe(`/uploads/${tenant.workspace.id}/${id}`);
    expect(url.searchParams.get('X-Amz-Expires')).toBe('3600');
    expect(url.searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;host;if-none-match');
  });

  it('queues a file that is fetched, once, and stores its URL for no longer than needed', async () => {
    const tenant = await newTenant();
    harness.changes();
    const { id, status } = await created(tenant, { url: 'https://files.invalid/a.jpg?signature=secret' });
    expect(status).toBe('processing');
    const records = await processChanges(harness);
    const message = { workspace_id: tenant.workspace.id, media_id: id };
    expect(
      harness
        .sent()
        .filter(({ queue }) => queue === MEDIA_QUEUE)
        .map((each) => each.message),
    ).toEqual([message]);
    expect(await deliver(message, 6)).toBe(0);
    expect(stored()).toMatchObject([{ status: 'rejected', source_url: null, error: { code: 'download_failed' } }]);
    await processStreamRecords(records);
    expect(await deliver(message)).toBe(0);
    expect(stored()[0]!.status).toBe('rejected');
  });

  it.each([
    ['neither a size nor a URL', {}, ''],
    ['both a size and a URL', { size_bytes: 1, url: 'https://example.com/a.jpg' }, ''],
    ['a size of 0', { size_bytes: 0 }, '/size_bytes'],
    ['a size above the limit', { size_bytes: MAX_UPLOAD_BYTES + 1 }, '/size_bytes'],
    ['a URL without https', { url: 'http://example.com/a.jpg' }, '/url'],
    ['a URL of a private address', { url: 'https://169.254.169.254/latest' }, '/url'],
  ])('responds 422 to %s, naming the field, and stores nothing', async (_, body, pointer) => {
    const tenant = await newTenant();
    const answer = await callApi('media.create', { token: tenant.token, body });
    expect(answer.status).toBe(422);
    expect((answer.json.errors as Json[])[0]!.pointer).toBe(pointer);
    expect(stored()).toEqual([]);
  });
});

it('logs no address of a client with a notification that fails', async () => {
  const lines: string[] = [];
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  const { Records } = notification('elsewhere/x');
  const requestParameters = { sourceIPAddress: '203.0.113.9' };
  expect(await deliver({ Records: Records.map((each) => ({ ...each, requestParameters })) })).toBe(1);
  spy.mockRestore();
  expect(lines.join()).toContain('elsewhere');
  expect(lines.join()).not.toContain('203.0.113.9');
});

describe('an uploaded file', () => {
  it('is stored without metadata, with the type and the dimensions that its content has, and reported', async () => {
    const tenant = await newTenant();
    const asset = await ready(tenant);
    const file = bucket.objects.get(fileKey(asset))!;
    expect(Buffer.from(jpeg).includes(SECRET)).toBe(true);
    expect(Buffer.from(file).includes(SECRET)).toBe(false);
    expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 480 });
    expect(bucket.types.get(fileKey(asset))).toBe('image/jpeg');
    expect([...bucket.objects.keys()]).toEqual([fileKey(asset)]);
    const { status, json } = await read(tenant, asset.id);
    expect(status).toBe(200);
    expect(json).toMatchObject({ status: 'ready', content_type: 'image/jpeg', width: 640, height: 480, upload: null });
    expect(new URL(String(json.url)).pathname).toBe(`/${fileKey(asset)}`);
    await processAllChanges(harness);
    expect(events()).toMatchObject([{ type: 'media.ready', data: { id: asset.id, size_bytes: file.byteLength } }]);
    expect(events()[0]!.data).not.toHaveProperty('url');
  });

  it('is rejected with a reason when its content is no image, whatever its name, and reported', async () => {
    const tenant = await newTenant();
    const { id } = await created(tenant);
    expect(await upload(tenant, id, Buffer.from('<svg onload="alert(1)"/>'))).toBe(0);
    expect(bucket.objects.size).toBe(0);
    expect((await read(tenant, id)).json).toMatchObject({
      status: 'rejected',
      error: { code: 'unsupported_type' },
      url: null,
    });
    await processAllChanges(harness);
    expect(events()).toMatchObject([{ type: 'media.failed', data: { id, error: { code: 'unsupported_type' } } }]);
  });

  it('is rejected when it is empty', async () => {
    const tenant = await newTenant();
    const { id } = await created(tenant);
    expect(await upload(tenant, id, new Uint8Array())).toBe(0);
    expect(stored()).toMatchObject([{ status: 'rejected', error: { code: 'empty' } }]);
  });

  it('is rejected after five inspections that ended the process, and after no fewer', async () => {
    const tenant = await newTenant();
    const { id } = await created(tenant);
    const key = uploadKey({ workspace_id: tenant.workspace.id, id });
    bucket.objects.set(key, jpeg);
    for (let killed = 0; killed < 5; killed++) {
      expect(stored()[0]!.status).not.toBe('rejected');
      const [asset] = stored();
      await commit(mediaAssetWrites(asset!, startInspection(asset!, jpeg.byteLength, Date.now())));
    }
    expect(await inspect(tenant, id)).toBe(0);
    expect(stored()).toMatchObject([{ status: 'rejected', error: { code: 'not_processable' } }]);
    expect(bucket.objects.size).toBe(0);
  });

  it('is ready after an outage of the bucket, however often its message was received', async () => {
    const tenant = await newTenant();
    const { id } = await created(tenant);
    bucket.objects.set(uploadKey({ workspace_id: tenant.workspace.id, id }), jpeg);
    bucket.fail('PUT', 'media/');
    for (let attempt = 1; attempt < 9; attempt++) expect(await inspect(tenant, id, attempt)).toBe(1);
    bucket.fail('', '');
    expect(await inspect(tenant, id, 9)).toBe(0);
    expect(stored()).toMatchObject([{ status: 'ready' }]);
  });

  it('is ready after results that the table did not store, however often', async () => {
    const tenant = await newTenant();
    const { id } = await created(tenant);
    bucket.objects.set(uploadKey({ workspace_id: tenant.workspace.id, id }), jpeg);
    for (let attempt = 1; attempt < 9; attempt++) {
      let writes = 0;
      harness.table.fault = (command) => {
        if (command.startsWith('Put') || command.startsWith('Transact')) writes += 1;
        // After the lease and the start of the inspection.
        return writes === 3 ? new Error('The table is not available.') : null;
      };
      expect(await inspect(tenant, id, attempt)).toBe(1);
    }
    harness.table.fault = null;
    expect(await inspect(tenant, id, 9)).toBe(0);
    expect(stored()).toMatchObject([{ status: 'ready' }]);
  });

  it('is announced again in the message group of its workspace, and not inspected before', async () => {
    const tenant = await newTenant();
    const { id } = await created(tenant);
    const key = uploadKey({ workspace_id: tenant.workspace.id, id });
    bucket.objects.set(key, jpeg);
    harness.sent();
    expect(await deliver(notification(key))).toBe(0);
    const message = { workspace_id: tenant.workspace.id, media_id: id };
    expect(harness.sent()).toMatchObject([{ queue: MEDIA_QUEUE, message, messageGroupId: tenant.workspace.id }]);
    expect(stored()).toMatchObject([{ status: 'uploading' }]);
  });

  it.each([
    ['GET', 'uploads/'],
    ['PUT', 'media/'],
    ['DELETE', 'uploads/'],
  ])('is ready after a repeat when S3 failed at first with %s %s, and is reported once', async (method, prefix) => {
    const tenant = await newTenant();
    const { id } = await created(tenant);
    bucket.fail(method, prefix);
    expect(await upload(tenant, id)).toBe(1);
    bucket.fail('', '');
    expect(await upload(tenant, id)).toBe(0);
    expect(stored()).toMatchObject([{ status: 'ready' }]);
    expect([...bucket.objects.keys()]).toEqual([fileKey({ workspace_id: tenant.workspace.id, id })]);
    await processAllChanges(harness);
    expect(events().map(({ type }) => type)).toEqual(['media.ready']);
  });

  it('does not change a file that is ready when a second upload arrives', async () => {
    const tenant = await newTenant();
    const asset = await ready(tenant);
    const file = bucket.objects.get(fileKey(asset));
    expect(await upload(tenant, asset.id, await picture.clone().png().toBuffer())).toBe(0);
    expect(bucket.objects.get(fileKey(asset))).toBe(file);
    expect([...bucket.objects.keys()]).toEqual([fileKey(asset)]);
    expect(stored()).toMatchObject([{ file: { content_type: 'image/jpeg' } }]);
  });

  it('is deleted when its asset no longer exists, and one of another workspace is not touched', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    const asset = await ready(other);
    const { id } = await created(tenant);
    await callApi('media.delete', { token: tenant.token, params: { id } });
    expect(await upload(tenant, id)).toBe(0);
    // The id of an asset of another workspace names nothing in this one.
    expect(await upload(tenant, asset.id)).toBe(0);
    await processAllChanges(harness);
    expect([...bucket.objects.keys()]).toEqual([fileKey(asset)]);
  });

  it.each([
    ['a message that names nothing', {}],
    ['a notification about another key', notification('media/ws_1/med_1')],
  ])('is not found by %s, which fails and becomes a dead letter', async (_, message) => {
    expect(await deliver(message)).toBe(1);
  });

  it('is not expected by the message with which S3 tests the notifications', async () => {
    expect(await deliver({ Event: 's3:TestEvent' })).toBe(0);
  });
});

describe('GET /media/{id}', () => {
  it('returns the upload of a file to those who may add files, and to no one who may only read', async () => {
    const tenant = await newTenant();
    const { id } = await created(tenant);
    expect((await read(tenant, id)).json.upload).not.toBeNull();
    const reader = { ...tenant, token: await newToken(tenant, ['content:read']) };
    const { status, json } = await read(reader, id);
    expect([status, json.upload]).toEqual([200, null]);
  });
});

describe('GET /media', () => {
  it('lists the files of the workspace only, newest first, with a URL for those that are ready', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    await ready(other);
    const first = await ready(tenant);
    advanceTime(1000);
    const second = await created(tenant);
    const { json } = await callApi('media.list', { token: tenant.token });
    const listed = json.media as Json[];
    expect(listed.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(listed.map(({ url, upload: presigned }) => [url === null, presigned])).toEqual([
      [true, null],
      [false, null],
    ]);
  });
});

describe('DELETE /media/{id}', () => {
  it('deletes the file and its object, and repeats do no harm', async () => {
    const tenant = await newTenant();
    const asset = await ready(tenant);
    await processAllChanges(harness);
    await succeed('media.delete', { token: tenant.token, params: { id: asset.id } });
    expect((await read(tenant, asset.id)).status).toBe(404);
    const records = await processChanges(harness);
    expect(await processStreamRecords(records)).toEqual([]);
    expect(bucket.objects.size).toBe(0);
  });

  it('of a file that is being inspected leaves neither the asset nor an object', async () => {
    const tenant = await newTenant();
    const { id } = await created(tenant);
    const key = uploadKey({ workspace_id: tenant.workspace.id, id });
    bucket.objects.set(key, jpeg);
    bucket.fail('PUT', 'media/');
    expect(await inspect(tenant, id)).toBe(1);
    await callApi('media.delete', { token: tenant.token, params: { id } });
    bucket.fail('', '');
    expect(await inspect(tenant, id, 2)).toBe(0);
    expect(stored()).toEqual([]);
    expect(bucket.objects.size).toBe(0);
  });

  it('leaves no object when an inspection stores the file after the stream worker has seen the removal', async () => {
    const tenant = await newTenant();
    const { id } = await created(tenant);
    bucket.objects.set(uploadKey({ workspace_id: tenant.workspace.id, id }), jpeg);
    await processAllChanges(harness);
    const answer = vi.mocked(fetch).getMockImplementation()!;
    let isRemoved = false;
    vi.mocked(fetch).mockImplementation(async (url, init) => {
      if (!isRemoved && init?.method === 'PUT') {
        isRemoved = true;
        await callApi('media.delete', { token: tenant.token, params: { id } });
        await processAllChanges(harness);
      }
      return answer(url, init);
    });
    expect(await inspect(tenant, id)).toBe(1);
    expect([...bucket.objects.keys()]).toEqual([fileKey({ workspace_id: tenant.workspace.id, id })]);
    expect(await inspect(tenant, id, 2)).toBe(0);
    await processAllChanges(harness);
    expect(bucket.objects.size).toBe(0);
  });

  it('is requested in vain by an inspection whose asset exists', async () => {
    const asset = await ready(await newTenant());
    await commit([mediaDeletionWrite(newMediaDeletion(asset, Date.now()))]);
    await processAllChanges(harness);
    expect([...bucket.objects.keys()]).toEqual([fileKey(asset)]);
  });
});

describe('the sweep', () => {
  it('deletes a file 30 days after it was ready, not earlier, and its object follows', async () => {
    const asset = await ready(await newTenant());
    advanceTime(30 * DAY_MS - 60_000);
    await onSweepDue();
    expect(stored()).toHaveLength(1);
    advanceTime(61_000);
    await processAllChanges(harness);
    await onSweepDue();
    expect(stored()).toEqual([]);
    expect(bucket.objects.has(fileKey(asset))).toBe(true);
    await processAllChanges(harness);
    expect(bucket.objects.size).toBe(0);
  });

  it('deletes an asset whose upload did not arrive within a day', async () => {
    await created(await newTenant());
    advanceTime(DAY_MS + 1000);
    await onSweepDue();
    expect(stored()).toEqual([]);
  });
});
