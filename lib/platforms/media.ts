import { type DownloadedMedia, MediaRejectedError } from '../net/download-media.ts';
import { rejectContent } from './classification.ts';
import type { Media } from './platform-definition.ts';
import type { PlatformConnection, PrepareFailure, PublishOutcome } from './publisher.ts';

/** Statuses of temporary errors: too early (RFC 8470), rate limited, or timed out. */
const TRANSIENT_STATUSES = [408, 425, 429];

/** The media limits of a platform. */
export interface ImageRules {
  platformName: string;
  maxCount: number;
  maxBytes: number;
  contentTypes: readonly string[];
}

/** Reject a post with too many images or a video; null for a valid one. */
export function validateImages(
  media: Media[],
  rules: Pick<ImageRules, 'platformName' | 'maxCount'>,
): Extract<PublishOutcome, { outcome: 'rejected' }> | null {
  if (media.some(({ type }) => type !== 'image')) {
    return rejectContent('media_unsupported', `Videos are not published to ${rules.platformName} yet.`);
  }
  if (media.length > rules.maxCount) {
    const message = `${rules.platformName} takes at most ${rules.maxCount} pictures; the post has ${media.length}.`;
    return rejectContent('too_many_media', message);
  }
  return null;
}

/** Classify a failed download: `retry`, unless the server or this service rejected it. */
function toDownloadFailure(error: unknown, place: number): PrepareFailure {
  const status = error instanceof MediaRejectedError ? error.status : undefined;
  const passing = typeof status === 'number' && (status >= 500 || TRANSIENT_STATUSES.includes(status));
  if (error instanceof MediaRejectedError && !passing) {
    const reason = status === null ? error.message : `Its server answered ${status}.`;
    return rejectContent(
      'media_unavailable',
      `Picture ${place} of the post could not be downloaded. ${reason}`,
    );
  }
  const message = `Picture ${place} of the post could not be downloaded from its url.`;
  return {
    outcome: 'retry',
    error: { code: 'media_unavailable', message, category: 'content', retryable: true },
    retryAfterSeconds: null,
  };
}

/**
 * Download one image with `downloadMedia` and validate it by the platform's rules.
 *
 * Messages do not contain the URL, because signed URLs are secrets.
 *
 * @param place the position of the image in the post, from 1, for messages.
 * @throws Error when the connection has no `downloadMedia`, which is a programming error.
 */
export async function downloadImage(
  url: string,
  place: number,
  connection: PlatformConnection,
  rules: ImageRules,
): Promise<{ outcome: 'fetched'; picture: DownloadedMedia } | PrepareFailure> {
  if (connection.downloadMedia === undefined) {
    throw new Error(`${rules.platformName} needs connection.downloadMedia for a post with media`);
  }
  let fetched: DownloadedMedia;
  try {
    fetched = await connection.downloadMedia(url);
  } catch (error) {
    return toDownloadFailure(error, place);
  }
  const contentType = fetched.contentType.split(';')[0]!.trim().toLowerCase();
  if (!rules.contentTypes.includes(contentType)) {
    const message = `Picture ${place} is of a type ${rules.platformName} does not take; it takes ${rules.contentTypes.join(', ')}.`;
    return rejectContent('media_unsupported', message);
  }
  if (fetched.bytes.byteLength > rules.maxBytes) {
    const message = `Picture ${place} has ${fetched.bytes.byteLength} bytes; ${rules.platformName} takes ${rules.maxBytes}.`;
    return rejectContent('media_too_large', message);
  }
  return { outcome: 'fetched', picture: { bytes: fetched.bytes, contentType } };
}
