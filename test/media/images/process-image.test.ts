import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type ProcessedImage, processImage } from '../../../lib/media/images/process-image.ts';
import {
  animation,
  avif,
  exif,
  jpeg,
  jpegSegment,
  picture,
  png,
  pngChunk,
  pngOf,
  SECRET,
  webp,
  withBlocks,
  withChunks,
  withGifMetadata,
  withSegments,
  withWebpMetadata,
} from '../images.ts';

async function accept(bytes: Uint8Array): Promise<ProcessedImage> {
  const result = await processImage(bytes);
  if (result.outcome === 'rejected') throw new Error(`${result.code}: ${result.message}`);
  expect(Buffer.from(result.bytes).includes(SECRET)).toBe(false);
  return result;
}

async function reasonOf(bytes: Uint8Array) {
  const result = await processImage(bytes);
  return result.outcome === 'rejected' ? result.code : result.outcome;
}

const pixelsOf = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer();

/** The largest difference of a sample between two images of the same size. */
async function difference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [left, right] = await Promise.all([pixelsOf(one), pixelsOf(other)]);
  expect(left.length).toBe(right.length);
  return left.reduce((largest, sample, index) => Math.max(largest, Math.abs(sample - right[index]!)), 0);
}

/** The same image, turned by sharp according to an orientation that sharp wrote. */
const turnedBySharp = async (file: Buffer, orientation: number) =>
  sharp(await sharp(file).withMetadata({ orientation }).png().toBuffer())
    .autoOrient()
    .png()
    .toBuffer();

