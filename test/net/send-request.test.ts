import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type OutboundRequest, sendRequest } from '../../lib/net/send-request.ts';

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
    signal: AbortSignal.timeout(5000),
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
  const response = await get(url, { signal: AbortSignal.timeout(200) });
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
