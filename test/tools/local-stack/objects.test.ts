import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getObject, getObjectRange, presignGet, presignPut } from '../../../lib/core/aws/s3.ts';
import { createAwsApi } from '../../../tools/local-stack/aws-api.ts';
import { type Buckets, createBuckets } from '../../../tools/local-stack/buckets.ts';
import { listen, openServer } from '../../../tools/local-stack/http.ts';
import { createQueues, type Queues } from '../../../tools/local-stack/queues.ts';
import { openStore, type Store } from '../../../tools/local-stack/store.ts';
import type { Resource, Template } from '../../../tools/local-stack/template.ts';

const QUEUE = { id: 'Q', name: 'uploads', arn: 'arn:q:uploads', properties: {}, metadata: {} };
const BUCKET = {
  id: 'B',
  name: 'files',
  arn: 'arn:aws:s3:::files',
  metadata: {},
  properties: {
    NotificationConfiguration: { QueueConfigurations: [{ Queue: QUEUE.arn }] },
    LifecycleConfiguration: { Rules: [{ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } }] },
    CorsConfiguration: { CorsRules: [{ AllowedOrigins: ['*'], AllowedMethods: ['PUT', 'GET'] }] },
  },
};
const template = {
  ofType: (type: string) => (type === 'AWS::S3::Bucket' ? [BUCKET] : [QUEUE]) as unknown as Resource[],
} as Template;
const PART_BYTES = 5 * 1024 * 1024;

let folder: string;
let store: Store;
let buckets: Buckets;
let queues: Queues;
let close: () => void;
let awsUrl: string;

async function start(): Promise<void> {
  store = openStore(folder);
  queues = createQueues(store, template);
  buckets = createBuckets(store, join(folder, 'objects'), template, queues);
  const opened = openServer(console.error);
  awsUrl = `http://127.0.0.1:${await listen(opened.server, 0)}`;
  opened.serve(createAwsApi({ awsUrl, buckets, queues } as unknown as Parameters<typeof createAwsApi>[0]));
  close = opened.close;
  vi.stubEnv('AWS_ENDPOINT_URL_S3', awsUrl);
}

/** End the service and start another one on the same folder. */
async function restart(): Promise<void> {
  close();
  store.close();
  await start();
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'objects-'));
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  await start();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  close();
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const files = () => readdirSync(join(folder, 'objects'));
const messages = () => queues.receive(queues.find('uploads')!, 10).length;
const signed = { authorization: 'AWS4-HMAC-SHA256 of a function' };
const send = (method: string, path: string, body?: Uint8Array | string) =>
  fetch(`${awsUrl}/files/${path}`, {
    method,
    headers: signed,
    ...(body === undefined ? {} : { body: body as string }),
  });

async function startUpload(key: string): Promise<string> {
  return /<UploadId>(.*)<\/UploadId>/.exec(await (await send('POST', `${key}?uploads=`)).text())![1]!;
}

async function putPart(key: string, id: string, number: number, body: Uint8Array) {
  const { headers } = await send('PUT', `${key}?partNumber=${number}&uploadId=${id}`, body);
  return `<Part><ETag>${headers.get('etag')}</ETag><PartNumber>${number}</PartNumber></Part>`;
}

