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
  const purpose = `the storage of ${key} in parts`;
  const started = await requestBucket(bucket, { method: 'POST', key, query: { uploads: '' }, headers, purpose });
  const [, uploadId] = /<UploadId>([^<]+)<\/UploadId>/.exec(started.answer) ?? [];
  if (!uploadId) throw new Error(`S3 named no upload for ${purpose}.`);
  try {
    const stored: string[] = [];
    for await (const body of parts) {
      const query = { partNumber: String(stored.length + 1), uploadId };
      const { headers: response } = await requestBucket(bucket, { method: 'PUT', key, query, body, purpose });
      stored.push(`<Part><PartNumber>${query.partNumber}</PartNumber><ETag>${response.get('etag')}</ETag></Part>`);
    }
    const body = `<CompleteMultipartUpload>${stored.join('')}</CompleteMultipartUpload>`;
    const timeoutMs = COMPLETE_TIMEOUT_MS;
    await requestBucket(bucket, { method: 'POST', key, query: { uploadId }, body, purpose, timeoutMs });
  } catch (error) {
    // A failure to abort it must not replace the reason.
    await requestBucket(bucket, { method: 'DELETE', key, query: { uploadId }, purpose }).catch(() => undefined);
    throw error;
  }
}
