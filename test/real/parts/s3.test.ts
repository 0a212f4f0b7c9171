import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  deleteObject,
  getObject,
  getObjectRange,
  listKeys,
  presignGet,
  presignPut,
  putObject,
} from '../../../lib/core/aws/s3.ts';
import { putObjectInParts } from '../../../lib/core/aws/s3-multipart.ts';
import { sendSigned } from '../../../lib/core/aws/signed-request.ts';
import { freePort } from '../../../tools/local-stack/http.ts';
import { pathOfGoProgram, VERSITYGW } from '../../../tools/real/go-program.ts';
import { type RunningProgram, startProgram } from '../../../tools/real/program.ts';

// The code for S3 on versitygw, which verifies each signature. The local stack's S3 does not.

const BUCKET = 'files';
const MIB = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'versitygw-'));
let server: RunningProgram;
let url: string;

beforeAll(async () => {
  mkdirSync(join(folder, BUCKET));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const keys = { ROOT_ACCESS_KEY: 'AKIDEXAMPLE', ROOT_SECRET_KEY: 'the/secret+key' };
  const command = [pathOfGoProgram(VERSITYGW), '--port', `127.0.0.1:${port}`, 'posix', folder] as const;
  server = await startProgram([...command], port, { environment: keys });
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', keys.ROOT_ACCESS_KEY);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', keys.ROOT_SECRET_KEY);
  vi.stubEnv('AWS_ENDPOINT_URL_S3', url);
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const text = (bytes: unknown) => Buffer.from(bytes as Uint8Array).toString();

/** A response in short: its status, and the code of an error. */
async function shortOf(response: Response): Promise<[number, string | null]> {
  return [response.status, /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1] ?? null];
}

describe('an object', () => {
  test('is stored, read, listed and deleted under a key with every character of our keys', async () => {
    const key = 'wsp_01/media/a-B.c_9/original.json';
    await putObject(BUCKET, key, '{"text":"Grüße 😀"}');
    expect(text(await getObject(BUCKET, key, 100))).toBe('{"text":"Grüße 😀"}');
    expect(await listKeys(BUCKET)).toContain(key);
    await deleteObject(BUCKET, key);
    expect(await getObject(BUCKET, key, 100)).toBeNull();
    expect(await getObjectRange(BUCKET, key, 0, 10)).toBeNull();
    await deleteObject(BUCKET, key);
  });

  test('above the limit of its reader is not read', async () => {
    await putObject(BUCKET, 'long', '0123456789');
    expect(await getObject(BUCKET, 'long', 9)).toBe('too_large');
  });

  test('is read in ranges, up to its end, and only while it is the same object', async () => {
    await putObject(BUCKET, 'range', '0123456789');
    const first = await getObjectRange(BUCKET, 'range', 2, 3);
    expect({ ...first, bytes: text(first?.bytes) }).toMatchObject({ bytes: '234', sizeBytes: 10 });
    const last = await getObjectRange(BUCKET, 'range', 8, 100, first?.etag);
    expect(text(last?.bytes)).toBe('89');
    await expect(getObjectRange(BUCKET, 'range', 10, 5)).rejects.toMatchObject({ name: 'InvalidRange' });
    await putObject(BUCKET, 'range', 'replaced');
    const changed = getObjectRange(BUCKET, 'range', 0, 3, first?.etag);
    await expect(changed).rejects.toMatchObject({ name: 'PreconditionFailed' });
  });

  test('of several parts appears whole, with its type, or not at all', async () => {
    const parts = [new Uint8Array(5 * MIB).fill(1), new Uint8Array(MIB).fill(2)];
    const sent = async function* (error?: Error) {
      yield* parts;
      if (error) throw error;
    };
    const failure = sent(new Error('the source failed'));
    await expect(putObjectInParts(BUCKET, 'parts', {}, failure)).rejects.toThrow('the source failed');
    expect(await getObject(BUCKET, 'parts', 10 * MIB)).toBeNull();
    await putObjectInParts(BUCKET, 'parts', { 'content-type': 'video/mp4' }, sent());
    const response = await fetch(await presignGet(BUCKET, 'parts', 60));
    expect(response.headers.get('content-type')).toBe('video/mp4');
    const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    expect(digest(await response.bytes())).toBe(digest(Buffer.concat(parts)));
    const uploads = join(folder, BUCKET, '.sgwtmp/multipart');
    expect(readdirSync(uploads, { recursive: true }).filter((file) => /\/\d+$/.test(String(file)))).toEqual([]);
  });
});

