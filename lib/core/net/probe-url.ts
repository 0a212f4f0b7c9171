import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { TLSSocket } from 'node:tls';

/** What a client meets at a URL. `certificateEndsMs` is null for http. */
export interface Probe {
  status: number;
  certificateEndsMs: number | null;
}

/**
 * Request a URL on a connection of its own, and return the status and the end of the certificate. Throws the error of a
 * connection that fails, also by its certificate, or that has no response after `timeoutMs`.
 */
export function probeUrl(url: string, timeoutMs: number): Promise<Probe> {
  const request = url.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    // A connection that resumes an earlier session has no certificate, so none is kept.
    const sent = request(url, { agent: false, signal: AbortSignal.timeout(timeoutMs) }, (response) => {
      const { valid_to: end } = (response.socket as TLSSocket).getPeerCertificate?.() ?? {};
      resolve({ status: response.statusCode!, certificateEndsMs: end === undefined ? null : Date.parse(end) });
      response.destroy();
    });
    sent.on('error', reject).end();
  });
}
