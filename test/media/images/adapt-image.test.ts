import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { adaptImage } from '../../../lib/media/images/adapt-image.ts';
import { type ImageFacts, planImage } from '../../../lib/media/rules/image-plan.ts';
import { imageLimitsOf } from '../../../lib/platforms/image-limits.ts';
import type { Platform } from '../../../lib/platforms/platform.ts';
import { picture } from '../images.ts';

async function factsOf(bytes: Buffer): Promise<ImageFacts> {
  const { format, width, height, hasAlpha } = await sharp(bytes).metadata();
  const size = { width, height, size_bytes: bytes.length };
  return { content_type: `image/${format}`, ...size, hasAlpha, is_animated: false, frames: 1 };
}

async function adapted(bytes: Buffer, platform: Platform) {
  const facts = await factsOf(bytes);
  const plan = planImage(facts, platform);
  if (plan.kind !== 'adapt') throw new Error(`The plan is ${plan.kind}.`);
  return (await adaptImage(bytes, facts, plan.target))!;
}

/** The color of a pixel. */
async function pixelAt(bytes: Uint8Array, left: number, top: number): Promise<number[]> {
  const pixel = sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().toColourspace('srgb');
  return [...(await pixel.raw().toBuffer())];
}

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 90 } },
  });

const isNearly = (color: number[], expected: number[]) =>
  color.every((value, index) => Math.abs(value - expected[index]!) <= 6);

let noisy: Promise<Buffer> | undefined;

describe('an image that is adapted', () => {
  it('is centered on white where it is padded, and keeps its pixels', async () => {
    const red = await sharp({ create: { width: 200, height: 300, channels: 3, background: '#d01020' } })
      .png()
      .toBuffer();
    const image = await adapted(red, 'instagram');
    expect(image).toMatchObject({
      width: 320,
      height: 300,
      contentType: 'image/jpeg',
      changes: ['converted', 'padded'],
    });
    for (const [left, expected] of [
      [2, 255],
      [317, 255],
    ] as const) {
      expect(isNearly(await pixelAt(image.bytes, left, 150), [expected, expected, expected])).toBe(true);
    }
    for (const left of [66, 160, 253])
      expect(isNearly(await pixelAt(image.bytes, left, 150), [208, 16, 32])).toBe(true);
  });

  it('is white where it was transparent, on a platform that takes JPEGs only', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const png = await sharp({ create: { width: 400, height: 400, channels: 4, background: clear } })
      .png()
      .toBuffer();
    const image = await adapted(png, 'instagram');
    expect(await pixelAt(image.bytes, 200, 200)).toEqual([255, 255, 255]);
  });

  it('stays transparent where the platform takes PNGs', async () => {
    const half = { r: 200, g: 0, b: 0, alpha: 0.5 };
    const webp = await sharp({ create: { width: 400, height: 300, channels: 4, background: half } })
      .webp()
      .toBuffer();
    const image = await adapted(webp, 'linkedin');
    expect(image.contentType).toBe('image/png');
    const { channels, data } = await sharp(image.bytes)
      .raw()
      .toBuffer({ resolveWithObject: true })
      .then(({ info, data: pixels }) => ({ channels: info.channels, data: pixels }));
    expect(channels).toBe(4);
    expect(Math.abs(data[3]! - 128)).toBeLessThanOrEqual(1);
  });

  it('is an sRGB image with the same colors when its color profile is a wide one', async () => {
    const create = { width: 300, height: 300, channels: 3 as const, background: '#c04020' };
    const wide = await sharp({ create }).png().withIccProfile('p3').toBuffer();
    const image = await adapted(wide, 'instagram');
    expect(isNearly(await pixelAt(image.bytes, 150, 150), [192, 64, 32])).toBe(true);
    expect((await sharp(image.bytes).metadata()).icc).toBeUndefined();
  });

  it('has 8 bits per sample and the same brightness when it had 16', async () => {
    const create = { width: 9000, height: 20, channels: 3 as const, background: '#336699' };
    const deep = await sharp({ create }).toColourspace('rgb16').png().toBuffer();
    const image = await adapted(deep, 'twitter');
    expect((await sharp(image.bytes).metadata()).depth).toBe('uchar');
    expect(isNearly(await pixelAt(image.bytes, 100, 5), [51, 102, 153])).toBe(true);
  });

  it('is the same again when the step is repeated', async () => {
    const webp = await picture(900, 700).webp().toBuffer();
    const [first, second] = [await adapted(webp, 'instagram'), await adapted(webp, 'instagram')];
    expect(Buffer.from(first.bytes).equals(Buffer.from(second.bytes))).toBe(true);
  });

  it.each(['bluesky', 'twitter', 'instagram'] as const)(
    'has few enough bytes on %s, also if it is noise',
    async (platform) => {
      noisy ??= noise(2400, 1600).png({ compressionLevel: 1 }).toBuffer();
      const png = await noisy;
      const limits = imageLimitsOf(platform);
      expect(png.length).toBeGreaterThan(limits.maxBytes);
      const image = await adapted(png, platform);
      expect(image.bytes.length).toBeLessThanOrEqual(limits.maxBytes);
      // It uses what is allowed instead of becoming a thumbnail.
      expect(image.width * image.height).toBeGreaterThan(900_000);
    },
  );

  it('is named compressed when only its bytes were too many', async () => {
    const jpeg = await noise(1400, 1200).jpeg({ quality: 98, chromaSubsampling: '4:4:4' }).toBuffer();
    expect(jpeg.length).toBeGreaterThan(2_000_000);
    expect(await adapted(jpeg, 'bluesky')).toMatchObject({ width: 1400, height: 1200, changes: ['compressed'] });
  });

  it('is null when no number of pixels has few enough bytes', async () => {
    const png = await picture(400, 400).png().toBuffer();
    const limits = { ...imageLimitsOf('instagram'), maxBytes: 100 };
    expect(await adaptImage(png, await factsOf(png), { types: ['image/jpeg'], limits })).toBeNull();
  });

  it('has sides that a JPEG can have when the original is a longer line', async () => {
    const line = await noise(70_000, 60).png({ compressionLevel: 0 }).toBuffer();
    const image = await adapted(line, 'bluesky');
    expect(image.width).toBeLessThanOrEqual(65_500);
    expect(image.bytes.length).toBeLessThanOrEqual(2_000_000);
  });
});
