import { deflateSync, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { stripIccProfile } from '../../../lib/media/images/icc-profile.ts';
import { type ProcessedImage, processImage } from '../../../lib/media/images/process-image.ts';
import { builtInProfile, displayProfile, profileOf, tableProfile, tagsOf } from '../icc-profiles.ts';
import { exif, jpeg, jpegSegment, picture, png, pngChunk, webp, withChunks, withSegments } from '../images.ts';

const MARK = 'C02XK1MARKED';
const UTF16 = Buffer.from(MARK, 'utf16le').swap16();

const profileIn = async (bytes: Uint8Array) => (await sharp(bytes).metadata()).icc;

/** Whether a text is in a file: as it is, in UTF-16, in its color profile, or in the compressed data of a PNG. */
async function hasMark(bytes: Uint8Array): Promise<boolean> {
  const profile = (await profileIn(bytes)) ?? Buffer.alloc(0);
  return [Buffer.from(bytes), profile].some((each) => each.includes(MARK) || each.includes(UTF16));
}

async function accept(bytes: Uint8Array): Promise<ProcessedImage> {
  const result = await processImage(bytes);
  if (result.outcome === 'rejected') throw new Error(`${result.code}: ${result.message}`);
  expect(await hasMark(result.bytes)).toBe(false);
  return result;
}

/** The colors as a viewer shows them, by the color profile. */
const shown = (bytes: Uint8Array) => sharp(bytes).toColourspace('srgb').removeAlpha().raw().toBuffer();

const profileSegment = (profile: Buffer, number = 1, count = 1) =>
  jpegSegment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0'), Buffer.from([number, count]), profile]));
/** What an Adobe segment contains: a version, flags with a mark, a color transform, and more bytes. */
const adobe = (transform: number, more = '') =>
  Buffer.concat([
    Buffer.from('Adobe'),
    Buffer.from([0, 100]),
    Buffer.from(MARK.slice(0, 4)),
    Buffer.from([transform]),
    Buffer.from(more),
  ]);
const profileChunk = (profile: Buffer, name = 'icc') =>
  pngChunk('iCCP', Buffer.concat([Buffer.from(`${name}\0\0`, 'latin1'), deflateSync(profile)]));

function webpWith(file: Buffer, profile: Buffer): Buffer {
  const header = Buffer.alloc(10);
  header[0] = 0x20;
  header.write(MARK, 1, 3, 'latin1');
  header.writeUIntLE(63, 4, 3);
  header.writeUIntLE(47, 7, 3);
  const chunk = (type: string, data: Buffer) => {
    const framing = Buffer.from(`${type}\0\0\0\0`, 'latin1');
    framing.writeUInt32LE(data.length, 4);
    return Buffer.concat([framing, data, Buffer.alloc(data.length % 2, MARK)]);
  };
  const body = Buffer.concat([Buffer.from('WEBP'), chunk('VP8X', header), chunk('ICCP', profile), file.subarray(12)]);
  const riff = Buffer.from('RIFF\0\0\0\0', 'latin1');
  riff.writeUInt32LE(body.length, 4);
  return Buffer.concat([riff, body]);
}

const PROFILES: [string, () => Promise<Buffer>][] = [
  ['of a display', () => displayProfile(MARK)],
  ['with tables of parts', () => tableProfile(MARK)],
];

describe.each(PROFILES)('the color profile %s', (_, profileWithMarks) => {
  it.each([
    ['JPEG', async (profile: Buffer) => withSegments(await jpeg(), [profileSegment(profile)])],
    ['PNG', async (profile: Buffer) => withChunks(await png(), [profileChunk(profile, MARK)])],
    ['WebP', async (profile: Buffer) => webpWith(await webp(true), profile)],
  ])('has no marks in a %s, whose colors are the same', async (_format, build) => {
    const original = await build(await profileWithMarks());
    expect(await hasMark(original)).toBe(true);
    const { bytes } = await accept(original);
    expect(await profileIn(bytes)).toBeDefined();
    expect((await shown(bytes)).equals(await shown(original))).toBe(true);
    // The profile matters: without it, the colors would be others.
    expect((await shown(bytes)).equals(await shown(await build(Buffer.from('no profile'))))).toBe(false);
  });

  it('stays in an image that is turned', async () => {
    const profile = await profileWithMarks();
    const turned = jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif(3)]));
    const { bytes } = await accept(withSegments(await jpeg(), [turned, profileSegment(profile)]));
    expect(await profileIn(bytes)).toEqual(stripIccProfile(profile));
  });

  it('is the same when it is removed from again', async () => {
    const once = stripIccProfile(await profileWithMarks())!;
    expect(stripIccProfile(once)).toEqual(once);
  });
});

