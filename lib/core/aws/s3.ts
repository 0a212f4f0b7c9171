import { RETRY_POLICIES } from '../retry/back-off.ts';
import { retry } from '../retry/retry.ts';
import { isTransient } from '../retry/transient-errors.ts';
import { presignS3 } from './presigned-url.ts';
import { sendSigned } from './signed-request.ts';

const TIMEOUT_MS = 10_000;

/** A rejection of a request by S3. Its name is the code, and its status that of the response, as with the SDK's errors. */
class S3Error extends Error {
  readonly $metadata: { httpStatusCode: number };
  constructor(httpStatusCode: number, purpose: string, answer: string) {
    // Without the rest of the answer, which may repeat the request with its session token.
    const [, code] = /<Code>([A-Za-z0-9]+)<\/Code>/.exec(answer) ?? [];
    super(`S3 responded ${httpStatusCode} (${code ?? 'no code'}) to ${purpose}.`);
    this.name = code ?? 'S3Error';
    this.$metadata = { httpStatusCode };
  }
}

/** A request to a bucket, and what it does, for its error. */
interface BucketRequest {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** The key of an object, whose characters need no encoding; empty for the bucket. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  purpose: string;
  timeoutMs?: number;
}

/**
 * Store an object in a bucket. `key` consists of letters, digits, `-`, `.`, `_` and `/`, which need no encoding. Throws
 * when S3 does not confirm it. The client of S3 would more than double the size of a function.
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

/** An object of a bucket, with its size. */
export interface StoredObject {
  key: string;
  bytes: number;
}

/**
 * List the first objects of a bucket, at most 1,000, also of those with a prefix, and of those after a key. Throws when S3 does
 * not respond with a list.
 */
export async function listObjects(bucket: string, prefix?: string, after?: string): Promise<StoredObject[]> {
  const xml = await request(bucket, {
    method: 'GET',
    query: {
      'list-type': '2',
      ...(prefix === undefined ? {} : { prefix }),
      ...(after === undefined ? {} : { 'start-after': after }),
    },
    purpose: `the listing of ${bucket}`,
  });
  return [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, object]) => ({
    key: /<Key>([^<]*)<\/Key>/.exec(object!)?.[1] ?? '',
    bytes: Number(/<Size>(\d+)<\/Size>/.exec(object!)?.[1] ?? 0),
  }));
}

/** List the keys of these objects. */
export async function listKeys(bucket: string, prefix?: string): Promise<string[]> {
  return (await listObjects(bucket, prefix)).map(({ key }) => key);
}

/** Delete all objects of a bucket whose keys have a prefix. */
export async function deleteObjectsUnder(bucket: string, prefix: string): Promise<void> {
  const listed = async () => (await listKeys(bucket, prefix)).filter((key) => key.startsWith(prefix));
  for (let keys = await listed(); keys.length > 0; keys = await listed()) {
    for (const key of keys) await deleteObject(bucket, key);
  }
}

/** Read an object: its bytes, `too_large` for more than `maxBytes`, null where there is none. */
export async function getObject(
  bucket: string,
  key: string,
  maxBytes: number,
): Promise<Uint8Array | 'too_large' | null> {
  const purpose = `the reading of ${key}`;
  return send(bucket, { method: 'GET', key, purpose }, async (response) => {
    if (response.status === 404) return null;
    if (!response.ok) throw new S3Error(response.status, purpose, await response.text());
    if (Number(response.headers.get('content-length')) > maxBytes) {
      await response.body?.cancel();
      return 'too_large';
    }
    return new Uint8Array(await response.arrayBuffer());
  });
}

/** A part of an object. `etag` changes with the content of the object, whose size is `sizeBytes`. */
export interface ObjectRange {
  bytes: Uint8Array;
  sizeBytes: number;
  etag: string;
}

/**
 * Read `lengthBytes` bytes of an object from the offset `fromByte`, fewer where the object ends; null where there is none.
 * Throws for an offset behind its end, and for an object that is not the one of `etag`.
 */
export async function getObjectRange(
  bucket: string,
  key: string,
  fromByte: number,
  lengthBytes: number,
  etag?: string,
): Promise<ObjectRange | null> {
  const purpose = `the reading of a part of ${key}`;
  const range = `bytes=${fromByte}-${fromByte + lengthBytes - 1}`;
  const headers = { range, ...(etag === undefined ? {} : { 'if-match': etag }) };
  return send(bucket, { method: 'GET', key, headers, purpose }, async (response) => {
    if (response.status === 404) return null;
    if (response.status !== 206) {
      const answer = await response.text();
      // An empty object has no range that S3 could return.
      if (response.status === 416 && answer.includes('<ActualObjectSize>0<'))
        return { bytes: new Uint8Array(), sizeBytes: 0, etag: '' };
      throw new S3Error(response.status, purpose, answer);
    }
    return {
      bytes: new Uint8Array(await response.arrayBuffer()),
      sizeBytes: Number(response.headers.get('content-range')?.split('/')[1]),
      etag: response.headers.get('etag') ?? '',
    };
  });
}

/**
 * Return a URL by which its holder can read an object until it expires. `endpoint`: the URL of S3 for its holder, where it
 * is another one than for this process.
 */
export function presignGet(bucket: string, key: string, expiresInSeconds: number, endpoint?: string): Promise<string> {
  return presignS3({ url: (region) => objectUrl(bucket, key, region, endpoint), method: 'GET', expiresInSeconds });
}

/** Return a URL by which its holder can store one object, sending exactly these headers. */
export function presignPut(
  bucket: string,
  key: string,
  headers: Record<string, string>,
  expiresInSeconds: number,
): Promise<string> {
  return presignS3({ url: (region) => objectUrl(bucket, key, region), method: 'PUT', headers, expiresInSeconds });
}

async function request(bucket: string, sent: BucketRequest): Promise<string> {
  return (await requestBucket(bucket, sent)).answer;
}

/** Send a request to a bucket; returns the text and the headers of the response. Throws when S3 does not confirm it. */
export async function requestBucket(
  bucket: string,
  sent: BucketRequest,
): Promise<{ answer: string; headers: Headers }> {
  return send(bucket, sent, async (response) => {
    const answer = await response.text();
    // S3 may find out that it fails after it has begun to respond with 200.
    if (!response.ok || answer.includes('<Error>')) throw new S3Error(response.status, sent.purpose, answer);
    return { answer, headers: response.headers };
  });
}

/**
 * Send a request and read its response. Both are repeated after an error of the network and while S3 is busy or fails
 * (Amazon S3 user guide, "Error best practices"): each request has the same effect however often it is sent. A repeated
 * start of an upload in parts leaves one that the bucket aborts.
 */
function send<T>(
  bucket: string,
  { method, key = '', query = {}, headers = {}, body, timeoutMs = TIMEOUT_MS }: BucketRequest,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const url = (region: string) => objectUrl(bucket, key, region);
  const attempt = async () => read(await sendSigned('s3', { url, method, query, headers, body, timeoutMs }));
  return retry(RETRY_POLICIES.bucketRequest, attempt, isTransient);
}

function objectUrl(
  bucket: string,
  key: string,
  region: string,
  endpoint = process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL,
): URL {
  return endpoint
    ? new URL(`/${bucket}/${key}`, endpoint)
    : new URL(`https://${bucket}.s3.${region}.amazonaws.com/${key}`);
}
