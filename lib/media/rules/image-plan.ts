import { type ImageLimits, imageLimitsOf } from '../../platforms/image-limits.ts';
import type { MediaFile, UnsupportedCode } from '../../platforms/kit/definition/media-file.ts';
import { PLATFORM_TABLE, type Platform } from '../../platforms/platforms.ts';
import { type FittedSize, fitImage } from './resize-image.ts';

/** The longest side that an encoder of JPEG images accepts. */
const MAX_JPEG_SIDE = 65_500;

/** A rule of a platform that a file violates however it is changed. */
export type Unsupported = { code: UnsupportedCode; message: string };

/** The rules whose limit is the smallest value. */
const MINIMA: readonly UnsupportedCode[] = ['image_too_narrow', 'image_height_too_small'];

/** What an image becomes: the first of these types in which it has few enough bytes. */
export interface ImageTarget {
  types: readonly ('image/png' | 'image/jpeg')[];
  limits: ImageLimits;
}

/** What a platform needs of an image: nothing, an adaptation, or another file. */
export type ImagePlan =
  | { kind: 'unchanged' }
  | { kind: 'adapt'; target: ImageTarget }
  | ({ kind: 'unsupported' } & Unsupported);

/** What a plan depends on. */
export type ImageFacts = Pick<MediaFile, 'content_type' | 'size_bytes' | 'width' | 'height' | 'is_animated'> & {
  /** 1 for a still. */
  frames: number;
  hasAlpha: boolean;
};

/** Plan how an image meets the limits of a platform. Animations are not changed. */
export function planImage(file: ImageFacts, platform: Platform): ImagePlan {
  const limits = imageLimitsOf(platform);
  if (file.is_animated) return planAnimation(file, limits, PLATFORM_TABLE[platform].displayName);
  const isAccepted = limits.types.includes(file.content_type);
  if (isAccepted && file.size_bytes <= limits.maxBytes && isSameSize(fitImage(file, limits), file)) {
    return { kind: 'unchanged' };
  }
  const maxWidth = Math.min(limits.maxWidth, MAX_JPEG_SIDE);
  const maxHeight = Math.min(limits.maxHeight, MAX_JPEG_SIDE);
  return { kind: 'adapt', target: { types: typesFor(file, limits), limits: { ...limits, maxWidth, maxHeight } } };
}

/**
 * Choose the types of a result: graphics stay lossless, and pixels transparent, where the platform accepts it; photos
 * become JPEGs.
 */
function typesFor({ content_type, hasAlpha }: ImageFacts, { types }: ImageLimits): ImageTarget['types'] {
  const isGraphic = ['image/png', 'image/gif'].includes(content_type) || hasAlpha;
  return isGraphic && types.includes('image/png') ? ['image/png', 'image/jpeg'] : ['image/jpeg'];
}

function planAnimation(file: ImageFacts, limits: ImageLimits, name: string): ImagePlan {
  if (!limits.animationTypes.includes(file.content_type)) {
    const message = `Animated images are not supported on ${name}.`;
    return { kind: 'unsupported', code: 'media_unsupported', message };
  }
  const { size_bytes, frames, width, height } = file;
  const rows: [UnsupportedCode, actual: number, limit: number, unit: string][] = [
    ['animation_too_large', size_bytes, limits.maxAnimationBytes, 'bytes'],
    ['animation_too_many_frames', frames, limits.maxAnimationFrames, 'frames'],
    ['image_too_many_pixels', width * height, limits.maxPixels, 'pixels'],
    ['image_too_narrow', width, limits.minWidth, 'pixels of width'],
    ['image_too_wide', width, limits.maxWidth, 'pixels of width'],
    ['image_height_too_small', height, limits.minHeight, 'pixels of height'],
    ['image_too_tall', height, limits.maxHeight, 'pixels of height'],
  ];
  const isMinimum = (code: UnsupportedCode) => MINIMA.includes(code);
  const violated = rows.find(([code, actual, limit]) => (isMinimum(code) ? actual < limit : actual > limit));
  if (!violated) return { kind: 'unchanged' };
  const [code, actual, limit, unit] = violated;
  const [found, bound] = [actual, limit].map((count) => count.toLocaleString('en-US'));
  const most = isMinimum(code) ? 'requires at least' : 'allows at most';
  const message = `The animation has ${found} ${unit}. ${name} ${most} ${bound}, and animations are not adapted.`;
  return { kind: 'unsupported', code, message };
}

function isSameSize({ canvasWidth, canvasHeight }: FittedSize, { width, height }: ImageFacts): boolean {
  return canvasWidth === width && canvasHeight === height;
}
