import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { ContentResponse } from '../../lib/content/api/content/responses.ts';
import { DeletedResponse } from '../../lib/core/api/response-fields.ts';
import { MediaListResponse } from '../../lib/media/api/media/list.ts';
import { MediaResponse } from '../../lib/media/api/media/responses.ts';
import { PLATFORMS } from '../../lib/platforms/platform.ts';
import { Problem } from '../../tools/openapi/problem-schema.ts';
import { DEADLINE_MS, read } from './http-client.ts';
import { useRunningService } from './running-service.ts';

const { api, service } = useRunningService();

const WAIT = { timeout: DEADLINE_MS, interval: 50 };
const SECRET = 'A camera of Ada Example';
const photo = sharp({ create: { width: 40, height: 20, channels: 3, background: '#2a6f97' } });
// Within the limits of every platform.
const within = sharp({ create: { width: 640, height: 480, channels: 3, background: '#2a6f97' } });
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

async function uploaded(bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const { id, upload } = await create(bytes.byteLength);
  expect((await put(upload!, bytes, headers)).status).toBe(200);
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
    method: string;
    path: string;
    headers: Record<string, string>;
    body: string;
  }[];
  return all.filter((each) => each.platform === platform && each.path.endsWith(path));
}

/** Expect a body to be JSON with a file in base64, and less than 200 bytes besides. */
function expectBase64(bodyBytes: number, fileBytes: number) {
  const encodedBytes = Math.ceil(fileBytes / 3) * 4;
  expect(bodyBytes).toBeGreaterThan(encodedBytes);
  expect(bodyBytes).toBeLessThan(encodedBytes + 200);
}

/** What each simulated platform receives from an item with one file of the library: its file, or the length of a request. */
async function publishEverywhere(media_id: string, title: string) {
  const item = { title, platforms: PLATFORMS, media: [{ media_id, alt: 'A sea' }] };
  const { id } = read(await api('POST', '/content', item), 201, ContentResponse());
  const published = read(await api('PUT', `/content/${id}`, { status: 'published' }), 200, ContentResponse());
  expect(published).toMatchObject({ status: 'published', media: [{ media_id, type: 'image', alt: 'A sea' }] });
  const onInstagram = (await requestsTo('instagram', '/media')).at(-1)!;
  const { image_url } = JSON.parse(onInstagram.body);
  const lengthOf = ({ headers }: { headers: Record<string, string> }) => Number(headers['content-length']);
  const uploads = (await requestsTo('linkedin', '')).filter(({ method }) => method === 'PUT');
  return {
    // As base64 in JSON.
    twitterBody: lengthOf((await requestsTo('twitter', '/2/media/upload')).at(-1)!),
    instagram: Buffer.from(await (await fetch(image_url)).arrayBuffer()),
    linkedin: lengthOf(uploads.at(-1)!),
    bluesky: lengthOf((await requestsTo('bluesky', 'com.atproto.repo.uploadBlob')).at(-1)!),
  };
}

test('a file that an item references is published on every platform as it is, and cannot be deleted', async () => {
  const media = await uploaded(new Uint8Array(await within.jpeg().toBuffer()));
  const file = Buffer.from(await (await fetch(media.url!)).arrayBuffer());
  const received = await publishEverywhere(media.id, 'A picture of the library');
  expect(received.instagram.equals(file)).toBe(true);
  expect(received).toMatchObject({ linkedin: file.length, bluesky: file.length });
  expectBase64(received.twitterBody, file.length);
  const rejected = read(await api('DELETE', `/media/${media.id}`), 409, Problem());
  expect(rejected.code).toBe('media_in_use');
});

test('a file above the limits of every platform is published on each within its limits', async () => {
  const create = { width: 2400, height: 800, channels: 3 as const, background: '#888' };
  const noise = sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma: 60 } } });
  const webp = await noise.webp({ lossless: true, effort: 0 }).toBuffer();
  // What the headers declare is no evidence.
  const media = await uploaded(new Uint8Array(webp), { 'content-type': 'image/png' });
  expect(media.content_type).toBe('image/webp');
  expect(media.size_bytes).toBeGreaterThan(5 * 1024 * 1024);
  const received = await publishEverywhere(media.id, 'A large picture of the library');
  const adapted = new Map(media.adaptations.map((each) => [each.platform as string, each]));
  const limits = { twitter: 5 * 1024 * 1024, instagram: 8_000_000, linkedin: 36 * 1024 * 1024, bluesky: 2_000_000 };
  for (const [platform, limit] of Object.entries(limits)) {
    expect(adapted.get(platform)).toMatchObject({ content_type: 'image/jpeg' });
    expect(adapted.get(platform)!.size_bytes).toBeLessThanOrEqual(limit);
  }
  // 1440 pixels wide, and between white bars an aspect ratio of 1.91:1.
  expect(await sharp(received.instagram).metadata()).toMatchObject({ format: 'jpeg', width: 1440, height: 754 });
  expect(received.instagram.length).toBe(adapted.get('instagram')!.size_bytes);
  expect(received.linkedin).toBe(adapted.get('linkedin')!.size_bytes);
  expect(received.bluesky).toBe(adapted.get('bluesky')!.size_bytes);
  expectBase64(received.twitterBody, adapted.get('twitter')!.size_bytes);
});

test('a file of another workspace is not found', async () => {
  read(await api('GET', '/media/med_01K00000000000000000000000'), 404, Problem());
});
