import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { ContentResponse } from '../../lib/api/content/responses.ts';
import { MediaListResponse } from '../../lib/api/media/list.ts';
import { MediaResponse } from '../../lib/api/media/responses.ts';
import { DeletedResponse } from '../../lib/api/response-fields.ts';
import { Problem } from '../../tools/openapi/problem-schema.ts';
import { read } from './http-client.ts';
import { useRunningService } from './running-service.ts';

const { api, service } = useRunningService();

const WAIT = { timeout: 60_000, interval: 50 };
const SECRET = 'A camera of Ada Example';
const photo = sharp({ create: { width: 40, height: 20, channels: 3, background: '#2a6f97' } });
// A phone that was turned: stored as 40 x 20, displayed as 20 x 40.
const jpeg = await photo
  .withExif({ IFD0: { ImageDescription: SECRET } })
  .withMetadata({ orientation: 6 })
  .jpeg()
  .toBuffer();

async function create(size_bytes: number) {
  return read(await api('POST', '/media', { size_bytes }), 201, MediaResponse());
}

const get = async (id: string) => read(await api('GET', `/media/${id}`), 200, MediaResponse());

type Upload = NonNullable<Awaited<ReturnType<typeof create>>['upload']>;

function put({ method, url, headers }: Upload, body: Uint8Array<ArrayBuffer>, other: Record<string, string> = {}) {
  // `fetch` sets the length itself, from the body.
  const { 'content-length': _, ...rest } = headers;
  return fetch(url, { method, headers: { ...rest, ...other }, body });
}

async function uploaded(bytes: Uint8Array<ArrayBuffer>) {
  const { id, upload } = await create(bytes.byteLength);
  expect((await put(upload!, bytes)).status).toBe(200);
  return vi.waitUntil(async () => {
    const media = await get(id);
    return (media.status === 'ready' || media.status === 'rejected') && media;
  }, WAIT);
}

describe('a file that is uploaded by a presigned URL', () => {
  test('becomes ready, upright and without metadata, and is deleted with its object', async () => {
    const media = await uploaded(new Uint8Array(jpeg));
    expect(media).toMatchObject({ status: 'ready', content_type: 'image/jpeg', width: 20, height: 40, upload: null });
    const response = await fetch(media.url!);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    const file = Buffer.from(await response.arrayBuffer());
    expect(file.byteLength).toBe(media.size_bytes);
    expect(file.includes(SECRET)).toBe(false);
    expect(await sharp(file).metadata()).toMatchObject({ width: 20, height: 40 });
    const { media: listed } = read(await api('GET', '/media'), 200, MediaListResponse());
    expect(listed.map(({ id }) => id)).toContain(media.id);
    read(await api('DELETE', `/media/${media.id}`), 200, DeletedResponse());
    await vi.waitUntil(async () => (await fetch(media.url!)).status === 404, WAIT);
  });

  test('is rejected with the reason when its content is no image', async () => {
    const media = await uploaded(new TextEncoder().encode('<svg/>'));
    expect(media).toMatchObject({ status: 'rejected', error: { code: 'unsupported_type' }, url: null });
  });

  test('cannot be replaced, and cannot have another size, key or signature', async () => {
    const bytes = new Uint8Array(jpeg);
    const { upload } = await create(bytes.byteLength);
    const { upload: other } = await create(bytes.byteLength);
    expect((await put(upload!, bytes.subarray(1))).status).toBe(403);
    expect((await put(upload!, bytes, { 'if-none-match': '"x"' })).status).toBe(403);
    const moved = new URL(upload!.url);
    moved.pathname = new URL(other!.url).pathname;
    expect((await put({ ...upload!, url: moved.href }, bytes)).status).toBe(403);
    const longer = upload!.url.replace('X-Amz-Expires=3600', 'X-Amz-Expires=36000');
    expect((await put({ ...upload!, url: longer }, bytes)).status).toBe(403);
    expect((await fetch(upload!.url.split('?')[0]!, { method: 'PUT', body: bytes })).status).toBe(403);
    const both = await Promise.all([put(upload!, bytes), put(upload!, bytes)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  test('can be sent and read by a web page of another origin', async () => {
    const { upload } = await create(jpeg.byteLength);
    const preflight = await fetch(upload!.url, {
      method: 'OPTIONS',
      headers: {
        origin: service.url,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'if-none-match',
      },
    });
    expect(preflight.status).toBe(200);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('if-none-match');
  });
});

/** The requests to a simulated platform with a path that ends so, and their JSON bodies. */
async function requestsTo(platform: string, path: string) {
  const all = (await (await fetch(`${service.url}/_simulator/requests`)).json()) as {
    platform: string;
    path: string;
    headers: Record<string, string>;
    body: string;
  }[];
  return all.filter((each) => each.platform === platform && each.path.endsWith(path));
}

test('a file that an item references is published on every platform, and cannot be deleted', async () => {
  const media = await uploaded(new Uint8Array(jpeg));
  const file = Buffer.from(await (await fetch(media.url!)).arrayBuffer());
  const platforms = ['twitter', 'linkedin', 'instagram', 'bluesky'];
  const item = { title: 'A picture of the library', platforms, media: [{ media_id: media.id, alt: 'A sea' }] };
  const { id } = read(await api('POST', '/content', item), 201, ContentResponse());
  const published = read(await api('PUT', `/content/${id}`, { status: 'published' }), 200, ContentResponse());
  expect(published).toMatchObject({
    status: 'published',
    media: [{ media_id: media.id, type: 'image', alt: 'A sea' }],
  });
  const [onX] = await requestsTo('twitter', '/2/media/upload');
  expect(Buffer.from(JSON.parse(onX!.body).media, 'base64').equals(file)).toBe(true);
  const [onInstagram] = await requestsTo('instagram', '/media');
  const { image_url } = JSON.parse(onInstagram!.body);
  expect(Buffer.from(await (await fetch(image_url)).arrayBuffer()).equals(file)).toBe(true);
  const [onBluesky] = await requestsTo('bluesky', 'com.atproto.repo.uploadBlob');
  expect(onBluesky!.headers).toMatchObject({ 'content-type': 'image/jpeg', 'content-length': `${file.length}` });
  const refused = read(await api('DELETE', `/media/${media.id}`), 409, Problem());
  expect(refused.code).toBe('media_in_use');
});

test('a file of another workspace is not found', async () => {
  read(await api('GET', '/media/med_01K00000000000000000000000'), 404, Problem());
});
