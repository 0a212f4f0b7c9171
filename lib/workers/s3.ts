import { sendSigned } from './signed-request.ts';

const TIMEOUT_MS = 10_000;

/**
 * Store a text in a bucket. `key` consists of letters, digits, `-`, `.`, `_` and `/`, which need no encoding. Throws
 * when S3 does not confirm it; nothing is retried. The client of S3 would more than double the size of the function, for
 * one request that is rarely sent.
 */
export async function putObject(bucket: string, key: string, body: string): Promise<void> {
  const endpoint = process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL;
  const response = await sendSigned('s3', {
    url: (region) =>
      endpoint
        ? new URL(`/${bucket}/${key}`, endpoint)
        : new URL(`https://${bucket}.s3.${region}.amazonaws.com/${key}`),
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body,
    timeoutMs: TIMEOUT_MS,
  });
  const answer = await response.text();
  if (!response.ok)
    throw new Error(`S3 responded ${response.status} to the storage of ${key}: ${answer.slice(0, 500)}`);
}