const APP_SEGMENTS = [
  jpegSegment(0xe0, Buffer.concat([Buffer.from('JFXX\0\x10'), Buffer.from(SECRET)])),
  jpegSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0<x>${SECRET}</x>`),
  jpegSegment(0xe2, `MPF\0${SECRET}`),
  jpegSegment(0xec, `Ducky${SECRET}`),
  jpegSegment(0xed, `Photoshop 3.0\x008BIM${SECRET}`),
  jpegSegment(0xfe, SECRET),
];

const exifSegment = (orientation: number, isLittleEndian = true) =>
  jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif(orientation, isLittleEndian)]));

describe('a JPEG', () => {
  it('loses its metadata and what follows its end, and none of its compressed pixels', async () => {
    const original = await jpeg();
    const result = await accept(withSegments(original, [exifSegment(1), ...APP_SEGMENTS], `${SECRET} ftyp video`));
    expect(Buffer.from(result.bytes).equals(original)).toBe(true);
    expect(result).toMatchObject({ contentType: 'image/jpeg', width: 64, height: 48, isAnimated: false, frames: 1 });
  });

  it('loses the thumbnail of its JFIF segment', async () => {
    const thumbnail = Buffer.concat([Buffer.from('JFIF\0\x01\x02\0\0\x01\0\x01'), Buffer.from([7, 1])]);
    const file = withSegments(await jpeg(), [jpegSegment(0xe0, Buffer.concat([thumbnail, Buffer.from(`${SECRET}!`)]))]);
    await accept(file);
  });

  it.each([2, 3, 4, 5, 6, 7, 8])('with EXIF orientation %i is upright', async (orientation) => {
    const original = await jpeg();
    const result = await accept(withSegments(original, [exifSegment(orientation, orientation % 2 === 0)]));
    const [width, height] = orientation > 4 ? [48, 64] : [64, 48];
    expect(result).toMatchObject({ contentType: 'image/jpeg', width, height });
    expect(await difference(result.bytes, await turnedBySharp(original, orientation))).toBeLessThan(30);
  });

  it.each([0, 9, 65535])('with the undefined orientation %i is not turned', async (orientation) => {
    const original = await jpeg();
    const result = await accept(withSegments(original, [exifSegment(orientation)]));
    expect(Buffer.from(result.bytes).equals(original)).toBe(true);
  });

  it('in CMYK becomes an sRGB image of the same colors', async () => {
    const original = await picture().toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer();
    const result = await accept(withSegments(original, APP_SEGMENTS));
    expect(await sharp(result.bytes).metadata()).toMatchObject({ space: 'srgb', channels: 3 });
    expect(await difference(result.bytes, await sharp(original).toColourspace('srgb').png().toBuffer())).toBeLessThan(
      40,
    );
  });

  it('in gray or with several scans is accepted', async () => {
    expect(await accept(await picture().grayscale().jpeg().toBuffer())).toMatchObject({ width: 64, height: 48 });
    expect(await accept(await picture().jpeg({ progressive: true }).toBuffer())).toMatchObject({ width: 64 });
  });

  it('without its end is truncated', async () => {
    const original = await jpeg();
    for (const length of [3, 20, 200, original.length - 2]) {
      expect(await reasonOf(original.subarray(0, length))).toBe('truncated');
    }
  });

  it('of which pixels are missing before the end marker is corrupt', async () => {
    const original = await picture(400, 300).jpeg().toBuffer();
    const shortened = Buffer.concat([original.subarray(0, original.length / 2), Buffer.from([0xff, 0xd9])]);
    expect(await reasonOf(shortened)).toBe('corrupt');
  });

  it('with more than 100 scans is too complex', async () => {
    const original = await picture().jpeg({ progressive: true }).toBuffer();
    const scan = original.lastIndexOf(Buffer.from([0xff, 0xda]));
    const repeated = Array.from({ length: 100 }, () => original.subarray(scan, original.length - 2));
    expect(await reasonOf(Buffer.concat([original.subarray(0, scan), ...repeated, original.subarray(scan)]))).toBe(
      'too_complex',
    );
  });

  it('that is not upright and has more than 200,000,000 bytes of pixels is rejected', async () => {
    const original = await jpeg();
    const frame = original.indexOf(Buffer.from([0xff, 0xc0]));
    original.writeUInt16BE(9_000, frame + 5);
    original.writeUInt16BE(9_000, frame + 7);
    expect(await reasonOf(withSegments(original, [exifSegment(6)]))).toBe('too_many_pixels');
  });

  it('whose baseline scan has a wrong spectral selection is accepted', async () => {
    const original = await jpeg();
    const scan = original.indexOf(Buffer.from([0xff, 0xda]));
    const wrong = Buffer.from(original);
    wrong[scan + 4 + 1 + 3 * 2 + 1] = 0;
    expect(Buffer.from((await accept(wrong)).bytes).equals(original)).toBe(true);
  });
});

describe('a PNG', () => {
  it('loses its metadata and what follows its end, and none of its compressed pixels', async () => {
    const original = await png();
    const chunks = ['tEXt', 'zTXt', 'iTXt', 'tIME', 'caBX', 'prVt'].map((type) => pngChunk(type, SECRET));
    const result = await accept(withChunks(original, [...chunks, pngChunk('eXIf', exif(1))], SECRET));
    expect(Buffer.from(result.bytes).equals(original)).toBe(true);
    expect(result).toMatchObject({ contentType: 'image/png', width: 64, height: 48, durationMs: null });
  });

  it.each([5, 6])('with EXIF orientation %i is turned without loss', async (orientation) => {
    const original = await png();
    const result = await accept(withChunks(original, [pngChunk('eXIf', exif(orientation))]));
    expect(result).toMatchObject({ contentType: 'image/png', width: 48, height: 64 });
    expect(await difference(result.bytes, await turnedBySharp(original, orientation))).toBe(0);
  });

  it('with 16 bits per sample has 16 bits after it is turned', async () => {
    const original = await picture().toColourspace('rgb16').png().toBuffer();
    const result = await accept(withChunks(original, [pngChunk('eXIf', exif(8))]));
    expect((await sharp(result.bytes).metadata()).depth).toBe('ushort');
  });

  it('of more than 100 megapixels is rejected before its pixels are decoded', async () => {
    const before = process.memoryUsage().rss;
    expect(await processImage(pngOf(50_000, 50_000))).toEqual({
      outcome: 'rejected',
      code: 'too_many_pixels',
      message: 'The image has 2,500,000,000 pixels in all frames. At most 100,000,000 are allowed.',
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  it('that has fewer pixels than it declares is corrupt', async () => {
    expect(await reasonOf(pngOf(5_000, 5_000))).toBe('corrupt');
  });

  it('that is animated is rejected', async () => {
    const control = pngChunk('acTL', Buffer.alloc(8));
    expect(await reasonOf(withChunks(await png(), [control]))).toBe('animation_not_supported');
  });

  it('without its end is truncated', async () => {
    const original = await png();
    expect(await reasonOf(original.subarray(0, -5))).toBe('truncated');
    expect(await reasonOf(original.subarray(0, 60))).toBe('truncated');
  });
});

describe('a WebP', () => {
  it.each([true, false])('loses its metadata and none of its compressed pixels (lossless: %s)', async (lossless) => {
    const original = await webp(lossless);
    const result = await accept(withWebpMetadata(original, 1));
    expect(Buffer.from(result.bytes).includes(original.subarray(12))).toBe(true);
    expect(result).toMatchObject({ contentType: 'image/webp', width: 64, height: 48 });
    expect(await sharp(result.bytes).metadata()).not.toHaveProperty('exif');
    expect(result.bytes[20]! & 0x0c).toBe(0);
  });

  it('without loss is turned without loss', async () => {
    const original = await webp(true);
    const result = await accept(withWebpMetadata(original, 6));
    expect(result).toMatchObject({ contentType: 'image/webp', width: 48, height: 64 });
    expect(await difference(result.bytes, await turnedBySharp(original, 6))).toBe(0);
  });

  it('that is animated is rejected', async () => {
    const animated = await sharp(await animation([100, 100]), { animated: true })
      .webp()
      .toBuffer();
    expect(await reasonOf(animated)).toBe('animation_not_supported');
  });

  it('without its end is truncated', async () => {
    expect(await reasonOf((await webp()).subarray(0, -7))).toBe('truncated');
  });
});

describe('a GIF', () => {
  it('loses its metadata, and none of its frames, delays and loops', async () => {
    const original = await animation([50, 200, 1000]);
    const result = await accept(withGifMetadata(original));
    expect(result).toMatchObject({ width: 16, height: 12, isAnimated: true, frames: 3, durationMs: 1250 });
    expect(await sharp(result.bytes, { animated: true }).metadata()).toMatchObject({
      pages: 3,
      delay: [50, 200, 1000],
      loop: 3,
    });
    const allPixels = (bytes: Uint8Array) => sharp(bytes, { animated: true }).raw().toBuffer();
    expect((await allPixels(result.bytes)).equals(await allPixels(original))).toBe(true);
  });

  it('with one frame is a still', async () => {
    const result = await accept(await picture().gif().toBuffer());
    expect(result).toMatchObject({ contentType: 'image/gif', isAnimated: false, frames: 1, durationMs: null });
  });

  it('whose frames have more than 100 megapixels together is rejected', async () => {
    const original = await animation([100, 100, 100]);
    original.writeUInt16LE(6_000, 6);
    original.writeUInt16LE(6_000, 8);
    expect(await reasonOf(original)).toBe('too_many_pixels');
  });

  it('without its trailer is truncated', async () => {
    const original = await animation([100, 100]);
    expect(await reasonOf(original.subarray(0, -1))).toBe('truncated');
    expect(await reasonOf(original.subarray(0, original.length / 2))).toBe('truncated');
  });
});

describe('an AVIF', () => {
  it('becomes a JPEG', async () => {
    const original = await avif();
    const result = await accept(original);
    expect(result).toMatchObject({ contentType: 'image/jpeg', width: 64, height: 48 });
    expect(await difference(result.bytes, await sharp(original).png().toBuffer())).toBeLessThan(30);
  });

  it('with transparency becomes a PNG', async () => {
    const original = await picture().ensureAlpha(0.5).avif({ effort: 0 }).toBuffer();
    const result = await accept(original);
    expect(result.contentType).toBe('image/png');
    expect(await sharp(result.bytes).metadata()).toMatchObject({ hasAlpha: true });
  });

  it('that declares more than 100 megapixels is rejected', async () => {
    const original = await avif();
    const extents = original.indexOf('ispe') + 8;
    original.writeUInt32BE(60_000, extents);
    original.writeUInt32BE(60_000, extents + 4);
    expect(await reasonOf(original)).toBe('too_many_pixels');
  });

  it('without its end is corrupt', async () => {
    expect(await reasonOf((await avif()).subarray(0, -20))).toBe('corrupt');
  });
});

describe('a file of more than 100,000 parts', () => {
  const many = (part: Buffer) => Array.from({ length: 100_001 }, () => part);

  it.each([
    ['segments', async () => withSegments(await jpeg(), many(jpegSegment(0xfe, '')))],
    ['chunks', async () => withChunks(await png(), many(pngChunk('tEXt', '')))],
    ['blocks', async () => withBlocks(await animation([100]), many(Buffer.from([0x21, 0xfe, 0])))],
  ])('is rejected as too complex: %s', async (_, build) => {
    expect(await reasonOf(await build())).toBe('too_complex');
  });

  it('is accepted with 90,000 of them, which only cost time', async () => {
    const file = withSegments(await jpeg(), many(jpegSegment(0xfe, '')).slice(0, 90_000));
    expect(await reasonOf(file)).toBe('accepted');
  });
});

describe('another file', () => {
  it('with HEVC pixels is rejected with the advice to upload a JPEG', async () => {
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
    expect(await processImage(heic)).toMatchObject({ code: 'heic_not_supported', message: /JPEG/ });
  });

  it.each([
    ['nothing', ''],
    ['an SVG image', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a PDF', '%PDF-1.7'],
    ['a TIFF', 'II*\0'],
    ['a video', '\0\0\0\x18ftypisom\0\0\0\0isommp42'],
  ])('with %s is of an unsupported type', async (_what, content) => {
    expect(await reasonOf(Buffer.from(content, 'latin1'))).toBe('unsupported_type');
  });

  it('of more than 50,000,000 bytes is too large', async () => {
    expect(await reasonOf(new Uint8Array(50_000_001))).toBe('too_large');
  });
});
