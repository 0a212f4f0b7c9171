import { CONTENT_FORMATS } from './content-rules.ts';
import type { ContentRule } from './platform-definition.ts';
import type { Platform } from './platforms.ts';

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

const TYPES: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp', gif: 'image/gif' };

/** Return the limits of a platform for images, from its rules. */
export function imageLimitsOf(platform: Platform): ImageLimits {
  const { rules } = CONTENT_FORMATS[platform];
  const limitOf = (name: ContentRule['rule'], fallback = Number.POSITIVE_INFINITY) => {
    const found = rules.find(({ rule }) => rule === name);
    return found && 'limit' in found ? found.limit : fallback;
  };
  const takesGifs = rules.some(({ rule }) => rule === 'animation_too_large');
  const accepted = rules.find((each) => each.rule === 'media_unsupported')?.accepts ?? [];
  const maxBytes = limitOf('image_too_large');
  const [minAspect, maxAspect] = rules.find((each) => each.rule === 'image_aspect_ratio')?.accepts.map(ratioOf) ?? [];
  const types = accepted.flatMap((extension) => TYPES[extension] ?? []);
  return {
    types,
    animationTypes: takesGifs ? ['image/gif'] : types,
    maxBytes,
    maxPixels: limitOf('image_too_many_pixels'),
    minWidth: limitOf('image_too_narrow', 1),
    maxWidth: limitOf('image_too_wide'),
    minHeight: limitOf('image_too_low', 1),
    maxHeight: limitOf('image_too_tall'),
    minAspect: minAspect ?? 0,
    maxAspect: maxAspect ?? Number.POSITIVE_INFINITY,
    maxAnimationBytes: limitOf('animation_too_large', maxBytes),
    maxAnimationFrames: limitOf('animation_too_many_frames'),
  };
}

function ratioOf(text: string): number {
  const [width, height] = text.split(':').map(Number);
  return width! / height!;
}
