import type { IncomingHttpHeaders } from 'node:http';
import { withDeadline } from '../../../core/net/deadline.ts';
import { type StreamedBody, sendRequest as sendHttpRequest } from '../../../core/net/send-request.ts';
import { sendVettedRequest } from '../../../core/net/vetted-request.ts';
import type { Access, PlatformConnection } from '../publisher.ts';
import { type DpopBinding, sendWithProof } from './dpop.ts';

/**
 * The maximum response size. Most responses have a few kilobytes, but a list of a hundred posts repeats their texts: X
 * counts an emoji of eleven UTF-16 units as two characters, which is nine kilobytes a post with every unit escaped.
 */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

export interface PlatformRequest {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | StreamedBody;
  /** Covers DNS lookup, connecting, sending and reading the complete response. */
  deadlineMs: number;
  /** For a URL that comes from an account and not from the settings: only public addresses receive the request. */
  vetting?: { allowLoopback: boolean };
  /** For a token that is bound to a key: the request is sent with a proof that its sender has the key. */
  dpop?: DpopBinding | undefined;
}

/** A complete response of a platform. `body` is the text as received. */
export type HttpResponse = { status: number; headers: IncomingHttpHeaders; body: string };

/** `sent: false`: no byte reached the platform; `true`: the outcome is unknown. `reason` is e.g. `ECONNREFUSED`. */
export type RequestResult = { response: HttpResponse } | { response: null; sent: boolean; reason: string };

/**
 * Send one HTTP request to a platform. Never rejects. Each request has its own connection: a failure before it is open
 * means that the request was not sent, whereas a reset of a reused connection may come after the platform has read the
 * request.
 */
export async function sendRequest({ dpop, ...request }: PlatformRequest): Promise<RequestResult> {
  return dpop ? sendWithProof(request, dpop, sendOnce) : sendOnce(request);
}

async function sendOnce({ deadlineMs, vetting, ...request }: PlatformRequest): Promise<RequestResult> {
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'content-intelligence-service',
    ...request.headers,
  };
  const result = await withDeadline(deadlineMs, (signal) => {
    const outbound = { ...request, headers, signal, maxResponseBytes: MAX_ANSWER_BYTES };
    if (!vetting) return sendHttpRequest(outbound);
    const url = new URL(request.url);
    // The connection goes to an IP address, so the name of the server has to be in the headers.
    return sendVettedRequest({ ...outbound, ...vetting, url, headers: { host: url.host, ...headers } });
  });
  if (result.status === null) return { response: null, sent: result.phase === 'open', reason: result.code };
  const { status, headers: responseHeaders, body, end } = result;
  if (end !== 'complete') return { response: null, sent: true, reason: end.toUpperCase() };
  return { response: { status, headers: responseHeaders, body: body.toString('utf8') } };
}

/** Share a connection's deadline among several requests: each call returns the connection of the next request. */
export function shareDeadline<Connection extends { deadlineMs: number }>(connection: Connection): () => Connection {
  const endMs = performance.now() + connection.deadlineMs;
  return () => ({ ...connection, deadlineMs: Math.max(1, Math.floor(endMs - performance.now())) });
}

/**
 * Build the function that sends one JSON request to a platform's API; `body` undefined for none. `urlOf` joins the base
 * URL and the path; `headersOf` returns the platform's headers besides the token. The token is sent in a header, never
 * in the URL, where proxies would log it.
 */
export function jsonCall(
  urlOf: (connection: PlatformConnection, path: string) => string,
  headersOf: (connection: PlatformConnection) => Record<string, string> = () => ({}),
) {
  return async (method: 'GET' | 'POST', path: string, body: unknown, ...[account, connection]: Access) => {
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
