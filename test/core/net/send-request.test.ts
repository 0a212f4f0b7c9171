import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type OutboundRequest, sendRequest } from '../../../lib/core/net/send-request.ts';

/** Long enough that only a test about deadlines meets it. */
const LONG_TIMEOUT_MS = 170_000;

async function origin(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const get = (url: string, options: Partial<OutboundRequest> = {}) =>
  sendRequest({
    method: 'GET',
    url,
    headers: {},
    signal: AbortSignal.timeout(LONG_TIMEOUT_MS),
    maxResponseBytes: 1000,
    ...options,
  });

test('a body at the limit is complete, and a larger one is not', async () => {
  const url = await origin(({ url: path }, response) => response.end('a'.repeat(Number(path?.slice(1)))));
  expect(await get(`${url}/1000`)).toMatchObject({ status: 200, end: 'complete' });
  expect(await get(`${url}/1001`)).toMatchObject({ status: 200, end: 'too_large' });
});

test('a body is not read for a status that the caller does not want', async () => {
  const url = await origin((_request, response) => response.writeHead(404).write('never ends'));
  expect(await get(url, { readsBody: (status) => status === 200 })).toMatchObject({
    status: 404,
    end: 'not_read',
    body: Buffer.alloc(0),
  });
});

test('the deadline during the body returns what arrived', async () => {
  const url = await origin((_request, response) => response.writeHead(200).write('half'));
  const deadline = new AbortController();
  // The first bytes of the body arrive with the headers.
  const readsBody = () => {
    setImmediate(() => deadline.abort());
    return true;
  };
  const response = await get(url, { signal: deadline.signal, readsBody });
  expect(response).toMatchObject({ status: 200, end: 'deadline', body: Buffer.from('half') });
});

test('a redirect is a response, and no request is sent to its target', async () => {
  const paths: (string | undefined)[] = [];
  const url = await origin((request, response) => {
    paths.push(request.url);
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  expect(await get(`${url}/start`)).toMatchObject({ status: 302, end: 'complete' });
  expect(paths).toEqual(['/start']);
});

test('a pinned address is connected to instead of the host', async () => {
  let host: string | undefined;
  const url = new URL(
    await origin((request, response) => {
      host = request.headers.host;
      response.end();
    }),
  );
  url.hostname = 'name.invalid';
  const pin = { address: '127.0.0.1', serverName: '' };
  expect(await get(url.href, { pin, headers: { host: url.host } })).toMatchObject({ status: 200 });
  expect(host).toBe(url.host);
});

describe('a streamed body', () => {
  const streamed = (sizes: number[], read: (index: number) => unknown = () => {}) => ({
    lengthBytes: sizes.reduce((sum, size) => sum + size, 0),
    async *parts() {
      for (const [index, size] of sizes.entries()) {
        await read(index);
        yield Buffer.alloc(size, index);
      }
    },
  });

  test('arrives completely, with its length in the headers', async () => {
    let length: string | undefined;
    const bytes: Buffer[] = [];
    const url = await origin((request, response) => {
      length = request.headers['content-length'];
      request.on('data', (chunk: Buffer) => bytes.push(chunk)).on('end', () => response.writeHead(201).end());
    });
    const body = streamed([100_000, 1, 200_000]);
    expect(await get(url, { method: 'POST', body })).toMatchObject({ status: 201, end: 'complete' });
    expect(length).toBe('300001');
    const expected = [Buffer.alloc(100_000, 0), Buffer.alloc(1, 1), Buffer.alloc(200_000, 2)];
    expect(Buffer.concat(bytes).equals(Buffer.concat(expected))).toBe(true);
  });

  test('is read no faster than it is sent', async () => {
    let reads = 0;
    const url = await origin(() => {});
    const body = streamed(Array<number>(100).fill(1_000_000), () => reads++);
    const sent = await get(url, { method: 'POST', body, signal: AbortSignal.timeout(1000) });
    expect(sent).toMatchObject({ status: null, code: 'DEADLINE' });
    expect(reads).toBeLessThan(20);
  });

  test('that cannot be read further ends the request without a response', async () => {
    let ended = false;
    const url = await origin((request) => request.on('end', () => (ended = true)).resume());
    const body = streamed([100_000, 100_000], (index) => {
      if (index > 0) throw new Error('The file ended early.');
    });
    expect(await get(url, { method: 'POST', body })).toMatchObject({ status: null });
    expect(ended).toBe(false);
  });

  test('is not sent to the end when the server rejects the request by its headers', async () => {
    let reads = 0;
    // A server that also closes the connection resets it, because bytes are unread, and the reset can overtake the response.
    const server = createTcpServer((socket) => {
      socket
        .on('error', () => {})
        .once('data', () => {
          socket.pause().write('HTTP/1.1 413 Content Too Large\r\nContent-Length: 2\r\n\r\nno');
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const body = streamed(Array<number>(100).fill(1_000_000), async () => {
      reads++;
      await new Promise((resolve) => setTimeout(resolve, 5));
    });
    expect(await get(url, { method: 'POST', body })).toMatchObject({ status: 413, body: Buffer.from('no') });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(reads).toBeLessThan(50);
  });
});

test('a body with a sink passes on its bytes, as far as the limit, and is not in memory', async () => {
  const url = await origin(({ url: path }, response) => response.end('a'.repeat(Number(path?.slice(1)))));
  const received: Buffer[] = [];
  const sink = (chunk: Buffer) => void received.push(chunk);
  expect(await get(`${url}/1000`, { sink })).toMatchObject({ end: 'complete', body: Buffer.alloc(0) });
  expect(Buffer.concat(received).toString()).toBe('a'.repeat(1000));
  expect(await get(`${url}/2000`, { sink })).toMatchObject({ end: 'too_large', body: Buffer.alloc(0) });
});

test('a sink that throws ends the response as if it were cut off', async () => {
  const url = await origin((_request, response) => response.end('a'));
  const sink = () => {
    throw new Error('The disk is full.');
  };
  expect(await get(url, { sink })).toMatchObject({ status: 200, end: 'cut_off' });
});
