import { sendSigned } from './signed-request.ts';

const TIMEOUT_MS = 10_000;

/** A request to a bucket, and what it does, for its error. */
interface BucketRequest {
  method: 'GET' | 'PUT' | 'DELETE';
  /** The key of an object, whose characters need no encoding; empty for the bucket. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  purpose: string;
}

/**
 * Store an object in a bucket. `key` consists of letters, digits, `-`, `.`, `_` and `/`, which need no encoding. Throws
 * when S3 does not confirm it; nothing is retried. The client of S3 would more than double the size of the function, for
 * one request that is rarely sent.
 */
export async function putObject(
  bucket: string,
  key: string,
  body: string | Uint8Array,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Promise<void> {
  await request(bucket, { method: 'PUT', key, headers, body, purpose: `the storage of ${key}` });
}

/** Delete an object of a bucket. Throws when S3 does not confirm it; a missing object is not an error. */
export async function deleteObject(bucket: string, key: string): Promise<void> {
  await request(bucket, { method: 'DELETE', key, purpose: `the deletion of ${key}` });
}

/** List the keys of the first objects of a bucket, at most 1,000. Throws when S3 does not respond with a list. */
export async function listKeys(bucket: string): Promise<string[]> {
  const xml = await request(bucket, {
    method: 'GET',
    query: { 'list-type': '2' },
    purpose: `the listing of ${bucket}`,
  });
  return [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => key!);
}

async function request(
  bucket: string,
  { method, key = '', query = {}, headers = {}, body, purpose }: BucketRequest,
): Promise<string> {
  const endpoint = process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL;
  const response = await sendSigned('s3', {
    url: (region) =>
      endpoint
        ? new URL(`/${bucket}/${key}`, endpoint)
        : new URL(`https://${bucket}.s3.${region}.amazonaws.com/${key}`),
    method,
    query,
    headers,
    body,
    timeoutMs: TIMEOUT_MS,
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`S3 responded ${response.status} to ${purpose}: ${answer.slice(0, 500)}`);
  return answer;
}