describe('a presigned URL', () => {
  const type = { 'content-type': 'image/png' };

  test('stores one object, with exactly the signed headers, and reads it', async () => {
    const stored = await presignPut(BUCKET, 'image', type, 60);
    expect(await shortOf(await fetch(stored, { method: 'PUT', headers: type, body: 'bytes' }))).toEqual([200, null]);
    const read = await fetch(await presignGet(BUCKET, 'image', 60));
    expect([await read.text(), read.headers.get('content-type')]).toEqual(['bytes', 'image/png']);
  });

  test.each([
    ['another type', 'image', { 'content-type': 'text/html' }],
    ['another key', 'other', type],
  ])('is rejected with %s', async (_, key, headers) => {
    const presigned = (await presignPut(BUCKET, 'image', type, 60)).replace('/image?', `/${key}?`);
    const response = await fetch(presigned, { method: 'PUT', headers, body: 'bytes' });
    expect(await shortOf(response)).toEqual([403, 'SignatureDoesNotMatch']);
    expect(await getObject(BUCKET, 'other', 10)).toBeNull();
  });

  test('is rejected when it is used for another method', async () => {
    const presigned = await presignGet(BUCKET, 'image', 60);
    const response = await fetch(presigned, { method: 'DELETE' });
    expect(await shortOf(response)).toEqual([403, 'SignatureDoesNotMatch']);
  });

  test('is rejected after its time', async () => {
    const presigned = new URL(await presignGet(BUCKET, 'image', 60));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 120_000 });
    const expired = await presignGet(BUCKET, 'image', 60).finally(() => vi.useRealTimers());
    expect((await fetch(presigned)).status).toBe(200);
    expect((await fetch(expired)).status).toBe(403);
  });
});

test('a request with a wrong secret is rejected, also presigned, and stores nothing', async () => {
  const code = 'SignatureDoesNotMatch';
  const secret = process.env.AWS_SECRET_ACCESS_KEY;
  // The credentials of a process are read once.
  vi.resetModules();
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'another');
  try {
    const other = await import('../../../lib/core/aws/s3.ts');
    await expect(other.putObject(BUCKET, 'foreign', 'bytes')).rejects.toMatchObject({ name: code });
    await expect(other.getObject(BUCKET, 'long', 100)).rejects.toMatchObject({ name: code });
    await expect(other.deleteObject(BUCKET, 'long')).rejects.toMatchObject({ name: code });
    await expect(other.listKeys(BUCKET)).rejects.toMatchObject({ name: code });
    expect(await shortOf(await fetch(await other.presignGet(BUCKET, 'long', 60)))).toEqual([403, code]);
  } finally {
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', secret);
  }
  expect(await getObject(BUCKET, 'foreign', 100)).toBeNull();
  expect(text(await getObject(BUCKET, 'long', 100))).toBe('0123456789');
});

test('a body that is not the signed one is rejected', async () => {
  const signed = { url: () => new URL(`/${BUCKET}/signed`, url), method: 'PUT', headers: {}, body: 'signed' };
  const original = globalThis.fetch;
  vi.stubGlobal('fetch', (sent: URL, init: RequestInit) => original(sent, { ...init, body: 'other!' }));
  try {
    expect((await shortOf(await sendSigned('s3', signed)))[0]).toBe(400);
  } finally {
    vi.unstubAllGlobals();
  }
});
