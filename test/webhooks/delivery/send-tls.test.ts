import { expect, test, vi } from 'vitest';
import { fixture, rawReceiver, resolver, send, tlsReceiver } from './receivers.ts';

/*
 * The fixtures were made once with openssl. `receiver.pem` and `expired.pem` (valid in January 2020 only) are
 * for receiver.localhost and signed by `authority.pem`, whose key was thrown away; `self-signed.pem` signs
 * itself. All three share `receiver.key.pem`, which protects nothing.
 */
const ca = fixture('authority.pem');
const to = (port: number, host = 'receiver.localhost') => ({
  url: `https://${host}:${port}/hook`,
  resolve: resolver(['127.0.0.1']),
  ca,
});
const TLS_FAILURE = { status: null, errorClass: 'tls', ok: false };

test('a receiver with a valid certificate for its name gets the delivery, and the next one on the same connection', async () => {
  const receiver = await tlsReceiver('receiver.pem');
  for (let i = 0; i < 3; i += 1) {
    expect(await send(receiver, to(receiver.port))).toMatchObject({ status: 200, responseBody: 'received' });
  }
  expect(receiver.seen).toEqual({ connections: 1, requests: 3 });
});

test.each(['expired.pem', 'self-signed.pem'])('a receiver with %s gets no request', async (certificate) => {
  const receiver = await tlsReceiver(certificate);
  expect(await send(receiver, to(receiver.port))).toMatchObject(TLS_FAILURE);
  expect(receiver.seen.requests).toBe(0);
});

test('a test authority is not trusted by default', async () => {
  const receiver = await tlsReceiver('receiver.pem');
  const { ca: _, ...options } = to(receiver.port);
  expect(await send(receiver, options)).toMatchObject(TLS_FAILURE);
  expect(receiver.seen.requests).toBe(0);
});

test('a certificate for another name is rejected, even after a delivery to its own name', async () => {
  const receiver = await tlsReceiver('receiver.pem');
  expect((await send(receiver, to(receiver.port))).ok).toBe(true);
  for (let i = 0; i < 2; i += 1) {
    expect(await send(receiver, to(receiver.port, 'other.localhost'))).toMatchObject(TLS_FAILURE);
  }
  expect(receiver.seen.requests).toBe(1);
});

test('an IP address as the host needs a certificate for that address', async () => {
  const receiver = await tlsReceiver('receiver.pem');
  expect(await send(receiver, to(receiver.port, '127.0.0.1'))).toMatchObject(TLS_FAILURE);
  expect(receiver.seen.requests).toBe(0);
});

test('NODE_TLS_REJECT_UNAUTHORIZED=0 does not disable verification', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  try {
    const receiver = await tlsReceiver('self-signed.pem');
    expect(await send(receiver, to(receiver.port))).toMatchObject(TLS_FAILURE);
    expect(receiver.seen.requests).toBe(0);
  } finally {
    vi.unstubAllEnvs();
  }
});

test.each([
  ['an SSH banner', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ['plain HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
])('%s instead of TLS is a tls failure', async (_, bytes) => {
  const receiver = await rawReceiver((socket) => socket.write(bytes));
  expect(await send(receiver, to(receiver.port))).toMatchObject(TLS_FAILURE);
});

test('a connection closed during the handshake is a tls failure', async () => {
  const receiver = await rawReceiver((socket) => socket.end());
  expect(await send(receiver, to(receiver.port))).toMatchObject(TLS_FAILURE);
});

test('a handshake that stalls ends at the deadline, with the connection closed', async () => {
  const receiver = await rawReceiver(() => {});
  const attempt = await send(receiver, { ...to(receiver.port), deadlineMs: 300 });
  expect(attempt).toMatchObject({ status: null, errorClass: 'timeout' });
  await receiver.firstClosed;
});
