import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { Platform } from '../../lib/platforms/platform.ts';
import {
  animation,
  exif,
  jpegSegment,
  pngChunk,
  SECRET,
  withChunks,
  withGifMetadata,
  withSegments,
  withWebpMetadata,
} from './images.ts';
import { QUADRANTS, quadrants } from './quadrants.ts';

/** An image as people upload it, and what platforms are to receive of it. */
export interface CorpusFile {
  name: string;
  bytes(): Promise<Buffer> | Buffer;
  /** The platforms that cannot take it, and the rules that it violates there. */
  unsupported?: Partial<Record<Platform, string>>;
  /** Its size, upright. */
  size: [width: number, height: number];
  /** What it shows: four quadrants, or another file. */
  shows?: readonly (readonly number[])[] | Buffer | undefined;
  /** How much colors may differ, for a file that itself has other ones. */
  tolerance?: number;
}

const NO_ANIMATION = { instagram: 'media_unsupported', bluesky: 'media_unsupported' } as const;
const GRAY = QUADRANTS.map(([red, green, blue]) => Array(3).fill(0.3 * red + 0.59 * green + 0.11 * blue) as number[]);

const PALE = QUADRANTS.map((color) => color.map((value) => (value + 255) / 2));
const WHITE = QUADRANTS.map(() => [255, 255, 255]);
/** Inks cannot print each of the colors. Those of the quadrants differ by more. */
const CMYK_TOLERANCE = 60;
const ZIP = Buffer.from(`PK\x03\x04${SECRET}PK\x05\x06${'\0'.repeat(18)}`);
/** With a quality, a PNG would have a palette, which takes seconds to find and leaves few bytes. */
const NOISE = { jpeg: { quality: 100 }, png: { compressionLevel: 1 } };

type Expected = Partial<Omit<CorpusFile, 'name' | 'bytes'>>;

const file = (name: string, bytes: CorpusFile['bytes'], expected: Expected = {}): CorpusFile => ({
  ...{ name, bytes, size: [480, 360], shows: QUADRANTS },
  ...expected,
});
const made = (name: string, encode: (picture: Sharp) => Sharp, expected: Expected = {}) =>
  file(name, () => encode(quadrants(...(expected.size ?? []))).toBuffer(), expected);

/** An animation that begins with an upright picture. */
async function frames(count: number): Promise<Sharp> {
  const pages = Array.from({ length: count }, (_, index) => quadrants(480, 360, [1, 3, 2][index]).png().toBuffer());
  return sharp(await Promise.all(pages), { join: { animated: true } });
}

const noise = () =>
  sharp({
    create: {
      width: 1700,
      height: 1150,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });

const exifSegment = (orientation: number, isLittleEndian = true) =>
  jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif(orientation, isLittleEndian)]));

