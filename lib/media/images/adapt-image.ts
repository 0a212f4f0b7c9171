import type { ImageChange } from '../../platforms/kit/definition/media-file.ts';
import type { ImageFacts, ImageTarget } from '../rules/image-plan.ts';
import { type FittedSize, fitImage } from '../rules/resize-image.ts';
import { encodeOnCanvas, type ImageHeader, readImageHeader } from './image-decoder.ts';

/** An image that was adapted to a platform. */
export interface AdaptedImage {
  bytes: Uint8Array;
  contentType: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
  changes: ImageChange[];
}

/** The qualities of a JPEG that are tried, the best first. Below the last one, the image gets fewer pixels instead. */
const QUALITIES = [92, 82, 70] as const;

/** Photos of this many bytes per pixel look as good as the original. For a better quality, they get fewer pixels at first. */
const BYTES_PER_PIXEL = 0.25;

/** A PNG is only tried if the image has less than this many times the bytes that are allowed, in proportion to its pixels. */
const MAX_PNG_EXCESS = 2;

const MAX_SCALINGS = 5;

type Encoded = { bytes: Uint8Array; contentType: AdaptedImage['contentType']; size: FittedSize; isCompressed: boolean };

/**
 * Change an image without metadata into what a platform takes: scaled down, centered on a white canvas, in sRGB, and within
 * a number of bytes. The same image gives the same result. Returns null for one that has too many bytes even with a
 * fraction of its pixels. Throws for a damaged image.
 */
export async function adaptImage(
  original: Uint8Array,
  file: ImageFacts,
  target: ImageTarget,
): Promise<AdaptedImage | null> {
  const header = await readImageHeader(original);
  const encoded =
    (await encodePng(original, header, file, target)) ?? (await encodeJpeg(original, header, file, target));
  if (encoded === null) return null;
  const { bytes, contentType, size } = encoded;
  const changes: ImageChange[] = [];
  if (file.content_type !== contentType) changes.push('converted');
  if (size.width < file.width || size.height < file.height) changes.push('scaled_down');
  if (size.canvasWidth > size.width || size.canvasHeight > size.height) changes.push('padded');
  // Without another change, the image had too many bytes.
  if (encoded.isCompressed || changes.length === 0) changes.push('compressed');
  return { bytes, contentType, width: size.canvasWidth, height: size.canvasHeight, changes };
}

/** Encode an image as a PNG; null where another type is to be tried. */
async function encodePng(
  original: Uint8Array,
  header: ImageHeader,
  file: ImageFacts,
  { types, limits }: ImageTarget,
): Promise<Encoded | null> {
  if (!types.includes('image/png')) return null;
  const size = fitImage(file, limits);
  const share = (size.width * size.height) / (file.width * file.height);
  if (file.size_bytes * share > limits.maxBytes * MAX_PNG_EXCESS) return null;
  const bytes = await encodeOnCanvas(original, header, size, null);
  return bytes.length > limits.maxBytes ? null : { bytes, contentType: 'image/png', size, isCompressed: false };
}

/** Encode an image as a JPEG with the best quality, and then with the most pixels, that its bytes allow. */
async function encodeJpeg(
  original: Uint8Array,
  header: ImageHeader,
  file: ImageFacts,
  { limits }: ImageTarget,
): Promise<Encoded | null> {
  let maxPixels = Math.min(limits.maxPixels, limits.maxBytes / BYTES_PER_PIXEL);
  const whole = fitImage(file, limits);
  for (let scalings = 0; scalings <= MAX_SCALINGS; scalings++) {
    const size = fitImage(file, { ...limits, maxPixels });
    let bytes: Uint8Array = new Uint8Array();
    for (const quality of QUALITIES) {
      bytes = await encodeOnCanvas(original, header, size, quality);
      if (bytes.length > limits.maxBytes) continue;
      const isCompressed = quality < QUALITIES[0] || size.width < whole.width;
      return { bytes, contentType: 'image/jpeg', size, isCompressed };
    }
    // The bytes are about proportional to the pixels. Each round has fewer.
    maxPixels = size.canvasWidth * size.canvasHeight * Math.min(0.8, (0.9 * limits.maxBytes) / bytes.length);
  }
  return null;
}
