import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { presignGet, presignPut } from '../../../lib/core/aws/s3.ts';
import { type Buckets, createBuckets } from '../../../tools/local-stack/buckets.ts';
import { listen } from '../../../tools/local-stack/http.ts';
import { createPublicListener } from '../../../tools/local-stack/public-listener.ts';
import { createQueues } from '../../../tools/local-stack/queues.ts';
import { openStore, type Store } from '../../../tools/local-stack/store.ts';
import type { Resource, Template } from '../../../tools/local-stack/template.ts';

const PUBLIC_URL = 'https://tunnel.example.com';
const BUCKET = { id: 'B', name: 'files', arn: 'arn:aws:s3:::files', metadata: {}, properties: {} };
const template = {
  ofType: (type: string) => (type === 'AWS::S3::Bucket' ? [BUCKET] : []) as unknown as Resource[],
} as Template;

let folder: string;
let store: Store;
let buckets: Buckets;
let origin: string;
let close: () => void;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'public-'));
  store = openStore(folder);
  buckets = createBuckets(store, join(folder, 'objects'), template, createQueues(store, template));
  const gateway = async (_: unknown, response: { end(text: string): unknown }) => void response.end('gateway');
  const listener = createPublicListener({ url: PUBLIC_URL, port: 0 }, gateway, buckets);
  const server = createServer((request, response) => void listener(request, response));
  origin = `http://127.0.0.1:${await listen(server, 0)}`;
  close = () => server.close();
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
});
afterEach(() => {
  vi.unstubAllEnvs();
  close();
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Send a request for a public URL as a tunnel does, with its own host. */
const send = (url: string, init: RequestInit = {}) => fetch(url.replace(PUBLIC_URL, origin), init);

describe('behind the tunnel', () => {
  it('are the paths of the API', async () => {
    for (const path of ['/v1/connect/callback?code=1', '/mcp']) {
      expect(await (await send(`${PUBLIC_URL}${path}`)).text(), path).toBe('gateway');
    }
  });

  it.each([
    '/',
    '/_outbox',
    '/_simulator/posts',
    '/_inbox/tour',
    '/app/',
    '/v1',
    '/v1/../_outbox',
    '//v1/content',
    '/mcp/a',
  ])('is no %s', async (path) => {
    expect((await send(`${PUBLIC_URL}${path}`)).status).toBe(404);
  });

  it('are the files of a presigned URL, also where the tunnel sends its own host', async () => {
    buckets.put('files', 'media/a', Buffer.from('picture'), 'image/png');
    const url = await presignGet('files', 'media/a', 60, PUBLIC_URL);
    expect(new URL(url).origin).toBe(PUBLIC_URL);
    const response = await send(url);
    expect([response.status, await response.text()]).toEqual([200, 'picture']);
    expect((await send(url.replace('media/a', 'media/b'))).status).toBe(403);
  });

  it('is no file without a signature, and no change of one', async () => {
    buckets.put('files', 'media/a', Buffer.from('picture'));
    const asFunction = { authorization: 'AWS4-HMAC-SHA256 of a function' };
    const file = `${PUBLIC_URL}/files/media/a`;
    expect((await send(file, { headers: asFunction })).status).toBe(404);
    expect((await send(`${file}?X-Amz-Signature=0`, { headers: asFunction })).status).toBe(403);
    expect((await send(file, { method: 'DELETE', headers: asFunction })).status).toBe(404);
    vi.stubEnv('AWS_ENDPOINT_URL_S3', PUBLIC_URL);
    const put = await presignPut('files', 'media/a', {}, 60);
    expect((await send(put, { method: 'PUT', body: 'other' })).status).toBe(404);
    const found = buckets.get('files', 'media/a')!;
    expect(found.sizeBytes).toBe('picture'.length);
  });
});
