import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { LOCAL_CREDENTIALS } from './credentials.ts';

/** A request as it arrived. `path` is still encoded. */
export interface ReceivedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | string[] | undefined>;
}

/**
 * Check the signature of a presigned URL (AWS Signature Version 4, authenticating requests by query parameters). Returns
 * why S3 would reject the request, or null. Requests with a signature in their headers come from functions and are not
 * checked.
 */
export function findPresignError({ method, path, query, headers }: ReceivedRequest, nowMs: number): string | null {
  const signature = query.get('X-Amz-Signature');
  if (!signature) return headers.authorization ? null : 'The request is not signed.';
  const date = query.get('X-Amz-Date') ?? '';
  const [, day = '', region = '', service = ''] = (query.get('X-Amz-Credential') ?? '').split('/');
  const scope = [day, region, service, 'aws4_request'].join('/');
  const endMs = toEpochMs(date) + 1000 * Number(query.get('X-Amz-Expires'));
  if (!(nowMs <= endMs)) return 'Request has expired';
  const signed = (query.get('X-Amz-SignedHeaders') ?? '').split(';');
  const request = [
    method,
    path,
    canonicalQuery(query),
    ...signed.map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    signed.join(';'),
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const digest = createHash('sha256').update(request).digest('hex');
  let key: Buffer | string = `AWS4${LOCAL_CREDENTIALS.secretAccessKey}`;
  for (const part of scope.split('/')) key = hmac(key, part);
  const expected = hmac(key, ['AWS4-HMAC-SHA256', date, scope, digest].join('\n')).toString('hex');
  const isEqual =
    signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
  return isEqual ? null : 'The request signature we calculated does not match the signature you provided.';
}

function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** Parse a time such as `20261124T090000Z` to epoch milliseconds; NaN for another text. */
function toEpochMs(time: string): number {
  return Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}
