import type { ImageTarget } from '../domain/media/image-plan.ts';
import type { ImageChange } from '../domain/media/media-asset.ts';
import { encodeOnCanvas, readImageHeader } from './image-decoder.ts';

/** An image that was adapted to a platform. */
export interface AdaptedImage {
  bytes: Uint8Array;
  contentType: ImageTarget['contentType'];
  width: number;
  height: number;
  changes: ImageChange[];
}

/** The qualities of a JPEG that are tried, the best first. Below the last one, the image gets fewer pixels instead. */
const QUALITIES = [92, 85, 75, 65];

/** Photos of this many bytes per pixel look as good as the original; with fewer, they get fewer pixels at first. */
const BYTES_PER_PIXEL = 0.25;

const SMALLER = 0.75;
const MAX_SCALINGS = 6;

/**
 * Change an image without metadata into what a platform takes: scaled, on a white canvas, in sRGB, and within a number of
 * bytes. The same image gives the same result. Returns null for one that is too large even with a fraction of its pixels.
 * Throws for a damaged image.
 */
export async function adaptImage(
  original: Uint8Array,
  from: string,
  target: ImageTarget,
): Promise<AdaptedImage | null> {
  const header = await readImageHeader(original);
  const padded = target.canvasWidth !== target.width || target.canvasHeight !== target.height;
  const changes = new Set<ImageChange>();
  if (target.width < header.width || target.height < header.frameHeight) changes.add('scaled_down');
  if (padded) changes.add('padded');
  if (target.contentType === 'image/png') {
    const bytes = await encodeOnCanvas(original, header, target, null);
    if (bytes.length <= target.maxBytes) return result(bytes, target, from, changes);
  }
  let size = { ...target, contentType: 'image/jpeg' as const };
  const estimate = Math.sqrt(target.maxBytes / BYTES_PER_PIXEL / (target.canvasWidth * target.canvasHeight));
  if (estimate < 1) size = scale(size, estimate);
  for (let scalings = 0; scalings <= MAX_SCALINGS; scalings++) {
    for (const quality of QUALITIES) {
      const bytes = await encodeOnCanvas(original, header, size, quality);
      if (bytes.length > target.maxBytes) continue;
      if (quality < QUALITIES[0]! || size.width < target.width) changes.add('compressed');
      return result(bytes, size, from, changes);
    }
    size = scale(size, SMALLER);
  }
  return null;
}

function scale<T extends ImageTarget>(target: T, factor: number): T {
  const shrink = (pixels: number) => Math.max(1, Math.floor(pixels * factor));
  const { width, height, canvasWidth, canvasHeight } = target;
  return {
    ...target,
    ...{ width: shrink(width), height: shrink(height) },
    ...{ canvasWidth: shrink(canvasWidth), canvasHeight: shrink(canvasHeight) },
  };
}

function result(bytes: Uint8Array, target: ImageTarget, from: string, changes: Set<ImageChange>): AdaptedImage {
  const { contentType, canvasWidth: width, canvasHeight: height } = target;
  if (from !== contentType) changes.add('converted');
  // An image in an accepted form that is only too many bytes.
  if (changes.size === 0) changes.add('compressed');
  return { bytes, contentType, width, height, changes: [...changes].sort() };
}
