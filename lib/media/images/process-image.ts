import { DETECTED_HEAD_BYTES, type DetectedType, detectType } from '../files/detect-type.ts';
import { MediaFormatError, type MediaRejection, toRejection } from '../files/rejection.ts';
import { MAX_IMAGE_BYTES } from '../rules/media-asset.ts';
import { stripGif } from './gif-blocks.ts';
import {
  decodeImage,
  encodeAvif,
  encodeSrgbJpeg,
  encodeUpright,
  type ImageHeader,
  MAX_IMAGE_PIXELS,
  readImageHeader,
} from './image-decoder.ts';
import { trimImageData } from './png-image-data.ts';
import { stripJpeg } from './remove-jpeg-exif.ts';
import { stripPng } from './remove-png-exif.ts';
import { stripWebp } from './remove-webp-exif.ts';
import type { StrippedImage } from './stripped-image.ts';

export type ImageContentType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif';

/** An accepted image, without metadata. */
export interface ProcessedImage {
  outcome: 'accepted';
  bytes: Uint8Array;
  contentType: ImageContentType;
  /** As displayed: the pixels are upright. */
  width: number;
  height: number;
  isAnimated: boolean;
  frames: number;
  /** Whether pixels may be transparent. */
  hasAlpha: boolean;
  /** The length of an animation, shown once; null for a still. */
  durationMs: number | null;
}

/** To turn an image, all of its pixels are in memory: 300 MB of them occupied 1.5 GB, of the 2 GB of a function. */
const MAX_TURNED_BYTES = 200_000_000;

/**
 * Inspect an image by its content and remove its metadata; never throws for any bytes.
 *
 * Metadata is removed from the file without encoding its pixels again. Only an image that is not upright, a CMYK
 * JPEG and an AVIF are encoded again: the first in its format, the second as an sRGB JPEG, and the third, which
 * most platforms reject, as an sRGB JPEG, or as a PNG where pixels may be transparent.
 *
 * The decoder only reads files from which the metadata is already removed. The result has been decoded completely,
 * so a truncated or damaged image is rejected. Too many pixels, frames counted, are rejected by the header, before
 * any is decoded.
 */
export async function processImage(bytes: Uint8Array): Promise<ProcessedImage | MediaRejection> {
  try {
    if (bytes.length > MAX_IMAGE_BYTES) {
      const limit = MAX_IMAGE_BYTES.toLocaleString('en-US');
      throw new MediaFormatError('too_large', `The image has more than ${limit} bytes.`);
    }
    return await processType(bytes, detectType(bytes.subarray(0, DETECTED_HEAD_BYTES)));
  } catch (error) {
    return toRejection(error);
  }
}

async function processType(bytes: Uint8Array, type: DetectedType | null): Promise<ProcessedImage> {
  if (type === 'image/jpeg') return processJpeg(stripJpeg(bytes));
  if (type === 'image/png') return processTurnable(stripPng(bytes), type, true);
  if (type === 'image/webp') {
    const stripped = stripWebp(bytes);
    return processTurnable(stripped, type, stripped.isLossless);
  }
  if (type === 'image/gif') return processGif(bytes);
  if (type === 'image/avif') return processAvif(bytes);
  if (type === 'image/heic') {
    const message = 'HEIC images are not supported: no HEVC decoder is available. Upload a JPEG instead.';
    throw new MediaFormatError('heic_not_supported', message);
  }
  throw new MediaFormatError('unsupported_type', 'The file is not a JPEG, PNG, WebP, GIF or AVIF image.');
}

async function processJpeg(stripped: StrippedImage): Promise<ProcessedImage> {
  const header = await readImageHeader(stripped.bytes);
  if (header.space !== 'cmyk') return processTurnable(stripped, 'image/jpeg', false, header);
  limitPixels(header.width, header.height, 1);
  limitTurned(stripped, header);
  return still(await encodeSrgbJpeg(stripped, header), 'image/jpeg');
}

/** Process a still that EXIF data may turn. */
async function processTurnable(
  stripped: StrippedImage,
  contentType: ImageContentType,
  isLossless: boolean,
  known?: ImageHeader,
): Promise<ProcessedImage> {
  const header = known ?? (await readImageHeader(stripped.bytes));
  limitPixels(header.width, header.height, 1);
  limitTurned(stripped, header);
  if (stripped.orientation !== 1) {
    return still(await encodeUpright(stripped, header, isLossless), contentType);
  }
  await decodeImage(stripped.bytes, header);
  const bytes = contentType === 'image/png' ? await trimImageData(stripped.bytes) : stripped.bytes;
  // What is compressed beside the pixels is only removed with them.
  if (bytes === null) return still(await encodeUpright(stripped, header, isLossless), contentType);
  return accepted(bytes, contentType, header);
}

async function processGif(bytes: Uint8Array): Promise<ProcessedImage> {
  const { frames, durationMs, ...stripped } = stripGif(bytes);
  limitPixels(stripped.width, stripped.height, frames);
  const header = await readImageHeader(stripped.bytes);
  // A decoder enlarges the canvas for a frame that exceeds it.
  limitPixels(header.width, header.frameHeight, frames);
  // The decoder leaves out a frame that it cannot read, where other viewers show something else.
  if ((header.pages ?? 1) !== frames) {
    throw new MediaFormatError('corrupt', `Only ${header.pages ?? 1} of the ${frames} frames can be decoded.`);
  }
  await decodeImage(stripped.bytes, header);
  const image = accepted(stripped.bytes, 'image/gif', header);
  return frames === 1 ? image : { ...image, isAnimated: true, frames, durationMs };
}

async function processAvif(bytes: Uint8Array): Promise<ProcessedImage> {
  const header = await readImageHeader(bytes);
  limitPixels(header.width, header.height, 1);
  if ((header.pages ?? 1) > 1) {
    const message = 'AVIF image sequences are not supported. Upload a GIF instead.';
    throw new MediaFormatError('animation_not_supported', message);
  }
  return still(await encodeAvif(bytes, header), header.hasAlpha ? 'image/png' : 'image/jpeg');
}

function limitPixels(width: number, height: number, frames: number) {
  const pixels = width * height * frames;
  if (pixels <= MAX_IMAGE_PIXELS) return;
  const [found, limit] = [pixels, MAX_IMAGE_PIXELS].map((count) => count.toLocaleString('en-US'));
  const message = `The image has ${found} pixels in all frames. At most ${limit} are allowed.`;
  throw new MediaFormatError('too_many_pixels', message);
}

function limitTurned({ orientation }: StrippedImage, { width, height, channels, depth }: ImageHeader) {
  const sampleBytes = depth === 'ushort' ? 2 : 1;
  if (orientation === 1 || width * height * channels * sampleBytes <= MAX_TURNED_BYTES) return;
  const limit = MAX_TURNED_BYTES.toLocaleString('en-US');
  const message = `A rotated image can have at most ${limit} bytes of pixels. Upload the image upright instead.`;
  throw new MediaFormatError('too_many_pixels', message);
}

/** The result for an image that was encoded again. */
async function still(bytes: Uint8Array, contentType: ImageContentType): Promise<ProcessedImage> {
  return accepted(bytes, contentType, await readImageHeader(bytes));
}

function accepted(bytes: Uint8Array, contentType: ImageContentType, header: ImageHeader): ProcessedImage {
  const { width, frameHeight: height } = header;
  const still = { isAnimated: false, frames: 1, durationMs: null };
  return { outcome: 'accepted', bytes, contentType, width, height, hasAlpha: header.hasAlpha, ...still };
}
