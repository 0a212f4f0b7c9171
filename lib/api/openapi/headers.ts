import type { Route } from '../routes.ts';
import type { Json } from './schemas.ts';

const header = (description: string, type: 'string' | 'integer', example: unknown) => ({
  description,
  schema: { type },
  example,
});

/** The headers of answers, by their names. */
// biome-ignore format: one row per line is what makes it a table.
export const HEADERS: Record<string, Json> = {
  'X-Request-Id': header('The id of this request: your own, if you sent a well-formed one.', 'string', 'req_01K00000000000000000000000'),
  'RateLimit-Policy': header('How many requests there are in how many seconds.', 'string', '"minute";q=10000;w=60'),
  RateLimit: header('How many are left (`r`), and in how many seconds it begins anew (`t`).', 'string', '"minute";r=9998;t=41'),
  'X-RateLimit-Limit': header('Requests in a minute.', 'integer', 10000),
  'X-RateLimit-Remaining': header('How many of them are left.', 'integer', 9998),
  'X-RateLimit-Reset': header('When it begins anew, in seconds since 1970.', 'integer', 1795167060),
  'Retry-After': header('Seconds to wait.', 'integer', 1),
  'WWW-Authenticate': header('How to authenticate, and what was wrong (RFC 6750).', 'string', 'Bearer realm="content-intelligence", error="invalid_token"'),
  'X-Accepted-Permissions': header('The permissions, one of which is enough.', 'string', 'content:write'),
  Location: header('Where the new thing is.', 'string', '/v1/content/cnt_01K00000000000000000000000'),
  Link: header('Where the next page is (`rel="next"`); not on the last one.', 'string', '</v1/content?cursor=abc&limit=20>; rel="next"'),
  'Idempotent-Replayed': header('`true` when it is the answer of an earlier request with this key.', 'string', 'true'),
  ETag: header('This state of it: another one after every change.', 'string', '"3"'),
  'Content-Encoding': header('`gzip` for who accepts it.', 'string', 'gzip'),
};

const RATE = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

/** The headers of an answer of an operation: those of a success, or of a problem with this status. */
export function headersOf(route: Route, status: number): { headers: Record<string, Json> } {
  const knowsCaller = route.permissions !== 'none' && status !== 401;
  const names = [
    'X-Request-Id',
    ...(knowsCaller ? RATE : []),
    ...(status < 400 ? ofSuccess(route) : ofProblem(status)),
  ];
  return {
    headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
  };
}

function ofSuccess({ method, permissions, query, status, path, etag }: Route): string[] {
  if (path === '/v1/openapi.json' || path.startsWith('/v1/docs/')) return ['ETag', 'Content-Encoding'];
  return [
    ...(status === 201 && LOCATED.has(path) ? ['Location'] : []),
    ...(etag ? ['ETag'] : []),
    ...('cursor' in query.shape ? ['Link'] : []),
    ...(method === 'POST' && permissions !== 'none' ? ['Idempotent-Replayed'] : []),
  ];
}

// Who answers where the thing it made is.
const LOCATED = new Set(['/v1/content', '/v1/accounts', '/v1/keys']);

function ofProblem(status: number): string[] {
  if (status === 412) return ['ETag'];
  if (status === 401) return ['WWW-Authenticate'];
  if (status === 403) return ['WWW-Authenticate', 'X-Accepted-Permissions'];
  return status === 429 || status === 503 || status === 409 ? ['Retry-After'] : [];
}