/** Photos of a phone that is held in every way, in every format that can say so. */
const oriented = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((orientation): CorpusFile[] => {
  const stored = () => quadrants(480, 360, orientation);
  const [width, height] = orientation < 5 ? [480, 360] : [360, 480];
  return [
    file(`a JPEG of the orientation ${orientation}`, async () =>
      withSegments(await stored().jpeg({ quality: 90 }).toBuffer(), [exifSegment(orientation)]),
    ),
    file(`a JPEG of the orientation ${orientation} in the other byte order, behind XMP data`, async () =>
      withSegments(await stored().jpeg({ quality: 90 }).toBuffer(), [
        jpegSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0${SECRET}`),
        exifSegment(orientation, false),
      ]),
    ),
    file(`a PNG of the orientation ${orientation}`, async () =>
      withChunks(await stored().png().toBuffer(), [pngChunk('eXIf', exif(orientation))]),
    ),
    file(`a WebP of the orientation ${orientation}`, async () =>
      withWebpMetadata(await stored().webp({ quality: 90 }).toBuffer(), orientation, SECRET, width, height),
    ),
    file(`a lossless WebP of the orientation ${orientation}`, async () =>
      withWebpMetadata(await stored().webp({ lossless: true }).toBuffer(), orientation, '', width, height),
    ),
  ];
});

const jpegs: CorpusFile[] = [
  ...[0, 9, 65_535].map((orientation) =>
    file(`a JPEG of the undefined orientation ${orientation}`, async () =>
      withSegments(await quadrants().jpeg().toBuffer(), [exifSegment(orientation)]),
    ),
  ),
  made('a progressive JPEG', (picture) => picture.jpeg({ progressive: true })),
  made('a JPEG of the quality 5', (picture) => picture.jpeg({ quality: 5 }), { tolerance: 40 }),
  made('a JPEG of the quality 100, without chroma subsampling', (picture) =>
    picture.jpeg({ quality: 100, chromaSubsampling: '4:4:4' }),
  ),
  made('a grayscale JPEG', (picture) => picture.grayscale().jpeg(), { shows: GRAY, tolerance: 30 }),
  made('a progressive grayscale JPEG', (picture) => picture.grayscale().jpeg({ progressive: true }), {
    ...{ shows: GRAY, tolerance: 30 },
  }),
  made('a CMYK JPEG', (picture) => picture.toColourspace('cmyk').jpeg(), { tolerance: CMYK_TOLERANCE }),
  file(
    'a CMYK JPEG that is on its side',
    async () => withSegments(await quadrants(480, 360, 6).toColourspace('cmyk').jpeg().toBuffer(), [exifSegment(6)]),
    { tolerance: CMYK_TOLERANCE },
  ),
  made('a JPEG with the profile of a wide color space', (picture) => picture.withIccProfile('p3').jpeg()),
  file('a JPEG with a second picture behind its end, as phones with depth maps write it', async () => {
    const first = await quadrants().jpeg().toBuffer();
    return Buffer.concat([
      withSegments(first, [jpegSegment(0xe2, 'MPF\0')]),
      await quadrants(64, 64).jpeg().toBuffer(),
    ]);
  }),
  file('a JPEG with a preview in its metadata', async () => {
    const preview = await quadrants(160, 120, 3).jpeg().toBuffer();
    const segment = jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif(1), preview]));
    return withSegments(await quadrants().jpeg().toBuffer(), [segment]);
  }),
  file('a JPEG with 60 comments', async () =>
    withSegments(await quadrants().jpeg().toBuffer(), Array(60).fill(jpegSegment(0xfe, SECRET))),
  ),
  file('a JPEG with fill bytes between its segments', async () =>
    withSegments(await quadrants().jpeg().toBuffer(), [Buffer.from([0xff, 0xff, 0xff])]),
  ),
];

const pngs: CorpusFile[] = [
  made('a PNG', (picture) => picture.png()),
  made('an interlaced PNG', (picture) => picture.png({ progressive: true })),
  made('a grayscale PNG', (picture) => picture.grayscale().png(), { shows: GRAY, tolerance: 30 }),
  made('a PNG of 16 bits', (picture) => picture.toColourspace('rgb16').png()),
  made('an interlaced PNG of 16 bits', (picture) => picture.toColourspace('rgb16').png({ progressive: true })),
  made('a grayscale PNG of 16 bits', (picture) => picture.toColourspace('grey16').png(), {
    shows: GRAY,
    tolerance: 30,
  }),
  ...[2, 4, 16, 256].map((colors) =>
    made(`a PNG with a palette of ${colors} colors`, (picture) => picture.png({ palette: true, colors, dither: 0 }), {
      ...(colors < 4 ? { shows: undefined } : {}),
      tolerance: 20,
    }),
  ),
  made('an interlaced PNG with a palette', (picture) => picture.png({ palette: true, progressive: true })),
  file('a PNG with an alpha channel', () => quadrants(480, 360, 1, true).png().toBuffer()),
  file('a PNG with an alpha channel of 16 bits', () =>
    quadrants(480, 360, 1, true).toColourspace('rgb16').png().toBuffer(),
  ),
  file('a half-transparent PNG', () => quadrants().ensureAlpha(0.5).png().toBuffer(), { shows: PALE }),
  file('a PNG that is transparent everywhere', () => quadrants().ensureAlpha(0).png().toBuffer(), { shows: WHITE }),
  made('a PNG with the profile of a wide color space', (picture) => picture.withIccProfile('p3').png()),
  file('a PNG with texts and a time', async () =>
    withChunks(await quadrants().png().toBuffer(), [
      pngChunk('tEXt', `Author\0${SECRET}`),
      pngChunk('tIME', '1234567'),
    ]),
  ),
  file('a PNG with bytes behind its end', async () => withChunks(await quadrants().png().toBuffer(), [], SECRET)),
];

const webps: CorpusFile[] = [
  made('a WebP', (picture) => picture.webp()),
  made('a lossless WebP', (picture) => picture.webp({ lossless: true })),
  made('an almost lossless WebP', (picture) => picture.webp({ nearLossless: true })),
  file('a half-transparent WebP', () => quadrants().ensureAlpha(0.5).webp().toBuffer(), { shows: PALE }),
  made('a WebP with the profile of a wide color space', (picture) => picture.withIccProfile('p3').webp()),
];

const gifs: CorpusFile[] = [
  made('a GIF', (picture) => picture.gif()),
  made('an interlaced GIF', (picture) => picture.gif({ progressive: true })),
  file('a GIF that is transparent everywhere', () => quadrants().ensureAlpha(0).gif().toBuffer(), { shows: WHITE }),
  file('a GIF with comments, XMP data and bytes behind its end', async () =>
    withGifMetadata(await quadrants().gif().toBuffer()),
  ),
  file('an animated GIF', async () => (await frames(3)).gif().toBuffer(), { unsupported: NO_ANIMATION }),
  file('an animated GIF with metadata', async () => withGifMetadata(await (await frames(2)).gif().toBuffer()), {
    unsupported: NO_ANIMATION,
  }),
  file('an animated GIF of 251 frames', () => animation(Array(251).fill(40), 8, 8), {
    ...{ size: [8, 8], shows: undefined },
    unsupported: { ...NO_ANIMATION, linkedin: 'animation_too_many_frames' },
  }),
  file('an animated GIF of 3 x 3 pixels', () => animation([40, 40], 3, 3), {
    ...{ size: [3, 3], shows: undefined },
    unsupported: { ...NO_ANIMATION, twitter: 'image_too_narrow' },
  }),
];

const avifs: CorpusFile[] = [
  made('an AVIF', (picture) => picture.avif({ effort: 0 })),
  made('a lossless AVIF', (picture) => picture.avif({ effort: 0, lossless: true })),
  made('an AVIF of 10 bits', (picture) => picture.avif({ effort: 0, bitdepth: 10 })),
  made('an AVIF of 12 bits', (picture) => picture.avif({ effort: 0, bitdepth: 12 })),
  file('a half-transparent AVIF', () => quadrants().ensureAlpha(0.5).avif({ effort: 0 }).toBuffer(), { shows: PALE }),
];

/** Sizes that violate a limit of a platform, or the shape of any. */
const sized: CorpusFile[] = [
  ...(
    [
      [1, 1],
      [2, 2],
      [3, 5],
      [200, 200],
      [319, 400],
      [320, 320],
      [1440, 754],
      [1441, 755],
      [4000, 500],
      [500, 4000],
      [9000, 300],
      [300, 9000],
      [8192, 64],
      [8193, 64],
      [1, 10_000],
      [10_000, 1],
      [6100, 6000],
    ] as [number, number][]
  ).map(([width, height]) =>
    // A side of one pixel has no room for two colors.
    made(`a PNG of ${width} x ${height} pixels`, (picture) => picture.png(), {
      ...{ size: [width, height], shows: Math.min(width, height) < 100 ? undefined : QUADRANTS },
    }),
  ),
  ...(['jpeg', 'png'] as const).map((format) =>
    file(
      `a noisy ${format} of more bytes than most platforms take`,
      () => noise().toFormat(format, NOISE[format]).toBuffer(),
      {
        ...{ size: [1700, 1150], shows: QUADRANTS.map(() => [128, 128, 128]), tolerance: 20 },
      },
    ),
  ),
];

/** Files that are valid as two types. What the service stores is only the image. */
const polyglots: CorpusFile[] = [
  file('a GIF that is a ZIP archive', async () => Buffer.concat([await quadrants().gif().toBuffer(), ZIP])),
  file('a JPEG that is a ZIP archive', async () => Buffer.concat([await quadrants().jpeg().toBuffer(), ZIP])),
  file('a PNG that is a ZIP archive', async () => Buffer.concat([await quadrants().png().toBuffer(), ZIP])),
  file('a JPEG that is a web page', async () =>
    withSegments(await quadrants().jpeg().toBuffer(), [jpegSegment(0xfe, `<html><script>${SECRET}</script>`)]),
  ),
  file('a PNG that is a PHP script', async () =>
    withChunks(await quadrants().png().toBuffer(), [pngChunk('tEXt', `Comment\0<?php ${SECRET} ?>`)]),
  ),
  file('a JPEG that is a PDF', async () =>
    withSegments(await quadrants().jpeg().toBuffer(), [jpegSegment(0xfe, `%PDF-1.7 ${SECRET}`)], '%%EOF'),
  ),
  file('a GIF that is a JavaScript program', async () =>
    Buffer.concat([await quadrants().gif().toBuffer(), Buffer.from(`*/=1;${SECRET}`)]),
  ),
  file('a WebP with an archive behind its end', async () => Buffer.concat([await quadrants().webp().toBuffer(), ZIP])),
];

const sample = (name: string) => readFileSync(join(import.meta.dirname, 'samples', name));
const hopper = { size: [128, 128] as [number, number], shows: sample('hopper.jpg'), tolerance: 30 };

/** Files that other encoders wrote. */
const samples: CorpusFile[] = [
  ...[2, 3, 4, 5, 6, 7, 8].flatMap((orientation) =>
    ['jpg', 'webp'].map((format) => {
      const name = `hopper_orientation_${orientation}.${format}`;
      return file(`the photo ${name}`, () => sample(name), hopper);
    }),
  ),
  ...['hopper.jpg', 'hopper.webp', 'hopper.gif'].map((name) => file(`the photo ${name}`, () => sample(name), hopper)),
  file('a grayscale photo of Photoshop', () => sample('hopper_gray.jpg'), { ...hopper, shows: undefined }),
  file('a YCCK JPEG of Photoshop', () => sample('pil_sample_cmyk.jpg'), {
    ...{ size: [100, 100], shows: sample('pil_sample_rgb.jpg'), tolerance: 60 },
  }),
];

/** The files that are accepted. */
export const ACCEPTED_FILES: CorpusFile[] = [
  ...[oriented, jpegs, pngs, webps, gifs, avifs, sized, polyglots, samples].flat(),
];
