import { acceptedBy, acceptedTypes, limitOf } from './kit/definition/rule-values.ts';
import { CONTENT_FORMATS, type Platform } from './platforms.ts';

/** What a platform accepts as an image. A limit is infinite, or 0 or 1 for a minimum, where the platform has none. */
export interface ImageLimits {
  /** The media types, such as `image/jpeg`. */
  types: readonly string[];
  maxBytes: number;
  maxPixels: number;
  minWidth: number;
  maxWidth: number;
  minHeight: number;
  maxHeight: number;
  /** Width divided by height. */
  minAspect: number;
  maxAspect: number;
  /** The media types of images with several frames. */
  animationTypes: readonly string[];
  maxAnimationBytes: number;
  maxAnimationFrames: number;
}

/** Return the limits of a platform for images, from its rules. */
export function imageLimitsOf(platform: Platform): ImageLimits {
  const { rules } = CONTENT_FORMATS[platform];
  const takesGifs = rules.some(({ rule }) => rule === 'animation_too_large');
  const maxBytes = limitOf(rules, 'image_too_large');
  const [minAspect, maxAspect] = acceptedBy(rules, 'image_aspect_ratio')?.map(ratioOf) ?? [];
  const types = acceptedTypes(rules, 'media_unsupported');
  return {
    types,
    animationTypes: takesGifs ? ['image/gif'] : types,
    maxBytes,
    maxPixels: limitOf(rules, 'image_too_many_pixels'),
    minWidth: limitOf(rules, 'image_too_narrow', 1),
    maxWidth: limitOf(rules, 'image_too_wide'),
    minHeight: limitOf(rules, 'image_height_too_small', 1),
    maxHeight: limitOf(rules, 'image_too_tall'),
    minAspect: minAspect ?? 0,
    maxAspect: maxAspect ?? Number.POSITIVE_INFINITY,
    maxAnimationBytes: limitOf(rules, 'animation_too_large', maxBytes),
    maxAnimationFrames: limitOf(rules, 'animation_too_many_frames'),
  };
}

/** Check whether a platform accepts images. */
export function acceptsImages(platform: Platform): boolean {
  return acceptedTypes(CONTENT_FORMATS[platform].rules, 'media_unsupported').length > 0;
}

/** Convert an aspect ratio such as `1.91:1` to a number: the width divided by the height. */
export function ratioOf(text: string): number {
  const [width, height] = text.split(':').map(Number);
  return width! / height!;
}
