import { withDeadline } from './deadline.ts';
import type { HttpResponse } from './send-request.ts';
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
  /** The status of the file's server; null when the request was not sent or the response not read. */
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

/** How much of a file is downloaded, in which time. Without `sink`, it is in memory. */
type DownloadLimits = { what: 'image' | 'file'; deadlineMs: number; maxBytes: number; sink?: (chunk: Buffer) => void };

// LinkedIn accepts the largest images: 36 megapixels.
const IMAGE = { what: 'image', deadlineMs: 15_000, maxBytes: 36 * 1024 * 1024 } as const;

/** The image of a link card: small, and awaited by a request. */
const CARD_IMAGE = { what: 'image', deadlineMs: 3_000, maxBytes: 1_000_000 } as const;

/** With this deadline, the inspection has the other half of its time to store a file. */
const FILE_DEADLINE_MS = 60_000;

/**
 * Download an image from a URL that a caller gave: by HTTPS, from a public address, without redirects. Throws
 * `MediaRejectedError` for a permanent failure and another error for a temporary one; neither contains the URL.
 */
export async function downloadMedia(location: string): Promise<DownloadedMedia> {
  const { body, headers } = await download(location, IMAGE);
  return { bytes: body, contentType: headers['content-type'] ?? '' };
}

/** Download the image of a link card, of at most a megabyte, in at most three seconds. Rejects as `downloadMedia` does. */
export async function downloadCardImage(location: string): Promise<Uint8Array> {
  return (await download(location, CARD_IMAGE)).body;
}

/**
 * Download a file of at most `maxBytes` from a URL that a caller gave, in at most a minute, and pass on its bytes as they
 * arrive. Rejects as `downloadMedia` does; some bytes may have arrived then.
 */
export async function streamMedia(location: string, maxBytes: number, sink: (chunk: Buffer) => void): Promise<void> {
  await download(location, { what: 'file', deadlineMs: FILE_DEADLINE_MS, maxBytes, sink });
}

async function download(location: string, { what, deadlineMs, maxBytes, sink }: DownloadLimits): Promise<HttpResponse> {
  const url = new URL(location);
  if (url.protocol !== 'https:') throw new MediaRejectedError(`The ${what} does not have an https URL.`, null);
  const result = await withDeadline(deadlineMs, (signal) =>
    sendVettedRequest({
      method: 'GET',
      url,
      headers: { host: url.host, 'accept-encoding': 'identity' },
      signal,
      maxResponseBytes: maxBytes,
      ...(sink ? { sink } : {}),
      readsBody: (status) => status === 200,
      allowLoopback: false,
    }),
  );
  if (result.status === null) {
    if (result.code !== 'BLOCKED') throw new Error(`The ${what} could not be downloaded.`);
    throw new MediaRejectedError(`The ${what} does not have a public IP address.`, null);
  }
  if (result.status !== 200) {
    throw new MediaRejectedError(`The server of the ${what} responded with ${result.status}.`, result.status);
  }
  if (result.end === 'too_large') {
    const limit = maxBytes.toLocaleString('en-US');
    throw new MediaRejectedError(`The ${what} is too large: at most ${limit} bytes are downloaded.`, null);
  }
  if (result.end !== 'complete') throw new Error(`The ${what} could not be downloaded.`);
  return result;
}
