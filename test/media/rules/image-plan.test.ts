import { describe, expect, it } from 'vitest';
import { type ImageFacts, planImage } from '../../../lib/media/rules/image-plan.ts';
import { type FittedSize, fitImage } from '../../../lib/media/rules/resize-image.ts';
import { acceptsImages, imageLimitsOf } from '../../../lib/platforms/image-limits.ts';
import { PLATFORMS, type Platform } from '../../../lib/platforms/platform.ts';

const photo = { content_type: 'image/jpeg', size_bytes: 400_000, width: 1200, height: 900 };
const facts = (changed: Partial<ImageFacts> = {}): ImageFacts => ({
  ...photo,
  ...{ is_animated: false, frames: 1, hasAlpha: false },
  ...changed,
});
const gif = (changed: Partial<ImageFacts> = {}) =>
  facts({ content_type: 'image/gif', is_animated: true, frames: 20, ...changed });

/** The size on a platform of an image with these sides. */
const fitted = (width: number, height: number, platform: Platform) =>
  fitImage({ width, height }, imageLimitsOf(platform));

/** Sides from 1 to 100,000 pixels in all proportions, of at most 100 megapixels. */
const SIDES = [
  1, 2, 3, 4, 5, 7, 99, 100, 319, 320, 321, 1079, 1440, 1441, 1801, 4096, 6013, 8192, 8193, 65_501, 100_000,
];
const SIZES = SIDES.flatMap((width) => SIDES.map((height) => ({ width, height }))).filter(
  ({ width, height }) => width * height <= 100_000_000,
);

describe.each(PLATFORMS.filter(acceptsImages))('the size of an image on %s', (platform) => {
  const limits = imageLimitsOf(platform);

  /** The limits that a size violates. */
  function violated({ canvasWidth, canvasHeight }: FittedSize): string[] {
    const aspect = canvasWidth / canvasHeight;
    const checks = {
      width: canvasWidth >= limits.minWidth && canvasWidth <= limits.maxWidth,
      height: canvasHeight >= limits.minHeight && canvasHeight <= limits.maxHeight,
      aspect: aspect >= limits.minAspect && aspect <= limits.maxAspect,
      pixels: canvasWidth * canvasHeight <= limits.maxPixels,
    };
    return Object.entries(checks).flatMap(([name, isMet]) => (isMet ? [] : name));
  }

  it('is within its limits for every size of the original', () => {
    const wrong = SIZES.map((size) => ({ size, names: violated(fitImage(size, limits)) }));
    expect(wrong.filter(({ names }) => names.length > 0)).toEqual([]);
  });

  it('is never larger than the original, and whole within its canvas', () => {
    for (const original of SIZES) {
      const { width, height, canvasWidth, canvasHeight } = fitImage(original, limits);
      expect([width <= original.width, height <= original.height]).toEqual([true, true]);
      expect([width <= canvasWidth, height <= canvasHeight, width >= 1, height >= 1]).toEqual([true, true, true, true]);
      expect([width, height, canvasWidth, canvasHeight].every(Number.isInteger)).toBe(true);
    }
  });

  it('has the proportions of the original, to a pixel', () => {
    for (const original of SIZES) {
      const { width, height } = fitImage(original, limits);
      expect(Math.abs(width - (height * original.width) / original.height)).toBeLessThanOrEqual(
        1 + original.width / original.height,
      );
    }
  });
});

it('an image below the smallest width of Instagram is padded and not enlarged', () => {
  expect(fitted(200, 200, 'instagram')).toEqual({ width: 200, height: 200, canvasWidth: 320, canvasHeight: 200 });
});

it.each([
  ['a panorama', 4000, 500, { width: 1440, height: 180, canvasWidth: 1440, canvasHeight: 754 }],
  ['a screenshot of a phone', 1080, 2400, { width: 810, height: 1800, canvasWidth: 1440, canvasHeight: 1800 }],
  ['a line of one pixel', 1, 10_000, { width: 1, height: 1800, canvasWidth: 1440, canvasHeight: 1800 }],
])('%s is shown whole on Instagram, between white bars', (_, width, height, size) => {
  expect(fitted(width, height, 'instagram')).toEqual(size);
});

describe('the plan of a still', () => {
  it.each(PLATFORMS.filter(acceptsImages))('changes nothing of an image within the limits of %s', (platform) => {
    expect(planImage(facts(), platform)).toEqual({ kind: 'unchanged' });
  });

  it.each([
    ['twitter', 5_242_880],
    ['bluesky', 2_000_000],
    ['instagram', 8_000_000],
    ['linkedin', 37_748_736],
  ] as const)('adapts an image for %s from the first byte above %i', (platform, size_bytes) => {
    expect(planImage(facts({ size_bytes }), platform).kind).toBe('unchanged');
    expect(planImage(facts({ size_bytes: size_bytes + 1 }), platform).kind).toBe('adapt');
  });

  it.each([
    ['image/png', false, ['image/png', 'image/jpeg']],
    ['image/gif', false, ['image/png', 'image/jpeg']],
    ['image/webp', true, ['image/png', 'image/jpeg']],
    ['image/webp', false, ['image/jpeg']],
    ['image/jpeg', false, ['image/jpeg']],
  ])('makes of a large %s (alpha: %s) on LinkedIn one of %j', (content_type, hasAlpha, types) => {
    const file = facts({ content_type, hasAlpha, width: 9000, height: 9000 });
    expect(planImage(file, 'linkedin')).toMatchObject({ kind: 'adapt', target: { types } });
    expect(planImage(file, 'instagram')).toMatchObject({ target: { types: ['image/jpeg'] } });
  });
});

describe('the plan of an animation', () => {
  it('changes nothing on a platform that takes it', () => {
    expect(planImage(gif(), 'linkedin')).toEqual({ kind: 'unchanged' });
  });

  it.each(['instagram', 'bluesky'] as const)('names the rule of %s, which takes none', (platform) => {
    expect(planImage(gif(), platform)).toMatchObject({ kind: 'unsupported', code: 'media_unsupported' });
  });

  it.each([
    ['image_too_narrow', { width: 3 }],
    ['image_height_too_small', { height: 3 }],
    ['image_too_wide', { width: 8193 }],
    ['image_too_tall', { height: 8193 }],
    ['animation_too_many_frames', { frames: 351 }],
    ['animation_too_large', { size_bytes: 15_728_641 }],
  ])('names the rule %s of X', (code, changed) => {
    expect(planImage(gif({ width: 8192, height: 4, frames: 350 }), 'twitter')).toEqual({ kind: 'unchanged' });
    expect(planImage(gif(changed), 'twitter')).toMatchObject({ kind: 'unsupported', code });
  });

  it.each([
    ['frames', { frames: 250 }, { frames: 251 }, 'animation_too_many_frames', '250'],
    ['bytes', { size_bytes: 37_748_736 }, { size_bytes: 37_748_737 }, 'animation_too_large', '37,748,736'],
    ['pixels', { width: 6000, height: 6025 }, { width: 6000, height: 6026 }, 'image_too_many_pixels', '36,152,319'],
  ])('names the rule and the number for one frame, byte or pixel too many: %s', (_, most, more, code, limit) => {
    expect(planImage(gif(most), 'linkedin').kind).toBe('unchanged');
    const plan = planImage(gif(more), 'linkedin');
    expect(plan).toMatchObject({ kind: 'unsupported', code, message: expect.stringContaining(`at most ${limit}`) });
  });
});
