import { type DownloadedMedia, MediaRejectedError } from '../../../core/net/download-media.ts';
import type { Media } from '../definition/platform-definition.ts';
import { rejectContent, toRetry } from '../http/classification.ts';
import { asArray } from '../http/json-response.ts';
import { isInLife, toUnfinished, UPLOAD_LIFE_MS } from '../preparation.ts';
import type { PlatformConnection, Preparation, PreparedState, PrepareFailure, Unfinished } from '../publisher.ts';

/** The images that one platform accepts. */
type ImageRules = { platformName: string; maxCount: number; maxBytes: number; contentTypes: readonly string[] };

/** Reject a post with too many images; null for a valid one. */
export function validateImages(media: Media[], rules: Pick<ImageRules, 'platformName' | 'maxCount'>) {
  if (media.length <= rules.maxCount) return null;
  const message = `${rules.platformName} accepts at most ${rules.maxCount} images; the post has ${media.length}.`;
  return rejectContent('too_many_media', message);
}

/**
 * Upload the images of a post, one after another; the preparation contains their ids under `name`. Images that an
 * earlier attempt has uploaded are not uploaded again.
 */
export async function uploadImages(
  media: Media[],
  rules: ImageRules,
  name: string,
  preparation: Preparation,
  upload: (image: Media, position: number) => Promise<string | PrepareFailure>,
): Promise<{ outcome: 'prepared'; preparation: PreparedState } | Unfinished | PrepareFailure> {
  const rejection = validateImages(media, rules);
  if (rejection !== null) return rejection;
  if (media.length === 0) return { outcome: 'prepared', preparation: {} };
  const saved = preparation.saved ?? {};
  const isUsable = isInLife(saved.createdAt, UPLOAD_LIFE_MS);
  const createdAt = isUsable ? saved.createdAt! : new Date().toISOString();
  const ids = isUsable ? asArray(saved[name]).map(String) : [];
  for (const [index, image] of media.entries()) {
    if (index < ids.length) continue;
    if (!preparation.hasTime()) return toUnfinished(index, media.length);
    const uploaded = await upload(image, index + 1);
    if (typeof uploaded !== 'string') return uploaded;
    ids.push(uploaded);
    // The last one is saved with the start of sending.
    if (ids.length < media.length) await preparation.save({ [name]: ids, createdAt });
  }
  return { outcome: 'prepared', preparation: { [name]: ids, createdAt } };
}

/** Classify a failed reading of a file: retried, unless the server or this service rejected it permanently. */
export function toReadFailure(error: unknown, subject: string): PrepareFailure {
  if (error instanceof MediaRejectedError && !error.isTemporary) {
    const reason = error.status === null ? error.message : `Its server responded with ${error.status}.`;
    return rejectContent('media_unavailable', `${subject} of the post could not be downloaded. ${reason}`);
  }
  const message = `${subject} of the post could not be downloaded from its url.`;
  return toRetry('media_unavailable', message, 'content');
}

/**
 * Read one image by the caller's `downloadMedia` and check it against the platform's rules.
 *
 * Messages do not contain its URL, because signed URLs are secrets.
 * @param position the position of the image in the post, from 1, for messages.
 * @throws Error when the connection has no `downloadMedia`: a wiring mistake, not an error of the post.
 */
export async function downloadImage(
  media: Media,
  position: number,
  { downloadMedia }: PlatformConnection,
  { platformName, maxBytes, contentTypes }: ImageRules,
): Promise<{ outcome: 'fetched'; image: DownloadedMedia } | PrepareFailure> {
  if (!downloadMedia) throw new Error(`${platformName} needs connection.downloadMedia for a post with media`);
  let fetched: DownloadedMedia;
  try {
    fetched = await downloadMedia(media);
  } catch (error) {
    return toReadFailure(error, `Image ${position}`);
  }
  const { bytes } = fetched;
  const contentType = fetched.contentType.split(';')[0]!.trim().toLowerCase();
  if (!contentTypes.includes(contentType)) {
    const message = `The type of image ${position} is not supported on ${platformName}. Supported types: ${contentTypes.join(', ')}.`;
    return rejectContent('media_unsupported', message);
  }
  if (bytes.byteLength > maxBytes) {
    const message = `Image ${position} has ${bytes.byteLength} bytes. ${platformName} allows at most ${maxBytes}.`;
    return rejectContent('media_too_large', message);
  }
  return { outcome: 'fetched', image: { bytes, contentType } };
}
