import { type IncomingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type * as z from 'zod/mini';
import { TokenResponse } from '../../lib/identity/api/auth/responses.ts';
import { assertMatchesDocument, operationAt } from '../tools/openapi/document.ts';

/** An HTTP response, read completely. `text` is the body as it arrived. */
export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** The bytes on the wire. `target` is that of the request line: nothing normalizes it. */
export interface RawRequest {
  method?: string;
  target: string;
  /** Names and values; a name may occur twice. */
  headers?: [string, string][];
  body?: string | Uint8Array;
}

/**
 * One request, byte for byte as given, on its own connection. `fetch` would normalize paths and headers. A read that the
 * gateway gave up, as it does after 30 s, is sent again. Rejects an undocumented response.
 */
export async function send(origin: string, request: RawRequest): Promise<HttpResponse> {
  for (;;) {
    const answer = await sendRaw(origin, request);
    assertDocumented(request, answer);
    const isRead = (request.method ?? 'GET') === 'GET';
    if (!isRead || answer.status !== 503 || !GATEWAY_BODY.test(answer.text)) return answer;
  }
}

// Responses of the gateway itself, before or instead of a function: they are in no document of ours.
const GATEWAY_STATUSES = new Set([400, 413, 431, 500, 503]);
const GATEWAY_BODY = /^\{"message":"[A-Za-z ]+"\}$/;

/** Throw for an API response that does not match the document. `/_…` belongs to the local runner. */
export function assertDocumented({ method = 'GET', target }: RawRequest, answer: HttpResponse): void {
  if (target.startsWith('/_') || method === 'HEAD') return;
  if (GATEWAY_STATUSES.has(answer.status) && GATEWAY_BODY.test(answer.text)) return;
  // Without the version only the two paths of docs/reference/requests.md are ours.
  const isOurs = /^\/(v1|auth)\//.test(target);
  assertMatchesDocument((isOurs && operationAt(method, target)) || 'unmatched', answer);
}

function sendRaw(origin: string, { method = 'GET', target, headers = [], body }: RawRequest) {
  const { protocol, hostname, port, host } = new URL(origin);
  return new Promise<HttpResponse>((resolve, reject) => {
    const outgoing = (protocol === 'https:' ? requestHttps : requestHttp)({
      hostname,
      port,
      method,
      path: target,
      headers: [...pairs([['host', host], ...headers]), ...pairs(lengthOf(body))] as unknown as string[],
      agent: false,
      // Names below localhost are this machine (RFC 6761, 6.3), and not every resolver knows them.
      ...(hostname.endsWith('.localhost') ? { lookup: loopback } : {}),
    });
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    outgoing.end(body);
  });
}

const loopback: LookupFunction = (_hostname, options, found) =>
  options.all ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4);

const pairs = (headers: [string, string][]) => headers.flat();

function lengthOf(body: string | Uint8Array | undefined): [string, string][] {
  return body === undefined ? [] : [['content-length', String(Buffer.byteLength(body))]];
}

/** An authenticated caller: `call('POST', '/content', {…})` below the base URL. */
export type ApiClient = ReturnType<typeof createApiClient>;

/** A caller of the API at `baseUrl`, which ends in the version segment. */
export function createApiClient(baseUrl: string, token: string) {
  const { origin, pathname } = new URL(baseUrl);
  return (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    send(origin, {
      method,
      target: `${pathname}${path}`,
      headers: [
        ['authorization', `Bearer ${token}`],
        ...(body === undefined ? [] : [['content-type', 'application/json'] as [string, string]]),
        ...Object.entries(headers),
      ],
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
}

/** The response body in the given shape. Throws with the whole response when status or shape differ. */
export function read<S extends z.ZodMiniType>(answer: HttpResponse, status: number, shape: S): z.infer<S> {
  if (answer.status !== status) throw new Error(`expected ${status}, got ${answer.status}: ${answer.text}`);
  const parsed = shape.safeParse(JSON.parse(answer.text));
  if (!parsed.success) throw new Error(`${parsed.error.message}\nin ${answer.text}`);
  return parsed.data;
}

/** An access token, requested with form B as JSON. */
export async function getAccessToken(baseUrl: string, key: { client_id: string; client_secret: string }) {
  const { client_id, client_secret } = key;
  const body = { client_id, client_secret, grant_type: 'client_credentials' };
  return read(await createApiClient(baseUrl, 'none')('POST', '/auth/token', body), 200, TokenResponse()).access_token;
}

/** Between two calls of a probe: a fifth of the time waited so far, within these limits. */
const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 500;

/** Just below the limit of a test, so that the error names what the test has waited for. */
export const DEADLINE_MS = 500_000;

/**
 * Call `probe` until it returns something truthy, and returns that. Throws just before the limit of a test with the
 * last result of `probe`, or the error it ended with.
 */
export async function until<T>(what: string, probe: () => T | Promise<T>) {
  return untilWithin(what, DEADLINE_MS, probe);
}

/** Call `probe` as `until` does, and throws after `deadlineMs`. */
export async function untilWithin<T>(what: string, deadlineMs: number, probe: () => T | Promise<T>) {
  const startMs = Date.now();
  for (;;) {
    let last: unknown;
    try {
      const value = await probe();
      if (value) return value as Exclude<T, null | undefined | false | 0 | ''>;
      last = value;
    } catch (error) {
      last = error;
    }
    const waitedMs = Date.now() - startMs;
    if (waitedMs > deadlineMs) throw new Error(`Waited ${deadlineMs} ms in vain for ${what}`, { cause: last });
    const pauseMs = Math.min(Math.max(waitedMs / 5, MIN_PAUSE_MS), MAX_PAUSE_MS);
    await new Promise((resume) => setTimeout(resume, pauseMs));
  }
}
