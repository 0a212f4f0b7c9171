import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { urlToHttpOptions } from 'node:url';

/** A body that is read while it is sent, so that it is never in memory completely. */
export interface StreamedBody {
  /** The length of all parts together, which the headers announce. */
  lengthBytes: number;
  /** Reads the parts from the first one with each call. A part that cannot be read ends the request. */
  parts(): AsyncIterable<Uint8Array>;
}

export interface OutboundRequest {
  method: 'GET' | 'POST' | 'PUT';
  url: string | URL;
  headers: Record<string, string>;
  body?: string | Uint8Array | StreamedBody;
  /** Aborts the request at its deadline and destroys the connection. See `withDeadline`. */
  signal: AbortSignal;
  /** The connection is closed when the body is larger. */
  maxResponseBytes: number;
  /** Takes the bytes of the body in place of `HttpResponse.body`, which is empty then. A throw ends the response. */
  sink?: (chunk: Buffer) => void;
  /** Which statuses to read a body for. Absent: all. */
  readsBody?: (status: number) => boolean;
  /**
   * Connects to this vetted address instead of resolving the host. TLS requests and verifies `serverName`, which is
   * empty when the URL names an IP address; the address is verified then.
   */
  pin?: { address: string; serverName: string };
  /** Reuses idle connections. A reused connection fails as `isStale` when the peer had closed it. */
  keepAlive?: boolean;
  /** Certificate authorities in PEM instead of the default ones, for tests. */
  ca?: string | undefined;
}

/** An HTTP response, whatever its status. */
export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Whether `body` is complete, or why it is not. */
  end: 'complete' | 'not_read' | 'too_large' | 'cut_off' | 'deadline';
}

type Phase = 'build' | 'connect' | 'tls' | 'open';

/**
 * A request without a response. Before phase `open` no byte of it has reached the server. `code`: `DEADLINE`, `UPGRADE`,
 * `CLOSED` or the code of Node's error. `isStale`: the peer had closed a reused connection and processed no request.
 */
export type RequestFailure = { status: null; phase: Phase; code: string; isStale: boolean };

// The agents store idle connections per address, port and server name, because a pinned address is the host the agent
// sees: a name that resolves elsewhere later cannot get a connection to its former address.
const KEEP_ALIVE = { keepAlive: true, timeout: 15_000 };
const httpAgent = new HttpAgent(KEEP_ALIVE);
const httpsAgent = new HttpsAgent(KEEP_ALIVE);

/**
 * Send one HTTP request. Never rejects, follows no redirect, decompresses nothing and retries nothing. Without
 * `keepAlive` the request has its own connection, to which nothing is written before `connect` (`secureConnect` with
 * TLS). A reset of a reused connection, in contrast, may come after the server has read the request.
 */
export async function sendRequest(request: OutboundRequest): Promise<Result> {
  try {
    return await exchange(request, createRequest(request));
  } catch (error) {
    // Node rejects a request that is not valid HTTP, for example with a line break in a header.
    return failure('build', (error as NodeJS.ErrnoException).code ?? 'INVALID_REQUEST');
  }
}

function createRequest({ url, method, headers, signal, pin, keepAlive, ca }: OutboundRequest): ClientRequest {
  const target = targetOf(url);
  const isSecure = target.protocol === 'https:';
  const options = {
    ...target,
    ...(pin ? { hostname: pin.address, servername: pin.serverName } : {}),
    method,
    headers,
    signal,
    agent: keepAlive ? (isSecure ? httpsAgent : httpAgent) : false,
  } as const;
  if (!isSecure) return httpRequest(options);
  // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED in the environment cannot disable the verification.
  return httpsRequest({ ...options, ca, rejectUnauthorized: true });
}

const targets = new WeakMap<URL, ReturnType<typeof urlToHttpOptions>>();

/** Return the options of a URL. A `URL` object must not change: the requests to it share its options. */
function targetOf(url: string | URL) {
  if (typeof url === 'string') return urlToHttpOptions(new URL(url));
  const target = targets.get(url) ?? urlToHttpOptions(url);
  targets.set(url, target);
  return target;
}

