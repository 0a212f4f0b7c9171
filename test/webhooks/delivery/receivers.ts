import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { sendWebhook, type WebhookRequest } from '../../../lib/webhooks/delivery/send.ts';

export interface Receiver {
  port: number;
  /** Connections accepted and requests (or, for a raw receiver, first bytes on a connection) so far. */
  seen: { connections: number; requests: number };
  /** Settles once the first connection is closed. */
  firstClosed: Promise<void>;
}

export const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');

/** An HTTP receiver on 127.0.0.1 for the running test; `answer` gets the request with its body read. */
export function httpReceiver(
  answer: (request: IncomingMessage & { body: string }, response: ServerResponse, count: number) => void,
): Promise<Receiver> {
  return listen((seen) => createServer(bodyReader(seen, answer)));
}

/** The same over TLS, with a certificate from the fixtures. */
export function tlsReceiver(certificate: string): Promise<Receiver> {
  const tls = { cert: fixture(certificate), key: fixture('receiver.key.pem') };
  return listen((seen) =>
    createTlsServer(
      tls,
      bodyReader(seen, (_, response) => response.end('received')),
    ),
  );
}

/** A TCP receiver that answers whatever arrives as it likes; `connection` counts from 1. */
export function rawReceiver(
  onData: (socket: Socket, connection: number, requestOnIt: number) => void,
): Promise<Receiver> {
  return listen((seen) =>
    createTcpServer((socket) => {
      const connection = seen.connections;
      let requestOnIt = 0;
      socket.on('error', () => {});
      socket.on('data', () => {
        seen.requests += 1;
        requestOnIt += 1;
        onData(socket, connection, requestOnIt);
      });
    }),
  );
}

/** Send a small webhook to a receiver on this machine; `options` replace what a test is about. */
export function send(receiver: { port: number }, options: Partial<WebhookRequest> = {}) {
  return sendWebhook({
    url: `http://127.0.0.1:${receiver.port}/hook`,
    headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1' },
    body: '{"id":"evt_1"}',
    deadlineMs: 20_000,
    allowLoopback: true,
    ...options,
  });
}

/** A resolver that gives each list of addresses in turn, and the last one from then on. */
export function resolver(...answers: string[][]) {
  let calls = 0;
  return async () => {
    const addresses = answers[Math.min(calls, answers.length - 1)] ?? [];
    calls += 1;
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
}

function bodyReader(
  seen: Receiver['seen'],
  answer: (request: IncomingMessage & { body: string }, response: ServerResponse, count: number) => void,
): RequestListener {
  return async (request, response) => {
    seen.requests += 1;
    const count = seen.requests;
    response.on('error', () => {});
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    answer(Object.assign(request, { body: Buffer.concat(chunks).toString() }), response, count);
  };
}

async function listen(create: (seen: Receiver['seen']) => Server): Promise<Receiver> {
  const seen = { connections: 0, requests: 0 };
  const { promise: firstClosed, resolve: close } = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const server = create(seen);
  // First, so that a receiver's own listener already finds its connection counted.
  server.prependListener('connection', (socket: Socket) => {
    seen.connections += 1;
    sockets.add(socket);
    socket.once('close', () => close());
  });
  // A sender that distrusts the certificate breaks off the handshake; that is what the test looks for.
  server.on('tlsClientError', () => {});
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((closed) => server.close(closed));
  });
  return { port: (server.address() as AddressInfo).port, seen, firstClosed };
}
