import type { IncomingMessage, ServerResponse } from 'node:http';
import { OAUTH_PATHS } from '../../lib/identity/pipeline/oauth-metadata.ts';
import type { Buckets } from './buckets.ts';
import { sendBody } from './http.ts';
import { rejectOtherHost } from './request-host.ts';
import { bucketInPath, handleS3Request } from './s3-api.ts';

/** How platforms on the internet reach the service: the https URL of a tunnel, and the port that the tunnel leads to. */
export interface PublicAccess {
  /** The origin, without a slash at the end. */
  url: string;
  port: number;
}

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Create the listener for requests from the internet: the API, and the reading of objects by presigned URLs. Nothing else
 * of this machine, e.g. the emails with sign-in links, has a public URL. A tunnel sends the host of the public URL, or that
 * of this port.
 */
export function createPublicListener({ url }: PublicAccess, gateway: Listener, buckets: Buckets): Listener {
  const { host } = new URL(url);
  return async (request, response) => {
    if (rejectOtherHost(request, response, host)) return;
    const { method, url: target = '/' } = request;
    const asked = URL.canParse(target, url) ? new URL(target, url) : null;
    const isApi = asked && (asked.pathname.startsWith('/v1/') || ['/mcp', ...OAUTH_PATHS].includes(asked.pathname));
    if (isApi) return gateway(request, response);
    // S3 here verifies the signatures of presigned URLs only.
    if (method === 'GET' && asked?.searchParams.has('X-Amz-Signature') && bucketInPath(buckets, asked.pathname)) {
      const received = { method, path: asked.pathname, query: asked.searchParams, body: request };
      // A tunnel may replace the host, which the signature covers.
      const headers = { ...request.headers, host };
      return sendBody(response, await handleS3Request(buckets, { ...received, headers }), request);
    }
    request.resume();
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"Not Found"}');
  };
}
