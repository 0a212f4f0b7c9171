import type { Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { httpReceiver, type Receiver, rawReceiver, send } from './receivers.ts';

/** Write `piece` again and again until the socket is gone. */
function drip(socket: Socket, piece: string, everyMs: number) {
  const timer = setInterval(() => socket.write(piece), everyMs);
  socket.once('close', () => clearInterval(timer));
}

/** Wait until the event loop has polled the sockets, so that what was written to them has been read. */
async function polled(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise((resume) => setImmediate(resume));
}

/** Send a webhook whose deadline passes once the receiver has begun to respond: no real time is limited. */
async function sendPastDeadline(receiver: Receiver) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const sent = send(receiver, { deadlineMs: 300 });
  await vi.waitFor(() => expect(receiver.seen.requests).toBe(1), { timeout: 170_000, interval: 0 });
  await polled();
  vi.advanceTimersByTime(300);
  return sent;
}

const TIMEOUT = { status: null, errorClass: 'timeout', ok: false };

test('no response ends at the deadline, with the connection closed', async () => {
  const receiver = await rawReceiver(() => {});
  expect(await sendPastDeadline(receiver)).toMatchObject(TIMEOUT);
  await receiver.firstClosed;
});

test('slow headers end at the deadline, with the connection closed', async () => {
  const receiver = await rawReceiver((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx: ');
    drip(socket, 'a', 10);
  });
  expect(await sendPastDeadline(receiver)).toMatchObject(TIMEOUT);
  await receiver.firstClosed;
});

