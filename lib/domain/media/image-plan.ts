import { type ImageLimits, imageLimitsOf } from '../../platforms/image-limits.ts';
import { PLATFORM_TABLE, type Platform } from '../../platforms/platforms.ts';
import type { MediaFile, UnsupportedCode } from './media-asset.ts';

/** What an image becomes: its pixels are scaled to `width` x `height` and centered on a white canvas. */
export interface ImageTarget {
  contentType: 'image/jpeg' | 'image/png';
  width: number;
  height: number;
  canvasWidth: number;
  canvasHeight: number;
  maxBytes: number;
}

/** What a platform needs of an image: nothing, an adaptation, or another file. */
export type ImagePlan =
  | { kind: 'unchanged' }
  | { kind: 'adapt'; target: ImageTarget }
  | { kind: 'unsupported'; code: UnsupportedCode; message: string };

type Facts = Pick<MediaFile, 'content_type' | 'size_bytes' | 'width' | 'height' | 'is_animated'>;

/**
 * Plan how an image meets the limits of a platform. It is never scaled up; an aspect ratio outside of the range, or too few
 * pixels of width, are filled with white at both sides, so that nothing is cut off.
 */
export function planImage(file: Facts, platform: Platform): ImagePlan {
  const limits = imageLimitsOf(platform);
  const isAccepted = limits.types.includes(file.content_type);
  if (file.is_animated && !isAccepted) {
    const message = `${PLATFORM_TABLE[platform].displayName} receives no animations from this service yet.`;
    return { kind: 'unsupported', code: 'animation_not_supported', message };
  }
  const size = fit(file, limits);
  const isSame = size.canvasWidth === file.width && size.canvasHeight === file.height;
  if (isAccepted && isSame && file.size_bytes <= limits.maxBytes) return { kind: 'unchanged' };
  if (file.is_animated) {
    const message = `${PLATFORM_TABLE[platform].displayName} takes animations of at most ${limits.maxPixels.toLocaleString('en-US')} pixels. Animations are not scaled.`;
    return { kind: 'unsupported', code: 'image_too_large', message };
  }
  const isLossless = file.content_type !== 'image/jpeg' && limits.types.includes('image/png');
  const contentType = isLossless ? 'image/png' : 'image/jpeg';
  return { kind: 'adapt', target: { ...size, contentType, maxBytes: limits.maxBytes } };
}

/** Scale an image down to the largest size whose canvas is within the limits. All results are whole pixels. */
function fit({ width, height }: Facts, limits: ImageLimits): Omit<ImageTarget, 'contentType' | 'maxBytes'> {
  const aspect = width / height;
  // The canvas of one unit of height.
  const canvasAspect = Math.min(Math.max(aspect, limits.minAspect), limits.maxAspect);
  const canvasPerWidth = aspect < canvasAspect ? canvasAspect / aspect : 1;
  const pixels = width * height * Math.max(canvasPerWidth, aspect / canvasAspect);
  const factor = Math.min(1, limits.maxWidth / (width * canvasPerWidth), Math.sqrt(limits.maxPixels / pixels));
  const scaled = { width: shrink(width, factor), height: shrink(height, factor) };
  const canvasWidth = Math.max(scaled.width, Math.ceil(scaled.height * limits.minAspect), limits.minWidth);
  const canvasHeight = Math.max(scaled.height, Math.ceil(canvasWidth / limits.maxAspect));
  return { ...scaled, canvasWidth: Math.min(canvasWidth, limits.maxWidth), canvasHeight };
}

function shrink(pixels: number, factor: number): number {
  return factor === 1 ? pixels : Math.max(1, Math.floor(pixels * factor));
}
