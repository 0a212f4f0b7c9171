import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { parseRetryAfter } from './retry-after.ts';

/** Where an attempt without an HTTP answer ended. It says no more, or it would serve as a port scanner. */
export type ErrorClass = 'blocked' | 'dns' | 'connect' | 'tls' | 'timeout' | 'reset' | 'protocol';

/** An HTTP answer, whatever its status (100 to 599). */
export interface ReceiverResponse {
  status: number;
  /** At most 4 KiB of UTF-8, as much as arrived; invalid sequences are replaced. */
  responseBody: string;
  retryAfterSeconds: number | null;
}

/** `staleSocket`: a kept connection turned out to be closed; the request was certainly not answered. */
export interface RequestFailure {
  errorClass: ErrorClass;
  staleSocket: boolean;
}

export interface PinnedRequest {
  url: URL;
  /** The vetted IP address to connect to. */
  address: string;
  /** The name TLS asks for and verifies; empty when the URL names an IP address, which is verified then. */
  serverName: string;
  headers: Record<string, string>;
  body: Buffer;
  /** Aborts at the deadline and destroys the connection. */
  signal: AbortSignal;
  /** Opens a connection of its own instead of reusing a kept one. */
  freshSocket: boolean;
  /** Certificate authorities in PEM instead of the system's, for tests. */
  ca: string | undefined;
}

const STORED_BYTES = 4 * 1024;
const READ_BYTES = 64 * 1024;

/**
 * Connections are kept per address, port and server name, because the host an agent sees is the vetted
 * address itself: a name that leads elsewhere next time cannot get a connection to its former address.
 * A free one is closed after 15 s; what a frozen Lambda wakes up with is seldom alive anyway.
 */
const KEEP_ALIVE = { keepAlive: true, timeout: 15_000 };
const httpAgent = new HttpAgent(KEEP_ALIVE);
const httpsAgent = new HttpsAgent(KEEP_ALIVE);

/**
 * One POST to a vetted address. Never rejects. The status line decides: once it has come, a reset, the
 * deadline or the 64 KiB limit in the body only cut `responseBody` short. Redirects are answers like any
 * other, and nothing is decompressed.
 */
export function sendPinned(pinned: PinnedRequest): Promise<ReceiverResponse | RequestFailure> {
  const { url, signal } = pinned;
  const secure = url.protocol === 'https:';
  const agent = secure ? httpsAgent : httpAgent;
  const options = {
    method: 'POST',
    host: pinned.address,
    port: url.port || (secure ? 443 : 80),
    path: url.pathname + url.search,
    headers: pinned.headers,
    agent: pinned.freshSocket ? false : agent,
    signal,
  };
  // Said outright, so that NODE_TLS_REJECT_UNAUTHORIZED in the environment cannot turn it off.
  const tls = { servername: pinned.serverName, ca: pinned.ca, rejectUnauthorized: true };

  return new Promise((settle) => {
    let phase: 'connect' | 'tls' | 'open' = 'connect';
    let bytesCame = false;
    let answered = false;
    const fail = (errorClass: ErrorClass, staleSocket = false) => settle({ errorClass, staleSocket });

    const request = secure ? httpsRequest({ ...options, ...tls }) : httpRequest(options);
    request.on('socket', (socket) => {
      const onData = () => {
        bytesCame = true;
      };
      socket.once('data', onData);
      request.once('close', () => socket.off('data', onData));
      // A kept connection will not connect again: listeners for that would pile up on it.
      if (request.reusedSocket) {
        phase = 'open';
        return;
      }
      socket.once('connect', () => {
        phase = secure ? 'tls' : 'open';
      });
      socket.once('secureConnect', () => {
        phase = 'open';
      });
    });
    request.on('response', (response) => {
      answered = true;
      const status = response.statusCode ?? 0;
      if (status >= 100 && status <= 599) {
        readResponse(response, status, settle);
      } else {
        fail('protocol');
        request.destroy();
      }
    });
    request.on('upgrade', (_response, socket) => {
      fail('protocol');
      socket.destroy();
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      // The response closes too and settles with what arrived.
      if (answered) return;
      if (signal.aborted) return fail('timeout');
      if (phase !== 'open') return fail(phase);
      // Node's documented sign of a kept connection that the peer had closed meanwhile.
      const stale = request.reusedSocket && error.code === 'ECONNRESET' && !bytesCame;
      fail(toErrorClass(error.code ?? ''), stale);
    });
    // Last resort, so that the promise always settles. After an answer the body may still be coming.
    request.on('close', () => {
      if (!answered) fail('reset');
    });
    request.end(pinned.body);
  });
}

function toErrorClass(code: string): ErrorClass {
  if (code.startsWith('HPE_')) return 'protocol';
  // A TLS alert may come after the handshake, for instance when a client certificate is demanded.
  return code === 'EPROTO' || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_') ? 'tls' : 'reset';
}

function readResponse(
  response: IncomingMessage,
  status: number,
  settle: (answer: ReceiverResponse) => void,
): void {
  const chunks: Buffer[] = [];
  let received = 0;
  const retryAfter = parseRetryAfter(response.headers['retry-after'], Date.now());
  const finish = () => settle({ status, responseBody: bodyText(chunks), retryAfterSeconds: retryAfter });
  response.on('data', (chunk: Buffer) => {
    if (received < STORED_BYTES) chunks.push(chunk);
    received += chunk.length;
    if (received >= READ_BYTES) response.destroy();
  });
  response.on('end', finish);
  response.on('error', finish);
  response.on('close', finish);
}

/** At most 4 KiB of UTF-8. A character that the limit cuts through is left out, not replaced. */
function bodyText(chunks: Buffer[]): string {
  const text = cutText(Buffer.concat(chunks));
  // Each replaced byte has grown to three.
  return cutText(Buffer.from(text));
}

function cutText(bytes: Buffer): string {
  const cut = bytes.length > STORED_BYTES;
  return new TextDecoder().decode(bytes.subarray(0, STORED_BYTES), { stream: cut });
}
