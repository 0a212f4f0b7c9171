import type { Buckets, ObjectInfo } from './buckets.ts';

/** A response of S3, whose bodies are XML or the bytes of an object. */
export type S3Reply = { status: number; body: string | Buffer };

const MAX_KEYS = 1_000;

/**
 * Answers PutObject, GetObject, DeleteObject and ListObjectsV2 with path-style addresses: `/<bucket>/<key>`. Returns
 * null for a path that begins with no bucket of the template.
 */
export function handleS3Request(
  buckets: Buckets,
  { method, pathname, query, body }: { method: string; pathname: string; query: URLSearchParams; body: Buffer },
): S3Reply | null {
  const [name = '', ...rest] = pathname.slice(1).split('/');
  const bucket = buckets.find(name);
  if (!bucket) return null;
  const key = decodeURIComponent(rest.join('/'));
  if (key === '') {
    return method === 'GET' && query.get('list-type') === '2'
      ? list(buckets, bucket, query)
      : unknown(method, pathname);
  }
  if (method === 'PUT') {
    buckets.put(bucket, key, body);
    return { status: 200, body: '' };
  }
  if (method === 'DELETE') {
    buckets.remove(bucket, key);
    return { status: 204, body: '' };
  }
  if (method !== 'GET') return unknown(method, pathname);
  const found = buckets.get(bucket, key);
  return found ? { status: 200, body: found } : error(404, 'NoSuchKey', 'The specified key does not exist.');
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
  return { status: 200, body: document('ListBucketResult', parts.join('')) };
}

function contents({ key, bytes, storedMs }: ObjectInfo): string {
  const modified = element('LastModified', new Date(storedMs).toISOString());
  return `<Contents>${element('Key', key)}${modified}${element('Size', String(bytes))}</Contents>`;
}

function unknown(method: string, pathname: string): S3Reply {
  return error(501, 'NotImplemented', `${method} ${pathname} is not known here`);
}

function error(status: number, code: string, message: string): S3Reply {
  return { status, body: document('Error', element('Code', code) + element('Message', message)) };
}

function document(root: string, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${content}</${root}>`;
}

function element(name: string, text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<${name}>${escaped}</${name}>`;
}
