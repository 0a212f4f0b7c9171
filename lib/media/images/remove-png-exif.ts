import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { assertFewParts, MediaFormatError } from '../files/rejection.ts';
import { exifOrientation } from './exif-orientation.ts';
import { MAX_PROFILE_BYTES, stripIccProfile } from './icc-profile.ts';
import type { StrippedImage } from './stripped-image.ts';

const SIGNATURE_BYTES = 8;

/** The length, the type and the checksum of a chunk. */
const FRAMING_BYTES = 12;

const LONGEST_NAME = 79;

/**
 * The chunks that decide how pixels look, with the most bytes that each may have: decoders ignore a longer one. The
 * others are text, times, EXIF data or private.
 */
// biome-ignore format: one line per purpose.
const VISUAL_CHUNKS: Record<string, number> = {
  IHDR: 13, PLTE: 768, IDAT: Number.POSITIVE_INFINITY, IEND: 0,
  tRNS: 256, bKGD: 6, sBIT: 4, pHYs: 9, hIST: 512,
  cHRM: 32, gAMA: 4, sRGB: 1, cICP: 4, mDCV: 24, cLLI: 8,
};

const TRUNCATED = new MediaFormatError('truncated', 'The PNG file ends before its end chunk.');

/**
 * Remove the metadata of a PNG file without decoding it, and what follows its end chunk. Of an ICC profile, what converts
 * colors stays.
 *
 * An animated PNG is rejected: decoders for stills would show its first frame only.
 */
export function stripPng(bytes: Uint8Array): StrippedImage {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [file.subarray(0, SIGNATURE_BYTES)];
  const seen = new Set<string>();
  let orientation = 1;
  let position = SIGNATURE_BYTES;
  for (let chunks = 1; ; chunks++) {
    assertFewParts(chunks);
    if (position + FRAMING_BYTES > file.length) throw TRUNCATED;
    const end = position + FRAMING_BYTES + file.readUInt32BE(position);
    if (end > file.length) throw TRUNCATED;
    const chunk = file.subarray(position, end);
    const type = chunk.toString('latin1', 4, 8);
    if (type === 'acTL') {
      const message = 'Animated PNG images are not supported. Upload a GIF instead.';
      throw new MediaFormatError('animation_not_supported', message);
    }
    if (type === 'eXIf') orientation = exifOrientation(dataOf(chunk));
    const part = seen.has(type) && type !== 'IDAT' ? null : strippedChunk(type, chunk);
    if (part !== null) parts.push(part);
    seen.add(type);
    position = end;
    if (type === 'IEND') return { bytes: Buffer.concat(parts), orientation };
  }
}

/** What stays of a chunk; null for nothing. */
function strippedChunk(type: string, chunk: Buffer): Buffer | null {
  if (type === 'IEND') return pngChunk('IEND', Buffer.alloc(0));
  if (type === 'iCCP') return profileChunk(dataOf(chunk));
  const maxBytes = VISUAL_CHUNKS[type];
  if (maxBytes === undefined) return null;
  // A decoder rejects the file for a critical chunk that is wrong, and ignores another one.
  const isCritical = type.charAt(0) < 'a';
  return isCritical || (dataOf(chunk).length <= maxBytes && hasChecksum(chunk)) ? chunk : null;
}

/** Rewrite an iCCP chunk: a name, a zero, the method 0, and the compressed profile. */
function profileChunk(data: Buffer): Buffer | null {
  const nameEnd = data.indexOf(0);
  if (nameEnd < 1 || nameEnd > LONGEST_NAME || data[nameEnd + 1] !== 0) return null;
  const profile = inflated(data.subarray(nameEnd + 2));
  const stripped = profile && stripIccProfile(profile);
  return stripped && pngChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(stripped)]));
}

function inflated(data: Buffer): Buffer | null {
  try {
    return inflateSync(data, { maxOutputLength: MAX_PROFILE_BYTES });
  } catch {
    return null;
  }
}

/** Return the data of a PNG chunk. */
export function dataOf(chunk: Buffer): Buffer {
  return chunk.subarray(8, -4);
}

function hasChecksum(chunk: Buffer): boolean {
  return crc32(chunk.subarray(4, -4)) === chunk.readUInt32BE(chunk.length - 4);
}

/** Build a PNG chunk. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(FRAMING_BYTES + data.length);
  chunk.writeUInt32BE(data.length);
  chunk.write(type, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}
