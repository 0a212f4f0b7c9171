import { type IncomingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { PlatformConnection, PublishingAccount } from './publisher.ts';

/** The longest answer that is read. A platform's answer to one of our requests is a few kilobytes. */
const MAX_ANSWER_BYTES = 256 * 1024;

export interface PlatformRequest {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
  /** The whole of it: lookup, connecting, sending and reading the answer to its last byte. */
  deadlineMs: number;
}

/** A platform's answer, read whole. `body` is the text as it came. */
export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * `sent: false` says that no byte of the request can have reached the platform. `sent: true` says that
 * some may have, and that what became of it is not known. `reason` is a code such as `ECONNREFUSED`.
 */
export type RequestResult = { response: HttpResponse } | { response: null; sent: boolean; reason: string };

/**
 * Makes one HTTP request, once: no redirect is followed, nothing is decompressed, nothing is retried.
 * Never rejects.
 *
 * Each request has its own connection. On a reused one, a reset cannot be told apart from a reset after
 * the platform had read the request; on a new one nothing is written before `connect` (`secureConnect`
 * with TLS), so a failure before it is certainly not sent.
 */
export async function sendRequest(request: PlatformRequest): Promise<RequestResult> {
  try {
    return await sendOnce(request);
  } catch (error) {
    // Node refuses to build the request at all, for instance for a line break in a token.
    return {
      response: null,
      sent: false,
      reason: (error as NodeJS.ErrnoException).code ?? 'INVALID_REQUEST',
    };
  }
}

function sendOnce(request: PlatformRequest): Promise<RequestResult> {
  return new Promise((resolve) => {
    const url = new URL(request.url);
    const secure = url.protocol === 'https:';
    let connected = false;
    const fail = (reason: string) => resolve({ response: null, sent: connected, reason });

    const outgoing = (secure ? requestHttps : requestHttp)(url, {
      method: request.method,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'content-intelligence-service',
        ...request.headers,
      },
      agent: false,
    });
    const deadline = setTimeout(() => {
      fail('DEADLINE');
      outgoing.destroy();
    }, request.deadlineMs);

    outgoing.once('socket', (socket) => {
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        connected = true;
      });
    });
    outgoing.once('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MAX_ANSWER_BYTES) {
          fail('ANSWER_TOO_LARGE');
          outgoing.destroy();
          return;
        }
        chunks.push(chunk);
      });
      response.once('error', () => fail('ANSWER_CUT_OFF'));
      // Node emits `error`, not `end`, when fewer bytes came than the headers had announced.
      response.once('end', () => {
        const body = Buffer.concat(chunks).toString('utf8');
        resolve({ response: { status: response.statusCode ?? 0, headers: response.headers, body } });
      });
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? 'CONNECTION_FAILED'));
    // The last word: whatever ended the request, the promise is settled and the timer is gone.
    outgoing.once('close', () => {
      clearTimeout(deadline);
      fail('CONNECTION_CLOSED');
    });
    outgoing.end(request.body);
  });
}

/** One request in JSON to a platform's API, with the account's token; `body` undefined for none. */
export type JsonCall = (
  method: 'GET' | 'POST',
  path: string,
  body: unknown,
  account: PublishingAccount,
  connection: PlatformConnection,
) => Promise<RequestResult>;

/**
 * How a platform is called: `urlOf` puts the path behind its base, `headersOf` gives what it wants in headers
 * besides the token. The token goes in a header, never in the url, where proxies would log it.
 */
export function jsonCall(
  urlOf: (connection: PlatformConnection, path: string) => string,
  headersOf: (connection: PlatformConnection) => Record<string, string> = () => ({}),
): JsonCall {
  return async (method, path, body, account, connection) => {
    const hasBody = body !== undefined;
    return sendRequest({
      method,
      url: urlOf(connection, path),
      headers: {
        authorization: `Bearer ${account.accessToken}`,
        ...headersOf(connection),
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
      },
      ...(hasBody ? { body: JSON.stringify(body) } : {}),
      deadlineMs: connection.deadlineMs,
    });
  };
}
