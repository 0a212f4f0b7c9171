import { assertFewParts, MediaFormatError } from '../files/rejection.ts';
import { exifOrientation } from './exif-orientation.ts';
import type { StrippedImage } from './stripped-image.ts';

const SIGNATURE_BYTES = 8;

/** The length, the type and the checksum of a chunk. */
const FRAMING_BYTES = 12;

/** The chunks that decide how pixels look. The others are text, times, EXIF data or private. */
const VISUAL_CHUNKS = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs'.split(' '),
);

const TRUNCATED = new MediaFormatError('truncated', 'The PNG file ends before its end chunk.');

/**
 * Remove the metadata of a PNG file without decoding it, and what follows its end chunk.
 *
 * An animated PNG is rejected: decoders for stills would show its first frame only.
 */
export function stripPng(bytes: Uint8Array): StrippedImage {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [file.subarray(0, SIGNATURE_BYTES)];
  let orientation = 1;
  let position = SIGNATURE_BYTES;
  for (let chunks = 1; ; chunks++) {
    assertFewParts(chunks);
    if (position + FRAMING_BYTES > file.length) throw TRUNCATED;
    const end = position + FRAMING_BYTES + file.readUInt32BE(position);
    if (end > file.length) throw TRUNCATED;
    const type = file.toString('latin1', position + 4, position + 8);
    if (type === 'acTL') {
      const message = 'Animated PNG images are not supported. Upload a GIF instead.';
      throw new MediaFormatError('animation_not_supported', message);
    }
    if (type === 'eXIf') orientation = exifOrientation(file.subarray(position + 8, end - 4));
    if (VISUAL_CHUNKS.has(type)) parts.push(file.subarray(position, end));
    position = end;
    if (type === 'IEND') return { bytes: Buffer.concat(parts), orientation };
  }
}