type Result = HttpResponse | RequestFailure;

function exchange(outbound: OutboundRequest, request: ClientRequest): Promise<Result> {
  const { body, readsBody } = outbound;
  return new Promise((settle) => {
    let hasResponse = false;
    const progress = trackConnection(request);
    const fail = (code: string, isStale = false) =>
      settle(failure(progress.phase, outbound.signal.aborted ? 'DEADLINE' : code, isStale));

    request.on('response', (response) => {
      hasResponse = true;
      if (readsBody?.(response.statusCode ?? 0) === false) {
        settle(toResponse(response, [], 'not_read'));
        request.destroy();
      } else {
        readBody(response, outbound, settle);
      }
    });
    request.on('upgrade', (_response, socket) => {
      fail('UPGRADE');
      socket.destroy();
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      // The response emits an error too and settles with the bytes that arrived.
      if (hasResponse) return;
      // Node documents this as the sign of a reused connection that the peer had closed.
      const isStale = request.reusedSocket && error.code === 'ECONNRESET' && !progress.hasReceivedBytes;
      fail(error.code ?? 'CONNECTION_FAILED', isStale && !outbound.signal.aborted);
    });
    // The promise settles in any case. After a response, the body may still be arriving.
    request.on('close', () => {
      if (!hasResponse) fail('CLOSED');
    });
    writeBody(request, body);
  });
}

function writeBody(request: ClientRequest, body: OutboundRequest['body']): void {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return void request.end(body);
  request.setHeader('content-length', body.lengthBytes);
  // The request emits its errors, and is destroyed when a part cannot be read.
  pipeline(Readable.from(body.parts()), request).catch(() => {});
  // What a server rejects by its headers is not sent to the end.
  request.once('response', (response) => response.once('close', () => request.writableFinished || request.destroy()));
}

type Progress = { phase: 'connect' | 'tls' | 'open'; hasReceivedBytes: boolean };

function trackConnection(request: ClientRequest): Progress {
  const progress: Progress = { phase: 'connect', hasReceivedBytes: false };
  request.on('socket', (socket) => {
    const reach = (phase: Progress['phase']) => Object.assign(progress, { phase });
    const onData = () => Object.assign(progress, { hasReceivedBytes: true });
    socket.once('data', onData);
    request.once('close', () => socket.off('data', onData));
    // A reused connection does not connect again, so these listeners would accumulate on it.
    if (request.reusedSocket) return reach('open');
    socket.once('connect', () => reach(request.protocol === 'https:' ? 'tls' : 'open'));
    socket.once('secureConnect', () => reach('open'));
  });
  return progress;
}

type Settle = (response: HttpResponse) => void;

function readBody(response: IncomingMessage, outbound: OutboundRequest, settle: Settle): void {
  const { maxResponseBytes: maxBytes, signal, sink } = outbound;
  const chunks: Buffer[] = [];
  let size = 0;
  const finish = (end: HttpResponse['end']) => settle(toResponse(response, chunks, end));
  const cutOff = () => finish(signal.aborted ? 'deadline' : 'cut_off');
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBytes) {
      finish('too_large');
      response.destroy();
    } else if (!sink) {
      chunks.push(chunk);
    } else {
      try {
        sink(chunk);
      } catch (error) {
        response.destroy(error as Error);
      }
    }
  });
  // Node emits `error` instead of `end` when fewer bytes arrive than the headers announce.
  response.on('end', () => finish('complete'));
  response.on('error', cutOff);
  response.on('close', cutOff);
}

function toResponse(
  { statusCode, headers }: IncomingMessage,
  chunks: Buffer[],
  end: HttpResponse['end'],
): HttpResponse {
  return { status: statusCode ?? 0, headers, body: Buffer.concat(chunks), end };
}

function failure(phase: RequestFailure['phase'], code: string, isStale = false): RequestFailure {
  return { status: null, phase, code, isStale };
}
