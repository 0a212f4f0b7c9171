import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { MediaFormatError } from '../files/rejection.ts';
import type { FittedSize } from '../rules/resize-image.ts';
import type { StrippedImage } from './stripped-image.ts';

// A function decodes an image once, so the cache of operations only occupies memory after its end.
sharp.cache(false);
// 2,048 MB of memory come with one processor and a bit: a second thread adds buffers and no speed.
sharp.concurrency(1);

/** The pixels of all frames, decoded: at most 400 MB at 4 bytes each, and 800 MB at 8 bytes each. */
export const MAX_IMAGE_PIXELS = 100_000_000;

/** A file that takes longer is built to take long; 99 megapixels of one color took 1 s. */
const MAX_DECODE_SECONDS = 60;

const RE_ENCODED_QUALITY = 95;

/** The quality from which a JPEG has a sample of each color per pixel. */
const FULL_CHROMA_QUALITY = 90;

/** What the header of an image declares. */
export interface ImageHeader extends Metadata {
  /** The height of one frame. */
  frameHeight: number;
}

/** Read the header of an image without metadata, without decoding pixels; throws for a damaged one. */
export async function readImageHeader(bytes: Uint8Array): Promise<ImageHeader> {
  // The limit is checked by the caller, which names it in its rejection.
  const metadata = await sharp(bytes, { limitInputPixels: false, animated: true }).metadata();
  return { ...metadata, frameHeight: metadata.pageHeight ?? metadata.height };
}

/** Decode every pixel of every frame, in a window of rows where the format allows; throws for a damaged image. */
export async function decodeImage(bytes: Uint8Array, header: ImageHeader): Promise<void> {
  const all = { left: 0, top: 0, width: header.width, height: header.frameHeight };
  // The mean of all pixels needs each of them and occupies nothing. After `extract`, no decoder skips details.
  const pixel = open(bytes, header, { animated: true }).extract(all).resize(1, 1, { fit: 'fill' });
  await finish(pixel.raw());
}

/** Turn an image upright and encode it in its own format, with its ICC profile. */
export async function encodeUpright(image: StrippedImage, header: ImageHeader, isLossless: boolean) {
  const upright = turn(open(image.bytes, header), image.orientation).keepIccProfile();
  // 16-bit samples otherwise become 8-bit ones.
  if (header.depth === 'ushort') upright.toColourspace(header.channels < 3 ? 'grey16' : 'rgb16');
  return finish(inFormat(upright, header.format, isLossless));
}

/** Convert a CMYK image to an upright sRGB one, as its ICC profile says. */
export async function encodeSrgbJpeg(image: StrippedImage, header: ImageHeader) {
  const converted = turn(open(image.bytes, header), image.orientation).toColourspace('srgb');
  return finish(inFormat(converted, 'jpeg', false));
}

/** Convert an AVIF image to sRGB: to a PNG if pixels may be transparent, else to a JPEG. */
export async function encodeAvif(bytes: Uint8Array, header: ImageHeader) {
  const converted = open(bytes, header).toColourspace('srgb');
  return finish(inFormat(converted, header.hasAlpha ? 'png' : 'jpeg', true));
}

/**
 * Encode an image in sRGB, scaled and centered on a white canvas: as a JPEG of a quality, or as a PNG, which stays
 * transparent where it is not padded.
 */
export async function encodeOnCanvas(
  bytes: Uint8Array,
  header: ImageHeader,
  { width, height, canvasWidth, canvasHeight }: FittedSize,
  quality: number | null,
): Promise<Uint8Array> {
  const isPadded = canvasWidth !== width || canvasHeight !== height;
  const image = open(bytes, header).resize(width, height, { fit: 'fill' }).toColourspace('srgb');
  const opaque = quality !== null || isPadded ? image.flatten({ background: '#ffffff' }) : image;
  const [left, top] = [Math.floor((canvasWidth - width) / 2), Math.floor((canvasHeight - height) / 2)];
  const [right, bottom] = [canvasWidth - width - left, canvasHeight - height - top];
  const framed = isPadded ? opaque.extend({ left, top, right, bottom, background: '#ffffff' }) : opaque;
  if (quality === null) return finish(framed.png());
  // Text and lines lose their colors with fewer samples.
  const chromaSubsampling = quality >= FULL_CHROMA_QUALITY ? '4:4:4' : '4:2:0';
  return finish(framed.jpeg({ quality, chromaSubsampling }));
}

function open(bytes: Uint8Array, header: ImageHeader, options: SharpOptions = {}): Sharp {
  return sharp(bytes, {
    ...options,
    // A JPEG decoder only warns when it fills missing pixels with gray. Those of other formats warn of harmless things.
    failOn: header.format === 'jpeg' ? 'warning' : 'error',
    limitInputPixels: MAX_IMAGE_PIXELS,
    sequentialRead: true,
  }).timeout({ seconds: MAX_DECODE_SECONDS });
}

async function finish(image: Sharp): Promise<Uint8Array> {
  try {
    return await image.toBuffer();
  } catch (error) {
    if (!/^timeout/.test((error as Error).message)) throw error;
    throw new MediaFormatError('too_complex', `Decoding the image takes longer than ${MAX_DECODE_SECONDS} s.`);
  }
}

/** Apply an EXIF orientation: 2, 4, 5 and 7 are mirrored, 3 is upside down, 5 to 8 are on their side. */
function turn(image: Sharp, orientation: number): Sharp {
  const quarterTurns = [0, 0, 2, 2, 3, 1, 1, 3][orientation - 1] ?? 0;
  const isMirrored = [2, 4, 5, 7].includes(orientation);
  // The mirror is applied before the rotation in the order of sharp.
  return isMirrored ? image.flop().rotate(quarterTurns * 90) : image.rotate(quarterTurns * 90);
}

function inFormat(image: Sharp, format: string, isLossless: boolean): Sharp {
  if (format === 'png') return image.png();
  if (format === 'webp') return image.webp({ quality: RE_ENCODED_QUALITY, lossless: isLossless });
  return image.jpeg({ quality: RE_ENCODED_QUALITY, chromaSubsampling: '4:4:4' });
}
