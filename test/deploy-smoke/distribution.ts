import { type IncomingHttpHeaders, request } from 'node:http';
import { requireEnv } from './deployment.ts';

/** A response of a distribution. */
export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends a request to a path of a distribution. */
export type DistributionClient = (
  path: string,
  options?: { method?: string; headers?: Record<string, string>; body?: string },
) => Promise<Reply>;

/**
 * Create a client of the distribution with this domain. The emulator runs the CloudFront function, and reads the bucket
 * with the permission of the distribution. The domain is not in the DNS, so the requests name it in the Host header.
 */
export function createDistributionClient(domain: string): DistributionClient {
  const { hostname, port } = new URL(requireEnv('AWS_ENDPOINT_URL'));
  return (path, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const sent = request(
        { hostname, port, path, method, headers: { host: domain, ...headers } },
        async (response) => {
          let text = '';
          for await (const chunk of response.setEncoding('utf8')) text += chunk;
          resolve({ status: response.statusCode!, headers: response.headers, text });
        },
      );
      sent.on('error', reject).end(body);
    });
}
