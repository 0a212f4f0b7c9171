import { lookup as resolve } from 'node:dns/promises';
import { request } from 'node:https';
import { MediaRejectedError } from '../platforms/media.ts';
import type { DownloadedMedia } from '../platforms/publisher.ts';
import { blockedAddressReason, hostAddress } from './ssrf-guard.ts';

const DEADLINE_MS = 15_000;
// The largest picture any platform takes is LinkedIn's: 36 megapixels.
const MAX_BYTES = 36 * 1024 * 1024;

/**
 * Downloads a picture from the public url a caller gave: https only, to a vetted and pinned address, without
 * following redirects. Throws `MediaRejectedError` for what will not get better, another error for what may. Neither names
 * the url, because signed urls are secrets.
 */
export async function downloadMedia(url: string): Promise<DownloadedMedia> {
  const target = new URL(url);
  if (target.protocol !== 'https:') throw new MediaRejectedError('The picture is not behind https.', null);
  const literal = hostAddress(target);
  const addresses = literal
    ? [literal]
    : (await resolve(target.hostname, { all: true })).map(({ address }) => address);
  const [first] = addresses;
  if (!first || addresses.some((address) => blockedAddressReason(address, { allowLoopback: false }))) {
    throw new MediaRejectedError('The picture is at an address that is not public.', null);
  }
  return download(target, first);
}

function download(target: URL, address: string): Promise<DownloadedMedia> {
  return new Promise((done, fail) => {
    const outgoing = request({
      host: address,
      servername: target.hostname,
      port: target.port || 443,
      path: `${target.pathname}${target.search}`,
      headers: { host: target.host, 'accept-encoding': 'identity' },
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    outgoing.on('error', () => fail(new Error('The picture could not be downloaded.')));
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const refuse = (reason: string, status: number | null) => {
        fail(new MediaRejectedError(reason, status));
        outgoing.destroy();
      };
      const { statusCode = 0 } = response;
      if (statusCode !== 200) return refuse(`The picture's server answered ${statusCode}.`, statusCode);
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MAX_BYTES) return refuse('The picture is too large.', null);
        chunks.push(chunk);
      });
      response.on('error', () => fail(new Error('The picture could not be downloaded.')));
      response.on('end', () =>
        done({ bytes: Buffer.concat(chunks), contentType: response.headers['content-type'] ?? '' }),
      );
    });
    outgoing.end();
  });
}
