import type { ImageLimits } from '../../platforms/image-limits.ts';

/** The size of an image, and that of the canvas on which it is centered. All are whole pixels. */
export interface FittedSize {
  width: number;
  height: number;
  canvasWidth: number;
  canvasHeight: number;
}

type SizeLimits = Omit<ImageLimits, 'types' | 'maxBytes' | 'maxAnimationBytes' | 'maxAnimationFrames'>;

/**
 * Scale an image down to the largest size whose canvas is within the limits. It is never scaled up: where the aspect ratio
 * is out of range, or a side is too short, the canvas is larger than the image, and nothing is cut off.
 */
export function fitImage({ width, height }: { width: number; height: number }, limits: SizeLimits): FittedSize {
  const aspect = width / height;
  const canvasAspect = Math.min(Math.max(aspect, limits.minAspect), limits.maxAspect);
  // The canvas around the image before it is scaled.
  const outerWidth = Math.max(width, height * canvasAspect);
  const outerHeight = Math.max(height, width / canvasAspect);
  const factor = Math.min(
    1,
    limits.maxWidth / outerWidth,
    limits.maxHeight / outerHeight,
    Math.sqrt(limits.maxPixels / (outerWidth * outerHeight)),
  );
  const scaled = { width: shrink(width, factor), height: shrink(height, factor) };
  const canvasWidth = Math.max(scaled.width, Math.ceil(scaled.height * limits.minAspect), limits.minWidth);
  const canvasHeight = Math.max(scaled.height, Math.ceil(canvasWidth / limits.maxAspect), limits.minHeight);
  return { ...scaled, canvasWidth: Math.min(canvasWidth, limits.maxWidth), canvasHeight };
}

function shrink(pixels: number, factor: number): number {
  return factor === 1 ? pixels : Math.max(1, Math.floor(pixels * factor));
}