describe('a color profile', () => {
  it('in several segments is joined, in the order of their numbers', async () => {
    const profile = await displayProfile(MARK);
    const [first, second] = [profile.subarray(0, 700), profile.subarray(700)];
    const segments = [profileSegment(second, 2, 2), profileSegment(first, 1, 2)];
    const { bytes } = await accept(withSegments(await jpeg(), segments));
    expect(await profileIn(bytes)).toEqual(stripIccProfile(profile));
  });

  it('of a printer loses its measurements, and converts as before', async () => {
    const profile = await builtInProfile('cmyk');
    const stripped = stripIccProfile(profile)!;
    expect(Object.keys(tagsOf(stripped))).not.toContain('targ');
    expect(stripped.length).toBeLessThan(profile.length / 2);
    const original = await picture().withIccProfile('cmyk').jpeg().toBuffer();
    const { bytes } = await accept(original);
    const expected = await shown(original);
    const found = await shown(bytes);
    const largest = found.reduce((most, sample, at) => Math.max(most, Math.abs(sample - expected[at]!)), 0);
    expect(largest).toBeLessThan(20);
  });

  it.each([
    ['Display P3', 'Display P3'],
    ["Ada's MacBook", 'Color profile'],
    ['Display P3 of Ada', 'Color profile'],
  ])('with the name %s has the name %s', async (name, kept) => {
    const profile = await builtInProfile('p3');
    const tags = tagsOf(profile);
    const utf16 = Buffer.from(name, 'utf16le').swap16();
    const desc = Buffer.concat([tags.desc!.subarray(0, 28), utf16]);
    desc.writeUInt32BE(utf16.length, 20);
    const stripped = tagsOf(stripIccProfile(profileOf(profile, { ...tags, desc }))!);
    expect(stripped.desc!.subarray(28)).toEqual(Buffer.from(kept, 'utf16le').swap16());
  });

  it.each<[string, (profile: Buffer) => Buffer]>([
    ['is no profile', () => Buffer.from(MARK)],
    ['is truncated', (profile) => profile.subarray(0, 300)],
    ['has a tag outside of it', (profile) => Buffer.from(profile).fill(0xff, 136, 140)],
    ['has more tags than bytes', (profile) => Buffer.from(profile).fill(0xff, 128, 132)],
    ['describes no colors', (profile) => profileOf(profile, { desc: tagsOf(profile).desc! })],
  ])('that %s is removed, and the image is accepted', async (_, damage) => {
    const profile = damage(await displayProfile(MARK));
    for (const file of [
      withSegments(await jpeg(), [profileSegment(profile)]),
      withChunks(await png(), [profileChunk(profile)]),
      webpWith(await webp(), profile),
    ]) {
      expect(await profileIn((await accept(file)).bytes)).toBeUndefined();
    }
  });

  it('with any damage is either rebuilt or removed, and rebuilt only once', async () => {
    const profiles = [
      await displayProfile(MARK),
      await tableProfile(MARK),
      (await builtInProfile('cmyk')).subarray(0, 60_000),
    ];
    const damages = fc.array(fc.tuple(fc.nat(4_000), fc.nat(255)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.constantFrom(...profiles), damages, (profile, changes) => {
        const damaged = Buffer.from(profile);
        for (const [at, value] of changes) damaged[at % damaged.length] = value;
        const once = stripIccProfile(damaged);
        if (once !== null) expect(stripIccProfile(once)).toEqual(once);
      }),
      { numRuns: 1_000 },
    );
  });

  it('that inflates to more than 16 MiB is removed', async () => {
    const { bytes } = await accept(withChunks(await png(), [profileChunk(Buffer.alloc(20_000_000))]));
    expect(await profileIn(bytes)).toBeUndefined();
  });
});

