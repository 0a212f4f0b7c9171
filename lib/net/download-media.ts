import { withDeadline } from './deadline.ts';
import { sendVettedRequest } from './vetted-request.ts';

/** An image that was downloaded, to be uploaded to a platform that takes bytes. */
export interface DownloadedMedia {
  bytes: Uint8Array;
  /** As the server declared it, for example `image/jpeg`. */
  contentType: string;
}

/** Statuses of temporary errors: too early (RFC 8470), rate limited, or timed out. */
const TRANSIENT_STATUSES = [408, 425, 429];

/** A download that a server or this service rejected. The message is public and contains no URL, because signed URLs are secrets. */
export class MediaRejectedError extends Error {
  /** The status of the image's server; null when the request was not sent or the response not read. */
  readonly status: number | null;

  constructor(message: string, status: number | null) {
    super(message);
    this.name = 'MediaRejectedError';
    this.status = status;
  }

  /** Whether another attempt may succeed. */
  get isTemporary(): boolean {
    return this.status !== null && (this.status >= 500 || TRANSIENT_STATUSES.includes(this.status));
  }
}

const DEADLINE_MS = 15_000;
// LinkedIn accepts the largest images: 36 megapixels.
const MAX_BYTES = 36 * 1024 * 1024;

/**
 * Download an image from a URL that a caller gave: by HTTPS, from a public address, without redirects. Throws
 * `MediaRejectedError` for a permanent failure and another error for a temporary one; neither contains the URL.
 */
export async function downloadMedia(location: string): Promise<DownloadedMedia> {
  const url = new URL(location);
  if (url.protocol !== 'https:') throw new MediaRejectedError('The image is not behind https.', null);
  const result = await withDeadline(DEADLINE_MS, (signal) =>
    sendVettedRequest({
      method: 'GET',
      url,
      headers: { host: url.host, 'accept-encoding': 'identity' },
      signal,
      maxResponseBytes: MAX_BYTES,
      readsBody: (status) => status === 200,
      allowLoopback: false,
    }),
  );
  if (result.status === null) {
    if (result.code !== 'BLOCKED') throw new Error('The image could not be downloaded.');
    throw new MediaRejectedError('The image is at an address that is not public.', null);
  }
  if (result.status !== 200) {
    throw new MediaRejectedError(`The image's server answered ${result.status}.`, result.status);
  }
  if (result.end === 'too_large') throw new MediaRejectedError('The image is too large.', null);
  if (result.end !== 'complete') throw new Error('The image could not be downloaded.');
  return { bytes: result.body, contentType: result.headers['content-type'] ?? '' };
}
