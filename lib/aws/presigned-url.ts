import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** A request to be presigned: only these headers are signed, so the client has to send exactly them. */
interface PresignedRequest {
  url: (region: string) => URL;
  method: 'GET' | 'PUT';
  query?: Record<string, string>;
  headers?: Record<string, string>;
  expiresInSeconds: number;
}

/** What the signer of the SDK does besides signing requests, which its type leaves out. */
interface Presigner {
  presign: (request: object, options: { expiresIn: number }) => Promise<{ query: Record<string, string> }>;
}

/**
 * Return a URL that lets its holder send one kind of request to S3 with the permissions of this process. It ends with the
 * credentials of the process if they expire earlier. Nothing is sent.
 * The client that every endpoint has provides the signer.
 */
export async function presignS3(request: PresignedRequest): Promise<string> {
  const { config } = new DynamoDBClient({});
  const region = await config.region();
  const url = request.url(region);
  const signer = await config.signer({ name: 'sigv4', signingName: 's3', signingRegion: region, properties: {} });
  const signed = await (signer as unknown as Presigner).presign(
    {
      method: request.method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: { ...request.query },
      // The signature does not cover the body, which is not known yet.
      headers: { host: url.host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', ...request.headers },
    },
    { expiresIn: request.expiresInSeconds },
  );
  url.search = new URLSearchParams(signed.query).toString();
  return url.href;
}