describe('a JPEG', () => {
  it.each([
    ['the Adobe segment', jpegSegment(0xee, adobe(1, MARK))],
    ['a DNL segment', jpegSegment(0xdc, `\0\x30${MARK}`)],
    ['a reserved segment', jpegSegment(0x02, MARK)],
    ['a hierarchical segment', jpegSegment(0xde, MARK)],
    ['a JPEG extension', jpegSegment(0xc8, MARK)],
    [
      'a second JFIF segment',
      Buffer.concat([jpegSegment(0xe0, 'JFIF\0\x01\x02\0\0\x01\0\x01\0\0'), jpegSegment(0xe0, `JFIF\0${MARK}`)]),
    ],
  ])('loses %s, and none of its compressed pixels', async (_, segment) => {
    const original = await jpeg();
    const { bytes } = await accept(withSegments(original, [segment]));
    const scan = original.subarray(original.indexOf(Buffer.from([0xff, 0xda])));
    expect(Buffer.from(bytes).subarray(-scan.length)).toEqual(scan);
  });

  it('keeps the color transform of its Adobe segment', async () => {
    // Pixels in RGB, which a decoder takes for YCbCr without the segment.
    const plain = await jpeg();
    const original = withSegments(plain, [jpegSegment(0xee, adobe(0))]);
    const { bytes } = await accept(original);
    expect((await shown(bytes)).equals(await shown(original))).toBe(true);
    expect((await shown(bytes)).equals(await shown(plain))).toBe(false);
  });
});

describe('a PNG', () => {
  const imageData = (file: Buffer) => {
    const at = file.indexOf('IDAT') - 4;
    return { before: file.subarray(0, at), data: file.subarray(at + 8, at + 8 + file.readUInt32BE(at)) };
  };
  const end = pngChunk('IEND', '');

  it.each<[string, (file: Buffer) => Buffer]>([
    [
      'bytes after its compressed pixels',
      (file) => {
        const { before, data } = imageData(file);
        return Buffer.concat([before, pngChunk('IDAT', Buffer.concat([data, Buffer.from(MARK)])), end]);
      },
    ],
    [
      'a block behind its compressed pixels',
      (file) => {
        const { before, data } = imageData(file);
        return Buffer.concat([before, pngChunk('IDAT', data), pngChunk('IDAT', MARK), end]);
      },
    ],
    ['bytes in its end chunk', (file) => Buffer.concat([file.subarray(0, -12), pngChunk('IEND', MARK)])],
    ['a chunk that is too long', (file) => withChunks(file, [pngChunk('gAMA', MARK), pngChunk('sRGB', MARK)])],
    [
      'a chunk that is repeated',
      (file) => withChunks(file, [pngChunk('pHYs', '123456789'), pngChunk('pHYs', MARK.slice(0, 9))]),
    ],
    [
      'a chunk with a wrong checksum',
      (file) => withChunks(file, [Buffer.concat([pngChunk('cHRM', MARK.padEnd(32)).subarray(0, -4), Buffer.alloc(4)])]),
    ],
  ])('loses %s, and no pixel', async (_, plant) => {
    const original = await png();
    const { bytes } = await accept(plant(original));
    expect((await shown(bytes)).equals(await shown(original))).toBe(true);
  });

  it('with more data than pixels is encoded again, with the same pixels', async () => {
    const original = await png();
    const { before, data } = imageData(original);
    const more = deflateSync(Buffer.concat([inflateSync(data), Buffer.from(MARK.repeat(20))]));
    const { bytes } = await accept(Buffer.concat([before, pngChunk('IDAT', more), end]));
    expect((await shown(bytes)).equals(await shown(original))).toBe(true);
    expect(inflateSync(imageData(Buffer.from(bytes)).data).includes(MARK)).toBe(false);
  });

  it.each([
    ['interlaced', () => picture(61, 47).png({ progressive: true })],
    ['with a palette of 4 bits', () => picture(61, 47).png({ palette: true, colors: 16 })],
    ['with 16 bits', () => picture(61, 47).toColourspace('rgb16').png()],
    ['in gray with transparency', () => picture(61, 47).grayscale().ensureAlpha(0.5).png()],
  ])('%s is unchanged when it has no marks', async (_, encode) => {
    const original = await encode().toBuffer();
    expect(Buffer.from((await accept(original)).bytes)).toEqual(original);
  });
});
