import type { StreamedBody } from '../../../core/net/send-request.ts';
import { type ClassificationRow, classifyPlatformError } from '../../kit/http/classification.ts';
import { asString, getPath, parseJsonBody } from '../../kit/http/json-response.ts';
import { secondsUntilReset } from '../../kit/http/rate-limit-reset.ts';
import { type HttpResponse, type PlatformRequest, type RequestResult, sendRequest } from '../../kit/http/request.ts';
import type { Access, PublishingAccount } from '../../kit/publisher.ts';
import { POST_COLLECTION } from '../facts/facts.ts';

/** Errors of a Bluesky server by name, as its software returns them (`@atproto/pds` 0.5.35). */
// biome-ignore format: a table is read by its rows
const ROWS: readonly ClassificationRow[] = [
  { status: 400, messagePattern: /^(?:ExpiredToken|InvalidToken)\b/, outcome: 'rejected', code: 'unauthorized', category: 'auth', message: 'Bluesky rejected the access token' },
  { status: [400, 403], messagePattern: /^Account(?:Takedown|Suspended|Deactivated|NotFound)\b/, outcome: 'rejected', code: 'account_restricted', category: 'account', message: 'Bluesky restricts this account' },
  // A record key of ours that has another record. The attempts at a post send the same record.
  { status: 400, messagePattern: /^InvalidSwap\b/, outcome: 'rejected', code: 'duplicate_content', category: 'content', message: 'Bluesky has another post under this record key' },
];

/** Compute the seconds until a rate limit ends; null without a plausible end. */
function secondsUntilAccess({ headers }: HttpResponse): number | null {
  const reset = asString(headers['ratelimit-reset']) ?? '';
  return /^\d{1,15}$/.test(reset) ? secondsUntilReset(Number(reset), Date.now()) : null;
}

/** Classify an error response of a Bluesky server. The names of its errors decide: an invalid token is a 400. */
export function classify(answer: HttpResponse, account: Pick<PublishingAccount, 'accessToken'>) {
  const json = parseJsonBody(answer);
  const explanation = [getPath(json, 'error'), getPath(json, 'message')].map(asString).filter(Boolean).join(': ');
  const rejection = { status: answer.status, explanation, retryAfterSeconds: secondsUntilAccess(answer) };
  return classifyPlatformError(ROWS, rejection, account.accessToken);
}

type Procedure = { body: object | Uint8Array | StreamedBody; contentType?: string };

/**
 * Send one request to the server of an account: a query with `parameters`, or a procedure with a body. The URL of
 * the server comes from its account, so it is vetted like that of a webhook receiver.
 */
export async function call(
  method: string,
  input: URLSearchParams | Procedure,
  ...[account, connection]: Access
): Promise<RequestResult> {
  const { accessToken, dpopKey } = account;
  const scheme = dpopKey === undefined ? 'Bearer' : 'DPoP';
  const dpop = dpopKey === undefined ? undefined : { key: dpopKey, accessToken };
  const request = xrpcRequest(method, input, { authorization: `${scheme} ${accessToken}` }, connection);
  return sendRequest({ ...request, dpop });
}

/** Send one query that needs no token, because its result is public. */
export async function queryPublicly(method: string, parameters: URLSearchParams, connection: Access[1]) {
  return sendRequest(xrpcRequest(method, parameters, {}, connection));
}

function xrpcRequest(
  method: string,
  input: URLSearchParams | Procedure,
  headers: Record<string, string>,
  { baseUrl, deadlineMs, allowLoopback = false }: Access[1],
): PlatformRequest {
  const url = `${baseUrl}/xrpc/${method}`;
  const vetting = { allowLoopback };
  if (input instanceof URLSearchParams) return { method: 'GET', url: `${url}?${input}`, headers, deadlineMs, vetting };
  const { body, contentType = 'application/json' } = input;
  const bytes = body instanceof Uint8Array || isStreamed(body) ? body : JSON.stringify(body);
  return {
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': contentType },
    body: bytes,
    deadlineMs,
    vetting,
  };
}

function isStreamed(body: object): body is StreamedBody {
  return 'parts' in body && typeof body.parts === 'function';
}

/** Return the id of a post, the URI of its record. */
export function postUri(did: string, recordKey: string): string {
  return `at://${did}/${POST_COLLECTION}/${recordKey}`;
}

/** Return the public URL of a post. */
export function postUrl(did: string, recordKey: string): string {
  return `https://bsky.app/profile/${did}/post/${recordKey}`;
}
