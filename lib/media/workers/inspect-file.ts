import type { MediaFile, VideoFacts } from '../../platforms/kit/definition/media-file.ts';
import type { ByteSource } from '../files/byte-source.ts';
import { DETECTED_HEAD_BYTES, type DetectedType, detectType } from '../files/detect-type.ts';
import { processImage } from '../images/process-image.ts';
import { MAX_IMAGE_BYTES, MAX_UPLOAD_BYTES, type MediaErrorCode } from '../rules/media-asset.ts';
import type { Patch } from '../video/patches.ts';
import { processVideo } from '../video/process-video.ts';

/** Why a file is rejected. The message names the rule and the number. */
export type Rejection = { code: MediaErrorCode; message: string };

/** An inspected image: its bytes without metadata, and what it contains. */
export type InspectedImage = { bytes: Uint8Array; file: MediaFile; frames: number; hasAlpha: boolean };

/** An inspected video: the changes that remove its metadata, and what it contains. */
export type InspectedVideo = { patches: Patch[]; file: MediaFile & { video: VideoFacts } };

/**
 * Inspect a file by its content, and remove its metadata. Images are read completely, and of videos only the indexes.
 * Rejects only when `source` does.
 */
export async function inspectFile(source: ByteSource): Promise<InspectedImage | InspectedVideo | Rejection> {
  const { sizeBytes } = source;
  if (sizeBytes === 0) return { code: 'empty', message: 'The file is empty.' };
  if (sizeBytes > MAX_UPLOAD_BYTES) return tooLarge('file', MAX_UPLOAD_BYTES);
  const type = detectType(await source.read(0, Math.min(DETECTED_HEAD_BYTES, sizeBytes)));
  if (type === 'video/mp4' || type === 'video/quicktime') return inspectVideo(source, type);
  if (type === null || type.startsWith('video/')) return unsupported(type);
  return sizeBytes > MAX_IMAGE_BYTES ? tooLarge('image', MAX_IMAGE_BYTES) : inspectImage(source);
}

async function inspectVideo(
  source: ByteSource,
  type: 'video/mp4' | 'video/quicktime',
): Promise<InspectedVideo | Rejection> {
  const result = await processVideo(source);
  if (result.outcome === 'rejected') return { code: result.code, message: result.message };
  const { sizeBytes: size_bytes, patches, width, height, durationMs: duration_ms, facts: video } = result;
  const shown = { width, height, is_animated: false, duration_ms, video, adaptations: [], unsupported: [] };
  return { patches, file: { content_type: type, size_bytes, ...shown } };
}

async function inspectImage(source: ByteSource): Promise<InspectedImage | Rejection> {
  const result = await processImage(await source.read(0, source.sizeBytes));
  if (result.outcome === 'rejected') return { code: result.code, message: result.message };
  const { bytes, contentType, width, height, isAnimated, durationMs, frames, hasAlpha } = result;
  const shown = { width, height, is_animated: isAnimated, duration_ms: durationMs, video: null };
  const file = { content_type: contentType, size_bytes: bytes.byteLength, ...shown, adaptations: [], unsupported: [] };
  return { bytes, file, frames, hasAlpha };
}

function unsupported(type: DetectedType | null): Rejection {
  const accepted = 'A file is a JPEG, PNG, WebP, GIF or AVIF image, or an MP4 or QuickTime video, by its content.';
  const name = type === 'video/webm' ? 'WebM' : 'Matroska';
  const message = type === null ? accepted : `${name} videos are not supported. ${accepted}`;
  return { code: 'unsupported_type', message };
}

function tooLarge(what: 'file' | 'image', maxBytes: number): Rejection {
  return { code: 'too_large', message: `The ${what} has more than ${maxBytes.toLocaleString('en-US')} bytes.` };
}
