import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Connections that may wait while the process is busy. With Node's 511, a burst of requests met resets. */
const BACKLOG = 4096;

/** How many random ports `freePort` tries. */
const FREE_PORT_ATTEMPTS = 20;

/** The first port above those that `fetch` rejects. */
const FIRST_FREE_PORT = 10_081;

/** Return the first ephemeral port of this machine: Linux has a setting, 32768 by default; macOS begins at 49152. */
function firstEphemeralPort(): number {
  const setting = '/proc/sys/net/ipv4/ip_local_port_range';
  const first = existsSync(setting) ? Number.parseInt(readFileSync(setting, 'utf8'), 10) : 32_768;
  // A machine may use nearly all ports as ephemeral ones.
  return first > FIRST_FREE_PORT ? first : 32_768;
}

/** Listen on the loopback address; resolves with the port. Throws with advice when the port is taken. */
export async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resume, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const message = `Port ${port} is in use: stop what uses it, or choose another with PORT=<number>.`;
      reject(error.code === 'EADDRINUSE' ? new Error(message) : error);
    });
    server.listen({ port, host: '127.0.0.1', backlog: BACKLOG }, resume);
  });
  return (server.address() as AddressInfo).port;
}

/**
 * Return a port that is free, for a program that cannot tell which one it picked. The port is random, above those that
 * `fetch` rejects (up to 10080), and below the ephemeral ports: a connection, or a server on port 0, could take one of those
 * before the program does.
 */
export async function freePort(): Promise<number> {
  for (let left = FREE_PORT_ATTEMPTS; ; left--) {
    const server = createServer();
    try {
      const port = await listen(server, randomInt(FIRST_FREE_PORT, firstEphemeralPort()));
      await new Promise((resume) => server.close(resume));
      return port;
    } catch (error) {
      if (left <= 1) throw error;
    }
  }
}

/**
 * A server that can take its port at once and keeps requests waiting until `serve` says what answers them. It
 * reads a larger head than Node's default, so that the gateway's own limit answers.
 */
export function openServer(log: (line: string) => void) {
  const { promise, resolve: serve } = Promise.withResolvers<RequestListener>();
  const server = createServer({ maxHeaderSize: 64 * 1024 }, (request, response) => {
    promise
      .then((listener) => listener(request, response))
      .catch((error) => {
        log(`${request.url}: ${error instanceof Error ? error.stack : error}`);
        response.destroy();
      });
  });
  // Longer than clients keep an idle connection, so that they never write to a closing one.
  server.keepAliveTimeout = 65_000;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { server, serve, close };
}

/**
 * Read the whole body; undefined when it is longer than `limit` bytes. A longer one is still taken to its end, so
 * that the client is reading when the rejection comes.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= limit) chunks.push(chunk);
  }
  return length <= limit ? Buffer.concat(chunks) : undefined;
}

/**
 * Send a response whose body may be a stream, once the rest of the request has arrived: the client is reading then. A
 * stream that fails, or a client that is gone, ends the connection.
 */
export async function sendBody(
  response: ServerResponse,
  { status, headers, body }: { status: number; headers: Record<string, string>; body: string | Readable },
  request: IncomingMessage,
): Promise<void> {
  if (!request.readableEnded) for await (const _ of request);
  response.writeHead(status, headers);
  if (typeof body === 'string') response.end(body);
  else await pipeline(body, response).catch(() => response.destroy());
}
