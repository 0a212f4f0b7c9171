import type { StreamedBody } from '../../../core/net/send-request.ts';
import { type ContentFormat, isLibraryMedia, type Media } from '../definition/platform-definition.ts';
import { acceptedTypes, limitOf } from '../definition/rule-values.ts';
import { rejectContent } from '../http/classification.ts';
import type { MediaSource, PlatformConnection, PrepareFailure } from '../publisher.ts';
import { toReadFailure } from './media.ts';

/** The videos that one platform accepts. */
export type VideoRules = { platformName: string; maxBytes: number; contentTypes: readonly string[] };

/** Return what a platform accepts as the file of a video, from its rules. The inspection has checked the other ones. */
export function videoRulesOf(platformName: string, { rules }: ContentFormat): VideoRules {
  const contentTypes = acceptedTypes(rules, 'video_type_unsupported');
  return { platformName, maxBytes: limitOf(rules, 'video_too_large'), contentTypes };
}

/** A streamed video is one request as long as the attempt has time for it: three times the deadline of another request. */
export const STREAM_DEADLINES = 3;

/** The bytes that are read at once, so that a function never has more than a few of them in memory. */
const READ_BYTES = 4 * 1024 * 1024;

/** Find the video of a post; null for a post of images. */
export function findVideo(media: Media[]): Media | null {
  return media.find(({ type }) => type === 'video') ?? null;
}

/** Reject a video that is not in the media library, or beside other media; null for a valid post, and for images. */
export function validateVideo(media: Media[], platformName: string) {
  const video = findVideo(media);
  if (video && !isLibraryMedia(video)) {
    const message = 'Videos cannot be published from a URL. Add the video to the media library with POST /media.';
    return rejectContent('media_unsupported', message);
  }
  return video && media.length > 1 ? rejectMix(platformName) : null;
}

function rejectMix(platformName: string) {
  return rejectContent('media_mixed', `A post on ${platformName} can have images or a single video, but not both.`);
}

/**
 * Open the file of a video or an animated GIF, which its post has alone, and check it against the platform's rules.
 *
 * @throws Error when the connection has no `openMedia`: a wiring mistake, not an error of the post.
 */
export async function openVideo(
  video: Media,
  media: Media[],
  { openMedia }: PlatformConnection,
  { platformName, maxBytes, contentTypes }: VideoRules,
): Promise<{ outcome: 'opened'; source: MediaSource } | PrepareFailure> {
  const rejection = validateVideo(media, platformName);
  if (rejection) return rejection;
  if (media.length > 1) return rejectMix(platformName);
  if (!openMedia) throw new Error(`${platformName} needs connection.openMedia for a post with a video`);
  let source: MediaSource;
  try {
    source = await openMedia(video);
  } catch (error) {
    return toReadFailure(error, 'The video');
  }
  const { contentType, sizeBytes } = source;
  if (!contentTypes.includes(contentType)) {
    const message = `The type of the video is not supported on ${platformName}. Supported types: ${contentTypes.join(', ')}.`;
    return rejectContent('media_unsupported', message);
  }
  if (sizeBytes > maxBytes) {
    const message = `The video has ${sizeBytes} bytes. ${platformName} allows at most ${maxBytes}.`;
    return rejectContent('media_too_large', message);
  }
  return { outcome: 'opened', source };
}

/** Read a part of a video completely. */
export async function readPart(
  source: MediaSource,
  fromByte: number,
  lengthBytes: number,
): Promise<{ outcome: 'read'; bytes: Uint8Array } | PrepareFailure> {
  try {
    const bytes = await source.read(fromByte, lengthBytes);
    if (bytes.byteLength !== lengthBytes) throw new Error('The file ended early.');
    return { outcome: 'read', bytes };
  } catch (error) {
    return toReadFailure(error, 'The video');
  }
}

/**
 * Stream a video from a byte up to another one, or to its end. `failure` returns why a part could not be read, and null
 * while all could.
 */
export function streamVideo(
  source: MediaSource,
  fromByte = 0,
  toByte = source.sizeBytes,
): { body: StreamedBody; failure(): PrepareFailure | null } {
  let failure: PrepareFailure | null = null;
  async function* parts() {
    for (let at = fromByte; at < toByte; at += READ_BYTES) {
      const part = await readPart(source, at, Math.min(READ_BYTES, toByte - at));
      if (part.outcome !== 'read') {
        failure = part;
        throw new Error('A part of the video could not be read.');
      }
      yield part.bytes;
    }
  }
  return { body: { lengthBytes: toByte - fromByte, parts }, failure: () => failure };
}
