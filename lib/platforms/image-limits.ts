import { CONTENT_FORMATS } from './content-rules.ts';
import type { ContentRule } from './platform-definition.ts';
import type { Platform } from './platforms.ts';

/** What a platform accepts as an image. A limit is infinite, or 0 for a minimum, where the platform has none. */
export interface ImageLimits {
  /** The media types, such as `image/jpeg`. */
  types: readonly string[];
  maxBytes: number;
  maxPixels: number;
  minWidth: number;
  maxWidth: number;
  /** Width divided by height. */
  minAspect: number;
  maxAspect: number;
}

const TYPES: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp', gif: 'image/gif' };

/** Return the limits of a platform for images, from its rules. */
export function imageLimitsOf(platform: Platform): ImageLimits {
  const { rules } = CONTENT_FORMATS[platform];
  const limitOf = (name: ContentRule['rule'], fallback: number) => {
    const found = rules.find(({ rule }) => rule === name);
    return found && 'limit' in found ? found.limit : fallback;
  };
  const accepted = rules.find((each) => each.rule === 'media_unsupported')?.accepts ?? [];
  const [minAspect, maxAspect] = rules.find((each) => each.rule === 'image_aspect_ratio')?.accepts.map(ratioOf) ?? [];
  return {
    types: accepted.flatMap((extension) => TYPES[extension] ?? []),
    maxBytes: limitOf('image_too_large', Number.POSITIVE_INFINITY),
    maxPixels: limitOf('image_too_many_pixels', Number.POSITIVE_INFINITY),
    minWidth: limitOf('image_too_narrow', 0),
    maxWidth: limitOf('image_too_wide', Number.POSITIVE_INFINITY),
    minAspect: minAspect ?? 0,
    maxAspect: maxAspect ?? Number.POSITIVE_INFINITY,
  };
}

function ratioOf(text: string): number {
  const [width, height] = text.split(':').map(Number);
  return width! / height!;
}
