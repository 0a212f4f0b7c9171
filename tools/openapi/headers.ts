import { acceptsIdempotencyKey, type DocumentedOperation } from '../../lib/core/api/define-operation.ts';
import { policyDocs } from './rate-policies.ts';
import type { Json } from './schemas.ts';

const header = (description: string, type: 'string' | 'integer', example: unknown) => ({
  description,
  schema: { type },
  example,
});

/** Response headers, by name. */
// biome-ignore format: one row per line is what makes it a table.
export const HEADERS: Record<string, Json> = {
  'X-Request-Id': header('The id of this request. Your own id is returned if it is well-formed.', 'string', 'req_01K00000000000000000000000'),
  'RateLimit-Policy': header(`The rate limit policies: number of requests (\`q\`) and window in seconds (\`w\`). ${policyDocs('requests')}.`, 'string', '"minute";q=10000;w=60'),
  RateLimit: header('Remaining requests (`r`) and seconds until the window resets (`t`). Never rises within a window.', 'string', '"minute";r=9998;t=41'),
  'X-RateLimit-Limit': header('Maximum number of requests in the current window.', 'integer', 10000),
  'X-RateLimit-Remaining': header('Remaining requests in the current window.', 'integer', 9998),
  'X-RateLimit-Reset': header('Unix time at which the window resets.', 'integer', 1795167060),
  'Retry-After': header('Number of seconds to wait before the next request.', 'integer', 1),
  'WWW-Authenticate': header('The authentication scheme and the error (RFC 6750).', 'string', 'Bearer realm="content-intelligence", error="invalid_token"'),
  'X-Accepted-Permissions': header('Permissions for this endpoint. Any one of them is sufficient.', 'string', 'content:write'),
  Location: header('The URL of the created object, or the redirect URL.', 'string', '/v1/content/cnt_01K00000000000000000000000'),
  Link: header('The URL of the next page (`rel="next"`). Omitted on the last page.', 'string', '</v1/content?cursor=abc&limit=20>; rel="next"'),
  'Idempotent-Replayed': header('`true` if this is the stored response of an earlier request with the same key.', 'string', 'true'),
  ETag: header('The version of the object. Changes with every update.', 'string', '"3"'),
  'Accept-Encoding': header('The supported `Content-Encoding` of requests: `identity`. Returned if you sent another one.', 'string', 'identity'),
  'Set-Cookie': header('The session cookie; an empty value deletes it. On the start page of a connection, the cookie that binds the connection to the browser.', 'string', 'cis_session=<token>; Path=/v1/auth; HttpOnly; Secure; SameSite=Strict; Max-Age=2592000'),
  'Content-Encoding': header('`gzip` if the client accepts it.', 'string', 'gzip'),
};

const RATE = ['RateLimit-Policy', 'RateLimit', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

/** List the response headers of an operation for a status. */
export function headersOf(operation: DocumentedOperation, status: number): { headers: Record<string, Json> } {
  const isPage = operation.compressesPages && (status < 400 || operation.errorPages?.includes(status));
  const names = [
    'X-Request-Id',
    ...RATE,
    ...(status < 400 ? ofSuccess(operation, status) : ofProblem(status)),
    ...(isPage ? ['Content-Encoding'] : []),
  ];
  return {
    headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
  };
}

function ofSuccess(operation: DocumentedOperation, status: number): string[] {
  const { query, isFile, location, etag, setsSession, setsConnectCookie } = operation;
  if (isFile) return ['ETag', 'Content-Encoding'];
  return [
    ...(location || status === 303 ? ['Location'] : []),
    ...(etag ? ['ETag'] : []),
    ...(setsSession || setsConnectCookie ? ['Set-Cookie'] : []),
    ...('cursor' in query.shape ? ['Link'] : []),
    ...(acceptsIdempotencyKey(operation) ? ['Idempotent-Replayed'] : []),
  ];
}

function ofProblem(status: number): string[] {
  if (status === 412) return ['ETag'];
  if (status === 415) return ['Accept-Encoding'];
  if (status === 401) return ['WWW-Authenticate'];
  if (status === 403) return ['WWW-Authenticate', 'X-Accepted-Permissions'];
  return status === 429 || status === 503 || status === 409 ? ['Retry-After'] : [];
}
