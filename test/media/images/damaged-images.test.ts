import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { MediaRejection } from '../../../lib/media/files/rejection.ts';
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
  SECRET,
  webp,
  withChunks,
  withGifMetadata,
  withSegments,
  withWebpMetadata,
} from '../images.ts';

const exifSegment = jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif(6)]));

const FILES: Record<string, Buffer> = {
  jpeg: withSegments(await jpeg(), [exifSegment, jpegSegment(0xfe, SECRET)], SECRET),
  'progressive jpeg': await picture().jpeg({ progressive: true }).toBuffer(),
  'CMYK jpeg': await picture().toColourspace('cmyk').jpeg().toBuffer(),
  png: withChunks(await png(), [pngChunk('tEXt', SECRET), pngChunk('eXIf', exif(3))], SECRET),
  webp: withWebpMetadata(await webp(), 1),
  'lossless webp': withWebpMetadata(await webp(true), 8),
  gif: withGifMetadata(await animation([100, 0, 30])),
  avif: await avif(),
};

/** Fail unless the outcome is a rejection with a reason, or an image that decodes to what it says. */
async function expectOutcome(outcome: ProcessedImage | MediaRejection) {
  if (outcome.outcome === 'rejected') {
    expect(outcome.message).toMatch(/^[A-Z][\w ,.:-]+\.$/);
    return;
  }
  const { info } = await sharp(outcome.bytes, { animated: true }).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([outcome.width, outcome.height * outcome.frames]);
  expect((await processImage(outcome.bytes)).outcome).toBe('accepted');
}

const byteChanges = fc.array(fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }) }), {
  minLength: 1,
  maxLength: 6,
});

describe.each(Object.keys(FILES))('a damaged file (%s)', (name) => {
  const file = FILES[name]!;

  it('is accepted and decodes, or is rejected, with any bytes changed', async () => {
    await fc.assert(
      fc.asyncProperty(byteChanges, async (changes) => {
        const changed = Buffer.from(file);
        for (const { at, byte } of changes) changed[at % changed.length] = byte;
        await expectOutcome(await processImage(changed));
      }),
      { numRuns: 60 },
    );
  });

  it('is accepted and decodes, or is rejected, when cut at any position', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(file.length), async (length) => {
        await expectOutcome(await processImage(file.subarray(0, length)));
      }),
      { numRuns: 30 },
    );
  });

  it('is accepted and decodes, or is rejected, with bytes added or removed at any position', async () => {
    const edit = fc.record({ at: fc.nat(file.length), removed: fc.nat(40), added: fc.uint8Array({ maxLength: 40 }) });
    await fc.assert(
      fc.asyncProperty(edit, async ({ at, removed, added }) => {
        const edited = Buffer.concat([file.subarray(0, at), added, file.subarray(at + removed)]);
        await expectOutcome(await processImage(edited));
      }),
      { numRuns: 30 },
    );
  });
});

it('an animation with a frame that the decoder leaves out is rejected', async () => {
  const file = await animation([100, 0, 30]);
  // The last byte of an image descriptor, and the code size of the compression, which is at most 11.
  const second = file.indexOf('2c0000000010000c0000', file.indexOf('2c0000000010000c0000', 0, 'hex') + 1, 'hex');
  expect(second).toBeGreaterThan(0);
  const damaged = Buffer.from(file);
  damaged[second + 10] = 59;
  expect(await processImage(damaged)).toMatchObject({ outcome: 'rejected', code: 'corrupt' });
});

describe('random bytes', () => {
  const starts = Object.values(FILES).map((file) => file.subarray(0, 16));

  it('are rejected, also behind the start of an image', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(Buffer.alloc(0), ...starts), fc.uint8Array(), async (start, random) => {
        await expectOutcome(await processImage(Buffer.concat([start, random])));
      }),
      { numRuns: 300 },
    );
  });
});
