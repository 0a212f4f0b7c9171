import { signerOf } from './signer.ts';

/** A request to an AWS API. `url` builds its URL for the region; the path is already encoded and has no query. */
interface SignedRequest {
  url: (region: string) => URL;
  method: string;
  query?: Record<string, string>;
  headers: Record<string, string>;
  body?: string | Uint8Array | undefined;
  timeoutMs?: number;
  /** The region that the signature names: that of the process by default. */
  signingRegion?: string;
}

/**
 * Send a request signed with the credentials of this process, to a service whose client is not in this project or is too
 * large for a function. It is signed with the parts of the SDK that every client has. Nothing is retried.
 */
export async function sendSigned(
  signingName: string,
  { url: toUrl, method, query = {}, headers, body, timeoutMs, signingRegion }: SignedRequest,
): Promise<Response> {
  const { region, signer } = await signerOf(signingName);
  const url = toUrl(region);
  const unsigned = {
    method,
    protocol: url.protocol,
    hostname: url.hostname,
    path: url.pathname,
    query,
    headers: { host: url.host, ...headers },
    body,
  };
  const { headers: signed } = await signer.sign(unsigned, { signingRegion: signingRegion ?? region });
  const { host: _, ...sent } = signed;
  url.search = new URLSearchParams(query).toString();
  const signal = timeoutMs === undefined ? null : AbortSignal.timeout(timeoutMs);
  return fetch(url, { method, headers: sent, body: body ?? null, signal });
}