test('endless informational responses end at the deadline, with the connection closed', async () => {
  const receiver = await rawReceiver((socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n', 10));
  expect(await sendPastDeadline(receiver)).toMatchObject(TIMEOUT);
  await receiver.firstClosed;
});

test('a slow body is cut at the deadline, and the status decides', async () => {
  const receiver = await rawReceiver((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\nstart');
    drip(socket, '.', 10);
  });
  const attempt = await sendPastDeadline(receiver);
  expect(attempt).toMatchObject({ status: 200, errorClass: null, ok: true });
  expect(attempt.responseBody).toMatch(/^start\.*$/);
  await receiver.firstClosed;
});

test('a body of 10 MB is a success of which 4 KiB are stored', async () => {
  const receiver = await httpReceiver((_, response) => response.end(Buffer.alloc(10_000_000, 'a')));
  expect(await send(receiver)).toMatchObject({ status: 200, ok: true, responseBody: 'a'.repeat(4096) });
});

test('an endless body is cut off long before the deadline', async () => {
  const receiver = await rawReceiver((socket) => {
    socket.write('HTTP/1.1 500 Oops\r\n\r\n');
    drip(socket, 'a'.repeat(32 * 1024), 1);
  });
  // With no limit this would last an hour, past the time the test runner allows.
  expect(await send(receiver, { deadlineMs: 3_600_000 })).toMatchObject({ status: 500, ok: false });
  await receiver.firstClosed;
});

test('a header of 40 KB is a protocol failure', async () => {
  const receiver = await rawReceiver((socket) =>
    socket.end(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(40_000)}\r\ncontent-length: 0\r\n\r\n`),
  );
  expect(await send(receiver)).toMatchObject({ status: null, errorClass: 'protocol', ok: false });
});

test('a reset in the middle of the body of a 200 is a success with what arrived', async () => {
  const receiver = await rawReceiver((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\npart', () => {
      // After the event loop has polled the sockets again, or the reset would overtake what was written.
      void polled().then(() => socket.resetAndDestroy());
    });
  });
  expect(await send(receiver)).toMatchObject({
    status: 200,
    ok: true,
    errorClass: null,
    responseBody: 'part',
  });
});

test('a connection closed in the middle of the body of a 500 is the 500', async () => {
  const receiver = await rawReceiver((socket) => socket.end('HTTP/1.1 500 Oops\r\ncontent-length: 100\r\n\r\npart'));
  expect(await send(receiver)).toMatchObject({
    status: 500,
    ok: false,
    errorClass: null,
    responseBody: 'part',
  });
});

test('invalid chunks in the body of a 200 are a success', async () => {
  const receiver = await rawReceiver((socket) =>
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\npart\r\nno length'),
  );
  expect(await send(receiver)).toMatchObject({
    status: 200,
    ok: true,
    errorClass: null,
    responseBody: 'part',
  });
  await receiver.firstClosed;
});

test.each([
  ['reset', (socket: Socket) => socket.resetAndDestroy()],
  ['closed', (socket: Socket) => socket.end()],
])('a connection %s before any response is a failure of class reset', async (_, close) => {
  const receiver = await rawReceiver(close);
  expect(await send(receiver)).toMatchObject({ status: null, errorClass: 'reset', ok: false });
});

test('a port where nothing listens is a failure of class connect', async () => {
  const attempt = await send({ port: 1 });
  expect(attempt).toMatchObject({ status: null, errorClass: 'connect', ok: false });
});

test.each([301, 302, 303, 307, 308])('a redirect %d is a failure, and its target gets no request', async (status) => {
  const target = await httpReceiver((_, response) => response.end());
  const receiver = await httpReceiver((_, response) => {
    response.writeHead(status, { location: `http://127.0.0.1:${target.port}/` }).end();
  });
  expect(await send(receiver)).toMatchObject({ status, errorClass: null, ok: false });
  expect(target.seen.connections).toBe(0);
  expect(receiver.seen.requests).toBe(1);
});

test('a response that switches protocols is a failure with the connection closed', async () => {
  const receiver = await rawReceiver((socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
  );
  expect(await send(receiver)).toMatchObject({ status: null, errorClass: 'protocol', ok: false });
  await receiver.firstClosed;
});

test.each([
  ['status 999', 'HTTP/1.1 999 Request denied\r\ncontent-length: 0\r\n\r\n'],
  ['status 600', 'HTTP/1.1 600 No\r\ncontent-length: 0\r\n\r\n'],
  ['status 000', 'HTTP/1.1 000 No\r\ncontent-length: 0\r\n\r\n'],
  ['status 42', 'HTTP/1.1 42 No\r\ncontent-length: 0\r\n\r\n'],
  ['an SSH banner', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ['HTTP/2 frames', Buffer.from('000012040000000000000300000064', 'hex')],
  ['a TLS alert', Buffer.from('15030100020246', 'hex')],
  [
    'both content-length and transfer-encoding',
    'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['two content-lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nabcdef'],
  ['a header split by a line break', 'HTTP/1.1 200 OK\r\nx y z\r\n\r\n'],
  ['NUL in a header', 'HTTP/1.1 200 OK\r\nx: a\0b\r\n\r\n'],
])('%s is a protocol failure with the connection closed', async (_, bytes) => {
  const receiver = await rawReceiver((socket) => socket.write(bytes));
  expect(await send(receiver)).toMatchObject({ status: null, errorClass: 'protocol', ok: false });
  await receiver.firstClosed;
});

test('a response before the request was read counts', async () => {
  const receiver = await rawReceiver((socket) => {
    socket.pause();
    socket.write('HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
  });
  const attempt = await send(receiver, { body: 'a'.repeat(20_000_000) });
  expect(attempt).toMatchObject({ status: 413, errorClass: null, ok: false });
});

test('a receiver without a response does not delay another', async () => {
  const silent = await rawReceiver(() => {});
  const prompt = await httpReceiver((_, response) => response.end());
  let isOver = false;
  // It ends with the test, which closes the connection.
  void send(silent, { deadlineMs: 3_600_000 }).then(() => {
    isOver = true;
  });
  expect(await send(prompt)).toMatchObject({ ok: true });
  expect(isOver).toBe(false);
});
