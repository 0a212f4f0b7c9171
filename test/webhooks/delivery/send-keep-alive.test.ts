import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { httpReceiver, rawReceiver, send } from './receivers.ts';

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

test('sequential deliveries share one connection', async () => {
  const receiver = await httpReceiver((_, response) => response.end('received'));
  for (let i = 0; i < 5; i += 1) expect((await send(receiver)).ok).toBe(true);
  expect(receiver.seen).toEqual({ connections: 1, requests: 5 });
});

test('an idle connection that the receiver closed is replaced once, and the attempt succeeds', async () => {
  const receiver = await rawReceiver((socket, connection, requestOnIt) => {
    if (connection === 1 && requestOnIt === 2) socket.resetAndDestroy();
    else socket.write(OK);
  });
  expect((await send(receiver)).ok).toBe(true);
  expect(await send(receiver)).toMatchObject({ status: 200, responseBody: 'ok' });
  expect(receiver.seen).toEqual({ connections: 2, requests: 3 });
});

test('the replacement is a new connection even if another idle one, also closed, exists', async () => {
  const waiting: Socket[] = [];
  const receiver = await rawReceiver((socket, connection, requestOnIt) => {
    if (connection > 2) socket.write(OK);
    else if (requestOnIt === 2) socket.resetAndDestroy();
    // Answered only when both have come, so that there are two connections to keep.
    else if (waiting.push(socket) === 2) for (const each of waiting) each.write(OK);
  });
  await Promise.all([send(receiver), send(receiver)]);
  expect(await send(receiver)).toMatchObject({ status: 200, ok: true });
  expect(receiver.seen).toEqual({ connections: 3, requests: 4 });
});

test('when the new connection is reset too, there is no third request', async () => {
  const receiver = await rawReceiver((socket, connection, requestOnIt) => {
    if (connection === 1 && requestOnIt === 1) socket.write(OK);
    else socket.resetAndDestroy();
  });
  expect((await send(receiver)).ok).toBe(true);
  expect((await send(receiver)).errorClass).toBe('reset');
  expect(receiver.seen).toEqual({ connections: 2, requests: 3 });
});

test('a reused connection that breaks after its first response byte is not replaced', async () => {
  const receiver = await rawReceiver((socket, _, requestOnIt) => {
    if (requestOnIt === 1) socket.write(OK);
    else socket.end('HTTP/1.1 2');
  });
  expect((await send(receiver)).ok).toBe(true);
  expect((await send(receiver)).ok).toBe(false);
  expect(receiver.seen).toEqual({ connections: 1, requests: 2 });
});

test('a new connection is not replaced when it is reset', async () => {
  const receiver = await rawReceiver((socket) => socket.resetAndDestroy());
  expect(await send(receiver)).toMatchObject({ status: null, errorClass: 'reset', ok: false });
  expect(receiver.seen).toEqual({ connections: 1, requests: 1 });
});
