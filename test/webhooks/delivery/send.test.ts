import { expect, test } from 'vitest';
import { sendWebhook } from '../../../lib/webhooks/delivery/send.ts';
import { httpReceiver, resolver, send } from './receivers.ts';

test('one POST arrives with exactly the given bytes, the given headers and the standard ones', async () => {
  const body = '{"text":"Zürich 🚠"}';
  const receiver = await httpReceiver((request, response) => {
    const { method, url, headers } = request;
    response.end(JSON.stringify({ method, url, headers, body: request.body }));
  });
  const attempt = await send(receiver, {
    url: `http://localhost:${receiver.port}/hook?a=b#part`,
    resolve: resolver(['127.0.0.1']),
    headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1', Host: 'elsewhere.example' },
    body,
  });
  expect(JSON.parse(attempt.responseBody)).toEqual({
    method: 'POST',
    url: '/hook?a=b',
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'evt_1',
      host: `localhost:${receiver.port}`,
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'content-intelligence-service/1 (+webhooks)',
      'accept-encoding': 'identity',
      connection: 'keep-alive',
    },
    body,
  });
  expect(receiver.seen.requests).toBe(1);
});

test.each([
  [200, true],
  [201, true],
  [204, true],
  [299, true],
  [304, false],
  [400, false],
  [404, false],
  [410, false],
  [500, false],
  [503, false],
  [599, false],
])('status %d is returned, and success is %s', async (status, ok) => {
  const receiver = await httpReceiver((_, response) => response.writeHead(status).end());
  expect(await send(receiver)).toEqual({
    status,
    ok,
    errorClass: null,
    responseBody: '',
    retryAfterSeconds: null,
    durationMs: expect.any(Number),
  });
});

test.each([
  ['120', 120],
  ['31536000000', 31_536_000_000],
  ['soon', null],
])('a 429 returns Retry-After %s as %s, without a limit', async (value, seconds) => {
  const receiver = await httpReceiver((_, response) => response.writeHead(429, { 'retry-after': value }).end());
  expect(await send(receiver)).toMatchObject({ status: 429, ok: false, retryAfterSeconds: seconds });
});

test('a compressed response is stored unchanged and never decompressed', async () => {
  const receiver = await httpReceiver((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('not really gzip');
  });
  expect(await send(receiver)).toMatchObject({ ok: true, responseBody: 'not really gzip' });
});

test.each([
  ['bytes that are no UTF-8 are replaced', Buffer.from([0x61, 0xff, 0x62, 0xc3]), 'a\ufffdb\ufffd'],
  ['a body of 4 KiB is kept whole', Buffer.from('é'.repeat(2048)), 'é'.repeat(2048)],
  ['a longer one is cut between characters', Buffer.from(`x${'é'.repeat(3000)}`), `x${'é'.repeat(2047)}`],
  ['replacements do not make it longer', Buffer.alloc(5000, 0xff), '\ufffd'.repeat(1365)],
])('of the response body %s', async (_, sent, kept) => {
  const receiver = await httpReceiver((_, response) => response.end(sent));
  const { responseBody } = await send(receiver);
  expect(responseBody).toBe(kept);
  expect(Buffer.byteLength(responseBody)).toBeLessThanOrEqual(4096);
});

test('a request that is not valid HTTP is a failure, not an exception, and is not sent', async () => {
  const receiver = await httpReceiver((_, response) => response.end());
  expect(await send(receiver, { headers: { 'webhook-id': 'a\r\nx: y' } })).toMatchObject({
    errorClass: 'protocol',
    ok: false,
  });
  expect(receiver.seen.requests).toBe(0);
});

test('one blocked address blocks the name, and its allowed addresses get no connection', async () => {
  const receiver = await httpReceiver((_, response) => response.end());
  const attempt = await send(receiver, {
    url: `http://localhost:${receiver.port}/hook`,
    resolve: resolver(['127.0.0.1', '169.254.169.254']),
  });
  expect(attempt.errorClass).toBe('blocked');
  expect(receiver.seen.connections).toBe(0);
});

