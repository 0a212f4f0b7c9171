import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

/**
 * A complete request to a simulated platform.
 *
 * `path` is relative to the base URL and has no query.
 */
export interface SimulatedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** `http://<host>` as in the request. */
  origin: string;
}

/** A request whose body arrives while it is processed. */
export type StreamedRequest = Omit<SimulatedRequest, 'body'> & { body: AsyncIterable<Buffer> };

/**
 * A response of a platform.
 *
 * `body` is sent as JSON, a string unchanged; undefined sends none.
 */
export interface SimulatedResponse {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** How the response is sent; default `whole`. */
  delivery?: 'whole' | 'drop' | 'hang' | 'truncate' | 'drip';
}

const MAX_BODY_BYTES = 64 * 1024 * 1024;
const DRIP_INTERVAL_MS = 50;

/** Read the body of a request. @throws Error when it exceeds 64 MiB or is incomplete. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error('The body is longer than the simulator reads');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Parse the body as a JSON object; undefined for anything else. */
export function jsonObject(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Check whether a value is an object, not null and not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Find the first property of an object that is not allowed. */
export function unknownField(object: Record<string, unknown>, allowed: readonly string[]): string | undefined {
  return Object.keys(object).find((name) => !allowed.includes(name));
}

/** Parse parameters by name; undefined when one is repeated. */
export function parseParameters(pairs: URLSearchParams): Record<string, string> | undefined {
  const names = [...pairs.keys()];
  return new Set(names).size === names.length ? Object.fromEntries(pairs) : undefined;
}

/**
 * Parse the parameters of a form (`application/x-www-form-urlencoded`).
 *
 * Returns undefined for any other body.
 */
export function parseForm(request: SimulatedRequest): Record<string, string> | undefined {
  if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return undefined;
  return parseParameters(new URLSearchParams(request.body.toString('utf8')));
}

/** Return the bearer token of a request; undefined without one. */
export function bearerToken(request: Pick<SimulatedRequest, 'headers'>): string | undefined {
  return /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
}

/** Write a response as its `delivery` requires. */
export function writeResponse(reply: SimulatedResponse, response: ServerResponse): void {
  const { status, body, delivery = 'whole' } = reply;
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const type = body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' };
  const headers = { ...type, ...reply.headers };
  const bytes = Buffer.from(text);

  if (delivery === 'hang') return;
  if (delivery === 'drop') {
    response.destroy();
  } else if (delivery === 'truncate') {
    response.writeHead(status, { ...headers, 'content-length': bytes.length + 1 });
    response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => response.destroy());
    response.flushHeaders();
  } else if (delivery === 'drip') {
    response.writeHead(status, headers);
    // JSON may start with white space, so the response stays valid while the client waits.
    const drip = setInterval(() => response.write(' '), DRIP_INTERVAL_MS);
    response.once('close', () => clearInterval(drip));
  } else {
    // A 204 has no length (RFC 9110, 8.6).
    response.writeHead(status, status === 204 ? headers : { ...headers, 'content-length': bytes.length });
    response.end(bytes);
  }
}