const complete = (key: string, id: string, parts: string[]) =>
  send('POST', `${key}?uploadId=${id}`, `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);

describe('an object', () => {
  it('is read in parts, and with the etag of its content only', async () => {
    const bytes = randomBytes(300_000);
    await send('PUT', 'a', bytes);
    const first = await getObjectRange('files', 'a', 0, 10);
    expect(first).toMatchObject({ sizeBytes: 300_000, etag: `"${createHash('md5').update(bytes).digest('hex')}"` });
    expect(Buffer.from(first!.bytes)).toEqual(bytes.subarray(0, 10));
    const last = await getObjectRange('files', 'a', 299_990, 1000, first!.etag);
    expect(Buffer.from(last!.bytes)).toEqual(bytes.subarray(299_990));
    await expect(getObjectRange('files', 'a', 300_000, 1)).rejects.toThrow('416 (InvalidRange)');
    await send('PUT', 'a', randomBytes(300_000));
    await expect(getObjectRange('files', 'a', 0, 10, first!.etag)).rejects.toThrow('412 (PreconditionFailed)');
    expect(await getObjectRange('files', 'b', 0, 10)).toBeNull();
  });

  it('is there after a restart, and its file ends when it is replaced or deleted', async () => {
    await send('PUT', 'a', 'first');
    await send('PUT', 'a', 'second');
    expect(files()).toHaveLength(1);
    await restart();
    expect(Buffer.from((await getObject('files', 'a', 100)) as Uint8Array).toString()).toBe('second');
    await send('DELETE', 'a');
    expect([files(), await getObject('files', 'a', 100)]).toEqual([[], null]);
  });

  it('that is deleted while it is requested is complete, or does not exist', async () => {
    for (let round = 0; round < 30; round++) {
      await send('PUT', 'a', 'content');
      const [read] = await Promise.all([send('GET', 'a'), send('DELETE', 'a')]);
      if (read.status === 200) expect(await read.text()).toBe('content');
      else expect([read.status, await read.text()]).toEqual([404, expect.stringContaining('NoSuchKey')]);
    }
    await send('PUT', 'a', '');
    expect(await (await send('GET', 'a')).text()).toBe('');
  });

  it('that is replaced while it is requested is the former or the new one', async () => {
    await send('PUT', 'a', 'content 0');
    for (let round = 1; round <= 30; round++) {
      const [read] = await Promise.all([send('GET', 'a'), send('PUT', 'a', `content ${round}`)]);
      expect([`content ${round - 1}`, `content ${round}`]).toContain(await read.text());
    }
  });

  it('of an upload that breaks off is not stored, and leaves neither a file nor a message', async () => {
    const headers = { 'content-length': '1000', 'if-none-match': '*' };
    const url = await presignPut('files', 'a', headers, 60);
    const request = httpRequest(url, { method: 'PUT', headers });
    request.on('error', () => {});
    request.write(Buffer.alloc(500));
    await vi.waitFor(() => expect(files()).toHaveLength(1));
    request.destroy();
    await vi.waitFor(() => expect(files()).toEqual([]));
    expect([await getObject('files', 'a', 100), messages()]).toEqual([null, 0]);
  });

  it('is stored once by two uploads at the same time that both require that there is none', async () => {
    const headers = { 'content-length': '4', 'if-none-match': '*' };
    const url = await presignPut('files', 'a', headers, 60);
    const sent = ['aaaa', 'bbbb'].map((body) => {
      const { promise, resolve } = Promise.withResolvers<number>();
      const request = httpRequest(url, { method: 'PUT', headers }, (response) => {
        response.resume();
        resolve(response.statusCode!);
      });
      request.write(body.slice(0, 2));
      return { promise, end: () => request.end(body.slice(2)) };
    });
    await vi.waitFor(() => expect(files()).toHaveLength(2));
    for (const { end } of sent) end();
    expect((await Promise.all(sent.map(({ promise }) => promise))).sort()).toEqual([200, 412]);
    expect([files().length, messages()]).toEqual([1, 1]);
  });

  it('of 300 MB passes through with less than 100 MB of memory', async () => {
    const size = 300_000_000;
    const chunk = randomBytes(1_000_000);
    const headers = { 'content-length': String(size) };
    const request = httpRequest(await presignPut('files', 'a', headers, 60), { method: 'PUT', headers });
    const status = new Promise<number>((settle) => {
      request.on('response', (response) => settle(response.resume().statusCode!));
    });
    const before = process.memoryUsage().rss;
    let peak = before;
    const measure = () => {
      peak = Math.max(peak, process.memoryUsage().rss);
    };
    for (let sent = 0; sent < size; sent += chunk.length) {
      if (!request.write(chunk)) await new Promise((resume) => request.once('drain', resume));
      measure();
    }
    request.end();
    expect(await status).toBe(200);
    const response = await fetch(await presignGet('files', 'a', 60));
    const [hash, expected] = [createHash('md5'), createHash('md5')];
    for await (const part of response.body!) {
      hash.update(part);
      measure();
    }
    for (let sent = 0; sent < size; sent += chunk.length) expected.update(chunk);
    expect(hash.digest('hex')).toBe(expected.digest('hex'));
    expect(peak - before).toBeLessThan(100_000_000);
  });
});

describe('a multipart upload', () => {
  it('becomes an object with the parts that its completion names, once, and notifies the queue once', async () => {
    const id = await startUpload('a');
    const bodies = [randomBytes(PART_BYTES), randomBytes(10)];
    await putPart('a', id, 1, randomBytes(PART_BYTES));
    const parts = [await putPart('a', id, 1, bodies[0]!), await putPart('a', id, 2, bodies[1]!)];
    await putPart('a', id, 3, randomBytes(10));
    await restart();
    expect([await getObjectRange('files', 'a', 0, 10), messages()]).toEqual([null, 0]);
    expect((await complete('a', id, parts)).status).toBe(200);
    const read = await getObject('files', 'a', 2 * PART_BYTES);
    expect(Buffer.concat(bodies).equals(Buffer.from(read as Uint8Array))).toBe(true);
    const middle = await getObjectRange('files', 'a', PART_BYTES - 5, 10);
    expect(Buffer.from(middle!.bytes)).toEqual(Buffer.concat([bodies[0]!.subarray(-5), bodies[1]!.subarray(0, 5)]));
    expect([files().length, messages()]).toEqual([2, 1]);
    expect((await complete('a', id, parts)).status).toBe(404);
  });

  it('is rejected with a part that was not sent, one that is too small, and parts in another order', async () => {
    const id = await startUpload('a');
    const parts = [await putPart('a', id, 1, randomBytes(10)), await putPart('a', id, 2, randomBytes(PART_BYTES))];
    const code = async (list: string[]) => /<Code>(.*)<\/Code>/.exec(await (await complete('a', id, list)).text())![1];
    expect(await code([parts[0]!.replace(/[0-9a-f]{32}/, '0'.repeat(32))])).toBe('InvalidPart');
    expect(await code(parts)).toBe('EntityTooSmall');
    expect(await code(parts.toReversed())).toBe('InvalidPartOrder');
    expect(await code([])).toBe('MalformedXML');
    expect((await send('PUT', `a?partNumber=0&uploadId=${id}`, 'x')).status).toBe(400);
  });

  it('leaves no file when it is aborted, or a day later', async () => {
    const aborted = await startUpload('a');
    await putPart('a', aborted, 1, randomBytes(10));
    expect((await send('DELETE', `a?uploadId=${aborted}`)).status).toBe(204);
    expect([files(), (await send('PUT', `a?partNumber=1&uploadId=${aborted}`, 'x')).status]).toEqual([[], 404]);
    await putPart('b', await startUpload('b'), 1, randomBytes(10));
    await restart();
    expect(files()).toHaveLength(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 + 1_000 });
    await restart();
    expect(files()).toEqual([]);
  });
});
