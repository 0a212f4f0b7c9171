import type { Buckets, CorsRule, ObjectInfo } from './buckets.ts';
import { findPresignError, type ReceivedRequest } from './presigned-request.ts';

/** A response of S3, whose bodies are XML or the bytes of an object. */
export type S3Reply = { status: number; body: string | Buffer; headers: Record<string, string> };

const MAX_KEYS = 1_000;

/** The largest body of a request to a bucket: S3 takes 5 GB, and no function or client of the service sends more. */
export const MAX_OBJECT_BYTES = 64 * 1024 * 1024;

/** Find the bucket that a path-style path names: `/<bucket>/<key>`. */
export function bucketInPath(buckets: Buckets, path: string): string | undefined {
  return buckets.find(path.slice(1).split('/')[0]!);
}

/**
 * Answers PutObject, GetObject, DeleteObject and ListObjectsV2, and the preflight requests of web pages. A request without
 * a signature in its headers has to be presigned.
 */
export function handleS3Request(buckets: Buckets, request: ReceivedRequest & { body: Buffer }): S3Reply {
  const bucket = bucketInPath(buckets, request.path)!;
  const allowed = corsHeaders(buckets.corsRules(bucket), request);
  if (request.method === 'OPTIONS') return { status: allowed ? 200 : 403, body: '', headers: allowed ?? {} };
  // Another page could otherwise read and write buckets, because the signatures of functions are not verified.
  if (request.headers.origin && !allowed) return error(403, 'AccessDenied', 'Not for browsers.');
  const refusal = findPresignError(request, Date.now());
  const reply = refusal ? error(403, 'AccessDenied', refusal) : answer(buckets, bucket, request);
  return { ...reply, headers: { ...reply.headers, ...allowed } };
}

function answer(buckets: Buckets, bucket: string, request: ReceivedRequest & { body: Buffer }): S3Reply {
  const { method, path, query, headers, body } = request;
  const key = decodeURIComponent(path.split('/').slice(2).join('/'));
  if (key === '') {
    return method === 'GET' && query.get('list-type') === '2' ? list(buckets, bucket, query) : unknown(method, path);
  }
  if (method === 'PUT') {
    if (headers['if-none-match'] === '*' && buckets.get(bucket, key)) {
      return error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');
    }
    buckets.put(bucket, key, body, headers['content-type']?.toString());
    return { status: 200, body: '', headers: {} };
  }
  if (method === 'DELETE') {
    buckets.remove(bucket, key);
    return { status: 204, body: '', headers: {} };
  }
  if (method !== 'GET') return unknown(method, path);
  const found = buckets.get(bucket, key);
  if (!found) return error(404, 'NoSuchKey', 'The specified key does not exist.');
  const type = { 'content-type': found.contentType, etag: `"${found.etag}"` };
  return { status: 200, body: found.body, headers: { ...type, 'content-length': String(found.body.length) } };
}

/** The headers that let a web page of another origin use the response; null when no rule allows it. */
function corsHeaders(rules: CorsRule[], { method, headers }: ReceivedRequest): Record<string, string> | null {
  const wanted = method === 'OPTIONS' ? String(headers['access-control-request-method']) : method;
  const origin = headers.origin?.toString();
  const rule = rules.find(
    ({ AllowedOrigins, AllowedMethods }) =>
      origin !== undefined &&
      AllowedOrigins.some((each) => each === '*' || each === origin) &&
      AllowedMethods.includes(wanted),
  );
  if (!rule) return null;
  return {
    'access-control-allow-origin': rule.AllowedOrigins.includes('*') ? '*' : origin!,
    'access-control-allow-methods': rule.AllowedMethods.join(', '),
    'access-control-allow-headers': headers['access-control-request-headers']?.toString() ?? '',
    'access-control-max-age': String(rule.MaxAge ?? 0),
  };
}

function list(buckets: Buckets, bucket: string, query: URLSearchParams): S3Reply {
  const limit = Math.min(Number(query.get('max-keys') ?? MAX_KEYS), MAX_KEYS);
  const found = buckets.list(bucket, query.get('continuation-token') ?? '', limit + 1);
  const page = found.slice(0, limit);
  const isTruncated = found.length > limit;
  const parts = [
    element('Name', bucket),
    element('KeyCount', String(page.length)),
    element('IsTruncated', String(isTruncated)),
    isTruncated ? element('NextContinuationToken', page.at(-1)!.key) : '',
    ...page.map(contents),
  ];
  return xml(200, document('ListBucketResult', parts.join('')));
}

function contents({ key, bytes, storedMs }: ObjectInfo): string {
  const modified = element('LastModified', new Date(storedMs).toISOString());
  return `<Contents>${element('Key', key)}${modified}${element('Size', String(bytes))}</Contents>`;
}

function unknown(method: string, path: string): S3Reply {
  return error(501, 'NotImplemented', `${method} ${path} is not known here`);
}

function error(status: number, code: string, message: string): S3Reply {
  return xml(status, document('Error', element('Code', code) + element('Message', message)));
}

function xml(status: number, body: string): S3Reply {
  return { status, body, headers: { 'content-type': 'application/xml' } };
}

function document(root: string, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${content}</${root}>`;
}

function element(name: string, text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<${name}>${escaped}</${name}>`;
}