test('without allowLoopback the local machine gets no connection, by name or by address', async () => {
  const receiver = await httpReceiver((_, response) => response.end());
  for (const host of ['localhost', '127.0.0.1', '[::1]', '0', 'localhost.example.com', '127.0.0.1.nip.io']) {
    const attempt = await send(receiver, {
      url: `https://${host}:${receiver.port}/hook`,
      resolve: resolver(['127.0.0.1']),
      allowLoopback: false,
    });
    expect(attempt.errorClass).toBe('blocked');
  }
  expect(receiver.seen.connections).toBe(0);
});

test('plain http to a local name that resolves to a public address is blocked', async () => {
  const attempt = await send({ port: 0 }, { url: 'http://localhost/hook', resolve: resolver(['8.8.8.8']) });
  expect(attempt.errorClass).toBe('blocked');
});

test('a name is resolved once per attempt, and a later change is checked again', async () => {
  const receiver = await httpReceiver((_, response) => response.end());
  const resolve = resolver(['127.0.0.1'], ['169.254.169.254'], ['127.0.0.1']);
  const url = `http://rebinding.localhost:${receiver.port}/hook`;
  expect((await send(receiver, { url, resolve })).ok).toBe(true);
  // The connection of the first attempt is open, but must not be reused.
  expect((await send(receiver, { url, resolve })).errorClass).toBe('blocked');
  expect(receiver.seen.requests).toBe(1);
  expect((await send(receiver, { url, resolve })).ok).toBe(true);
});

test('an idle connection is not reused after its name resolves to another allowed address', async () => {
  const receiver = await httpReceiver((_, response) => response.end());
  const resolve = resolver(['127.0.0.1'], ['127.0.0.2']);
  const url = `http://moved.localhost:${receiver.port}/hook`;
  expect((await send(receiver, { url, resolve })).ok).toBe(true);
  expect((await send(receiver, { url, resolve, deadlineMs: 2000 })).ok).toBe(false);
  expect(receiver.seen.requests).toBe(1);
});

test('after an address that refuses the connection, the next one is tried', async () => {
  const receiver = await httpReceiver((_, response) => response.end());
  const attempt = await send(receiver, {
    url: `http://many.localhost:${receiver.port}/hook`,
    resolve: resolver(['127.0.0.3', '127.0.0.2', '127.0.0.1']),
  });
  expect(attempt.ok).toBe(true);
  expect(receiver.seen.requests).toBe(1);
});

test('IPv4 is tried before IPv6, in whatever order they are resolved', async () => {
  const receiver = await httpReceiver((_, response) => response.end());
  const attempt = await send(receiver, {
    url: `http://both.localhost:${receiver.port}/hook`,
    // The receiver would be the fourth address, which is never tried.
    resolve: resolver(['::1', '::1', '::1', '127.0.0.1']),
  });
  expect(attempt.ok).toBe(true);
});

test('no more than three addresses of a name are tried', async () => {
  const receiver = await httpReceiver((_, response) => response.end());
  const attempt = await send(receiver, {
    url: `http://many.localhost:${receiver.port}/hook`,
    resolve: resolver(['127.0.0.4', '127.0.0.3', '127.0.0.2', '127.0.0.1']),
  });
  expect(attempt.errorClass).toBe('connect');
  expect(receiver.seen.connections).toBe(0);
});

test.each([
  ['fails', async () => Promise.reject(new Error('ENOTFOUND'))],
  ['gives no address', async () => []],
])('a resolver that %s is a dns failure', async (_, resolve) => {
  const attempt = await send({ port: 0 }, { url: 'https://receiver.example/', resolve });
  expect(attempt).toMatchObject({ status: null, errorClass: 'dns' });
});

test('a resolver that never responds ends at the deadline', async () => {
  const resolve = () => new Promise<never>(() => {});
  const attempt = await send({ port: 0 }, { url: 'https://receiver.example/', resolve, deadlineMs: 50 });
  expect(attempt.errorClass).toBe('timeout');
});

test('the system resolver is used by default, and its addresses are checked', async () => {
  const receiver = await httpReceiver((_, response) => response.end());
  const attempt = await sendWebhook({
    url: `http://localhost:${receiver.port}/`,
    headers: {},
    body: '{}',
    deadlineMs: 20_000,
    allowLoopback: true,
  });
  expect(attempt.ok).toBe(true);
});
