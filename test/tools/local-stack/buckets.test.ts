import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { presignPut } from '../../../lib/core/aws/s3.ts';
import { createBuckets } from '../../../tools/local-stack/buckets.ts';
import { createQueues } from '../../../tools/local-stack/queues.ts';
import { handleS3Request } from '../../../tools/local-stack/s3-api.ts';
import { openStore, type Store } from '../../../tools/local-stack/store.ts';
import type { Resource, Template } from '../../../tools/local-stack/template.ts';

const QUEUE = { id: 'Q', name: 'uploads', arn: 'arn:q:uploads', properties: {}, metadata: {} };
const BUCKET = {
  id: 'B',
  name: 'files',
  arn: 'arn:aws:s3:::files',
  metadata: {},
  properties: {
    NotificationConfiguration: {
      QueueConfigurations: [
        { Queue: QUEUE.arn, Filter: { S3Key: { Rules: [{ Name: 'prefix', Value: 'uploads/' }] } } },
      ],
    },
    LifecycleConfiguration: { Rules: [{ ExpirationInDays: 7, Prefix: 'uploads/' }, {}] },
  },
};
const template = {
  ofType: (type: string) => (type === 'AWS::S3::Bucket' ? [BUCKET] : [QUEUE]) as unknown as Resource[],
} as Template;

let folder: string;
let store: Store;

function open() {
  store = openStore(folder);
  const queues = createQueues(store, template);
  return { queues, buckets: createBuckets(store, join(folder, 'objects'), template, queues) };
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'buckets-'));
  vi.stubEnv('AWS_ENDPOINT_URL_S3', 'http://127.0.0.1:4000');
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a bucket of the template', () => {
  it('notifies its queue once about an object with the prefix, also after a restart, and not about others', () => {
    const { buckets } = open();
    buckets.put('files', 'uploads/ws 1/a+b', Buffer.from('123'), 'image/png');
    buckets.put('files', 'media/other', Buffer.from('1'));
    store.close();
    const { queues, buckets: later } = open();
    const messages = queues.receive(queues.find('uploads')!, 10);
    expect(messages.map(({ body }) => JSON.parse(body).Records[0].s3)).toEqual([
      {
        s3SchemaVersion: '1.0',
        bucket: { name: 'files', arn: 'arn:aws:s3:::files' },
        object: { key: 'uploads/ws+1/a%2Bb', size: 3 },
      },
    ]);
    expect(later.get('files', 'uploads/ws 1/a+b')).toMatchObject({ contentType: 'image/png' });
  });

  it('deletes the objects of a rule after its days, and no others', () => {
    const { buckets } = open();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-01T00:00:00Z') });
    buckets.put('files', 'uploads/a', Buffer.from('1'));
    buckets.put('files', 'media/a', Buffer.from('1'));
    vi.setSystemTime(Date.parse('2026-11-08T00:00:01Z'));
    expect(buckets.list('files', '', '', 10).map(({ key }) => key)).toEqual(['media/a']);
  });
});

describe('a presigned upload', () => {
  const body = Buffer.from('1234');

  async function send(changed: { headers?: object; atMs?: number; method?: string } = {}) {
    const { buckets } = open();
    const signed = { 'content-length': '4', 'if-none-match': '*' };
    const url = new URL(await presignPut('files', 'uploads/a', signed, 3600));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (changed.atMs ?? 0) });
    const headers = { host: url.host, ...signed, ...changed.headers };
    const request = {
      method: changed.method ?? 'PUT',
      path: url.pathname,
      query: url.searchParams,
      headers,
      body: Readable.from([body]),
    };
    const { status } = await handleS3Request(buckets, request);
    return { status, isStored: buckets.get('files', 'uploads/a') !== undefined };
  }

  it('is stored with the headers that were signed', async () => {
    expect(await send()).toEqual({ status: 200, isStored: true });
  });

  it.each([
    ['another size', { headers: { 'content-length': '5' } }],
    ['no condition', { headers: { 'if-none-match': undefined } }],
    ['another host', { headers: { host: 'example.com' } }],
    ['another method', { method: 'DELETE' }],
    ['an hour and a second later', { atMs: 3_601_000 }],
  ])('is rejected with 403 with %s, and nothing is stored', async (_, changed) => {
    expect(await send(changed)).toEqual({ status: 403, isStored: false });
  });

  it('from a web page is rejected where no rule of the bucket allows its origin', async () => {
    expect(await send({ headers: { origin: 'https://example.com' } })).toEqual({ status: 403, isStored: false });
  });
});
