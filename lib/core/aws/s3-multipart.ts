import { requestBucket } from './s3.ts';

/** S3 puts the parts together before it responds. */
const COMPLETE_TIMEOUT_MS = 30_000;

/**
 * Store an object of several parts, each of at least 5 MiB except for the last one. The object appears with its last part,
 * or not at all: an upload that fails is aborted, and the bucket aborts one whose process ended.
 */
export async function putObjectInParts(
  bucket: string,
  key: string,
  headers: Record<string, string>,
  parts: AsyncIterable<Uint8Array>,
): Promise<void> {
  const uploadId = await startUpload(bucket, key, headers);
  try {
    const stored: string[] = [];
    for await (const body of parts) {
      stored.push(await putPart(bucket, key, { uploadId, number: stored.length + 1 }, body));
    }
    await completeUpload(bucket, key, uploadId, stored);
  } catch (error) {
    const purpose = purposeOf(key);
    // A failure to abort it must not replace the reason.
    await requestBucket(bucket, { method: 'DELETE', key, query: { uploadId }, purpose }).catch(() => undefined);
    throw error;
  }
}

/** Start an upload in parts, and return its id. The bucket aborts one that is not completed in a day. */
export async function startUpload(bucket: string, key: string, headers: Record<string, string>): Promise<string> {
  const purpose = purposeOf(key);
  const started = await requestBucket(bucket, { method: 'POST', key, query: { uploads: '' }, headers, purpose });
  const [, uploadId] = /<UploadId>([^<]+)<\/UploadId>/.exec(started.answer) ?? [];
  if (!uploadId) throw new Error(`S3 named no upload for ${purpose}.`);
  return uploadId;
}

/** Store a part of an upload, in place of an earlier one with its number, and return its entity tag. */
export async function putPart(
  bucket: string,
  key: string,
  { uploadId, number }: { uploadId: string; number: number },
  body: Uint8Array,
): Promise<string> {
  const query = { partNumber: String(number), uploadId };
  const { headers } = await requestBucket(bucket, { method: 'PUT', key, query, body, purpose: purposeOf(key) });
  return String(headers.get('etag'));
}

/** Complete an upload of parts with these entity tags: the object appears. */
export async function completeUpload(bucket: string, key: string, uploadId: string, parts: string[]): Promise<void> {
  const stored = parts.map((etag, index) => {
    return `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`;
  });
  const body = `<CompleteMultipartUpload>${stored.join('')}</CompleteMultipartUpload>`;
  const [purpose, timeoutMs] = [purposeOf(key), COMPLETE_TIMEOUT_MS];
  await requestBucket(bucket, { method: 'POST', key, query: { uploadId }, body, purpose, timeoutMs });
}

function purposeOf(key: string): string {
  return `the storage of ${key} in parts`;
}
