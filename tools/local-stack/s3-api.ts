import { once } from 'node:events';
import { Readable } from 'node:stream';
import { type Buckets, type CorsRule, DEFAULT_TYPE, type ObjectInfo } from './buckets.ts';
import { findPresignError, type ReceivedRequest } from './presigned-request.ts';
import { handleMultipartRequest } from './s3-multipart-api.ts';
import { document, element, error, type S3Reply, unknown, xml } from './s3-xml.ts';

/** A request whose body is read as it arrives. */
export type StreamedRequest = ReceivedRequest & { body: AsyncIterable<Uint8Array> };

const MAX_KEYS = 1_000;

/** The largest body of a request to a bucket. */
const MAX_BODY_BYTES = 5 * 1024 ** 3;

/** Find the bucket that a path-style path names: `/<bucket>/<key>`. */
export function bucketInPath(buckets: Buckets, path: string): string | undefined {
  return buckets.find(path.slice(1).split('/')[0]!);
}

/**
 * Answer PutObject, GetObject with a range, DeleteObject, ListObjectsV2 and multipart uploads, and the preflight
 * requests of web pages. A request without a signature in its headers has to be presigned.
 */
export async function handleS3Request(buckets: Buckets, request: StreamedRequest): Promise<S3Reply> {
  const bucket = bucketInPath(buckets, request.path)!;
  const allowed = corsHeaders(buckets.corsRules(bucket), request);
  if (request.method === 'OPTIONS') return { status: allowed ? 200 : 403, body: '', headers: allowed ?? {} };
  const rejection = findRejection(request, allowed !== null);
  const reply = rejection ?? (await answer(buckets, bucket, request));
  return { ...reply, headers: { ...reply.headers, ...allowed } };
}

function findRejection(request: StreamedRequest, isAllowed: boolean): S3Reply | null {
  // Another page could otherwise read and write buckets, because the signatures of functions are not verified.
  if (request.headers.origin && !isAllowed) return error(403, 'AccessDenied', 'Not for browsers.');
  const rejection = findPresignError(request, Date.now());
  if (rejection) return error(403, 'AccessDenied', rejection);
  if (Number(request.headers['content-length'] ?? 0) <= MAX_BODY_BYTES) return null;
  return error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
}

async function answer(buckets: Buckets, bucket: string, request: StreamedRequest): Promise<S3Reply> {
  const { method, path, query } = request;
  const key = decodeURIComponent(path.split('/').slice(2).join('/'));
  if (key === '') {
    return method === 'GET' && query.get('list-type') === '2' ? list(buckets, bucket, query) : unknown(method, path);
  }
  if (query.has('uploads') || query.has('uploadId')) return handleMultipartRequest(buckets, bucket, key, request);
  if (method === 'PUT') return put(buckets, bucket, key, request);
  if (method === 'DELETE') {
    buckets.remove(bucket, key);
    return { status: 204, body: '', headers: {} };
  }
  return method === 'GET' ? get(buckets, bucket, key, request.headers) : unknown(method, path);
}

async function put(
  buckets: Buckets,
  bucket: string,
  key: string,
  { headers, body }: StreamedRequest,
): Promise<S3Reply> {
  const isTaken = () => headers['if-none-match'] === '*' && buckets.get(bucket, key) !== undefined;
  const failed = () =>
    error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');
  if (isTaken()) return failed();
  const file = await buckets.receive(body);
  // Another request may have stored it while the body arrived.
  if (isTaken()) {
    buckets.discard([file]);
    return failed();
  }
  const contentType = headers['content-type']?.toString() ?? DEFAULT_TYPE;
  buckets.store(bucket, key, { files: [file], etag: file.etag, contentType });
  return { status: 200, body: '', headers: { etag: `"${file.etag}"` } };
}

async function get(
  buckets: Buckets,
  bucket: string,
  key: string,
  headers: ReceivedRequest['headers'],
): Promise<S3Reply> {
  const found = buckets.get(bucket, key);
  if (!found) return error(404, 'NoSuchKey', 'The specified key does not exist.');
  const wanted = headers['if-match'];
  if (wanted !== undefined && wanted !== `"${found.etag}"`) {
    return error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');
  }
  const range = parseRange(headers.range, found.sizeBytes);
  if (range === 'unsatisfiable') {
    const size = element('ActualObjectSize', String(found.sizeBytes));
    return error(416, 'InvalidRange', 'The requested range is not satisfiable', size);
  }
  const { from, end } = range ?? { from: 0, end: found.sizeBytes };
  const body = Readable.from(found.read(from, end), { objectMode: false });
  try {
    await once(body, 'readable');
  } catch (cause) {
    if (buckets.get(bucket, key)?.etag === found.etag) throw cause;
    // Another request has deleted or replaced the object before its file was open.
    return get(buckets, bucket, key, headers);
  }
  return {
    status: range ? 206 : 200,
    body,
    headers: {
      'content-type': found.contentType,
      etag: `"${found.etag}"`,
      'accept-ranges': 'bytes',
      'content-length': String(end - from),
      ...(range && { 'content-range': `bytes ${from}-${end - 1}/${found.sizeBytes}` }),
    },
  };
}

/** Parse a header with one range of bytes; null for the whole object. `end` is the byte after the last one. */
function parseRange(header: unknown, size: number): { from: number; end: number } | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(String(header ?? '')) ?? [];
  if (first === undefined || (first === '' && last === '')) return null;
  const from = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size : Math.min(Number(last) + 1, size);
  return from < end ? { from, end } : 'unsatisfiable';
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
  const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
  const found = buckets.list(bucket, query.get('prefix') ?? '', after, limit + 1);
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
