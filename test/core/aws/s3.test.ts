import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { deleteObject, getObject, getObjectRange, putObject } from '../../../lib/core/aws/s3.ts';
import { putObjectInParts } from '../../../lib/core/aws/s3-multipart.ts';
import { isTransient } from '../../../lib/core/retry/transient-errors.ts';
import { isDeadLetter } from '../../../lib/core/stream/dead-letters.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const SLOW_DOWN: Answer = (_, response) => response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
const FORBIDDEN: Answer = (_, response) => response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
const LATE_ERROR: Answer = (_, response) => response.writeHead(200).end('<Error><Code>InternalError</Code></Error>');
const CLOSED: Answer = (request) => request.socket.destroy();
const HALF: Answer = (request, response) => {
  response.writeHead(200, { 'content-length': 4 }).write('he', () => request.socket.destroy());
};

let server: Server;
let answers: Answer[];
let requests: string[];
const STORED: Answer = (request, response) => {
  if (request.method === 'POST' && request.url?.endsWith('?uploads='))
    return response.end('<UploadId>upload</UploadId>');
  if (request.headers.range)
    return response.writeHead(206, { 'content-range': 'bytes 0-3/4', etag: '"1"' }).end('here');
  return response.end(request.method === 'GET' ? 'here' : '');
};

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    request.resume().on('end', () => (answers.shift() ?? STORED)(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  vi.stubEnv('AWS_ENDPOINT_URL_S3', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
});
beforeEach(() => {
  answers = [];
  requests = [];
});

const inParts = async function* () {
  yield new Uint8Array(10);
};

const text = (bytes: unknown) => Buffer.from(bytes as Uint8Array).toString();

describe('a request to a bucket', () => {
  test.each([
    ['503 SlowDown', SLOW_DOWN],
    ['an error in a response with 200', LATE_ERROR],
    ['a connection that ends before the response', CLOSED],
  ])('succeeds after two times %s', async (_, failure) => {
    answers = [failure, failure];
    await putObject('files', 'a', 'text');
    answers = [failure, failure];
    await deleteObject('files', 'a');
    expect(requests).toEqual([...Array(3).fill('PUT /files/a'), ...Array(3).fill('DELETE /files/a')]);
  });

  test('reads an object again whose connection ends in its middle', async () => {
    answers = [HALF, SLOW_DOWN];
    expect(text(await getObject('files', 'a', 100))).toBe('here');
    answers = [SLOW_DOWN, CLOSED];
    expect(text((await getObjectRange('files', 'a', 0, 4))?.bytes)).toBe('here');
  });

  test('stores an object in parts although each request meets an error', async () => {
    answers = [SLOW_DOWN, STORED, CLOSED, STORED, SLOW_DOWN, STORED];
    await putObjectInParts('files', 'a', {}, inParts());
    expect(requests.filter((request) => request.startsWith('DELETE'))).toEqual([]);
    expect(requests).toHaveLength(6);
  });

  test('is sent three times at most, and its error is transient', async () => {
    answers = Array(9).fill(SLOW_DOWN);
    const error = await deleteObject('files', 'a').catch((thrown: unknown) => thrown);
    expect(requests).toHaveLength(3);
    expect(error).toMatchObject({ name: 'SlowDown', message: 'S3 responded 503 (SlowDown) to the deletion of a.' });
    expect(isTransient(error)).toBe(true);
    expect(isDeadLetter({ dynamodb: { ApproximateCreationDateTime: 0 } }, error, 11_000)).toBe(false);
  });

  test('is sent once when S3 rejects it, and its error is final', async () => {
    answers = Array(9).fill(FORBIDDEN);
    const error = await deleteObject('files', 'a').catch((thrown: unknown) => thrown);
    expect(requests).toHaveLength(1);
    expect(isTransient(error)).toBe(false);
  });
});
