import { signerOf } from './signer.ts';

/** A request to be presigned: only these headers are signed, so the client has to send exactly them. */
interface PresignedRequest {
  url: (region: string) => URL;
  method: 'GET' | 'PUT';
  headers?: Record<string, string>;
  expiresInSeconds: number;
}

/**
 * Return a URL that lets its holder send one kind of request to S3 with the permissions of this process. It ends with the
 * credentials of the process if they expire earlier. Nothing is sent.
 */
export async function presignS3(request: PresignedRequest): Promise<string> {
  const { region, signer } = await signerOf('s3');
  const url = request.url(region);
  const signed = await signer.presign(
    {
      method: request.method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: {},
      // The signature does not cover the body, which is not known yet.
      headers: { host: url.host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', ...request.headers },
    },
    { expiresIn: request.expiresInSeconds },
  );
  url.search = new URLSearchParams(signed.query).toString();
  return url.href;
}
