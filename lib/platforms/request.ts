import type { IncomingHttpHeaders } from 'node:http';
import { withDeadline } from '../net/deadline.ts';
import { sendRequest as sendHttpRequest } from '../net/send-request.ts';
import type { PlatformConnection, PublishingAccount } from './publisher.ts';

/** The maximum response size. Responses to the requests of this service have a few kilobytes. */
const MAX_ANSWER_BYTES = 256 * 1024;

export interface PlatformRequest {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
  /** Covers DNS lookup, connecting, sending and reading the complete response. */
  deadlineMs: number;
}

/** A complete response of a platform. `body` is the unparsed text. */
export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * A request without a complete response. `reason` is a code such as `ECONNREFUSED`.
 *
 * `sent: false`: no byte of the request can have reached the platform. `sent: true`: some may have, so the outcome
 * is unknown.
 */
export type RequestResult = { response: HttpResponse } | { response: null; sent: boolean; reason: string };

/**
 * Send one HTTP request to a platform. Never rejects.
 *
 * Each request has its own connection: a failure before it is open means that the request was not sent, whereas
 * a reset of a reused connection may come after the platform has read the request.
 */
export async function sendRequest({ deadlineMs, ...request }: PlatformRequest): Promise<RequestResult> {
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'content-intelligence-service',
    ...request.headers,
  };
  const result = await withDeadline(deadlineMs, (signal) =>
    sendHttpRequest({ ...request, headers, signal, maxResponseBytes: MAX_ANSWER_BYTES }),
  );
  if (result.status === null) return { response: null, sent: result.phase === 'open', reason: result.code };
  const { status, headers: responseHeaders, body, end } = result;
  if (end !== 'complete') return { response: null, sent: true, reason: end.toUpperCase() };
  return { response: { status, headers: responseHeaders, body: body.toString('utf8') } };
}

/**
 * Sends a JSON request to a platform's API with the account's token.
 *
 * `body` is undefined for none.
 */
export type JsonCall = (
  method: 'GET' | 'POST',
  path: string,
  body: unknown,
  account: PublishingAccount,
  connection: PlatformConnection,
) => Promise<RequestResult>;

/**
 * Create the function that sends JSON requests to a platform.
 *
 * `urlOf` appends the path to the base URL, `headersOf` returns the headers besides the token. The token is sent in
 * a header, because proxies log URLs.
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
