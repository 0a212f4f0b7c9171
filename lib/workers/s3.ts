import { SQSClient } from '@aws-sdk/client-sqs';

const TIMEOUT_MS = 10_000;

/**
 * Store a text in a bucket. `key` consists of letters, digits, `-`, `.`, `_` and `/`, which need no encoding. Throws
 * when S3 does not confirm it; nothing is retried.
 *
 * The request is signed with the parts of the SDK that every client has: the client of S3 would more than double the
 * size of the function, for one request that is rarely sent.
 */
export async function putObject(bucket: string, key: string, body: string): Promise<void> {
  const { config } = new SQSClient({});
  const region = await config.region();
  const endpoint = process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL;
  const url = endpoint
    ? new URL(`/${bucket}/${key}`, endpoint)
    : new URL(`https://${bucket}.s3.${region}.amazonaws.com/${key}`);
  const signer = await config.signer({ name: 'sigv4', signingName: 's3', signingRegion: region, properties: {} });
  const { headers } = await signer.sign({
    method: 'PUT',
    protocol: url.protocol,
    hostname: url.hostname,
    path: url.pathname,
    query: {},
    headers: { host: url.host, 'content-type': 'application/json' },
    body,
  });
  const { host: _, ...sent } = headers;
  const response = await fetch(url, { method: 'PUT', headers: sent, body, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const answer = await response.text();
  if (!response.ok)
    throw new Error(`S3 responded ${response.status} to the storage of ${key}: ${answer.slice(0, 500)}`);
}
