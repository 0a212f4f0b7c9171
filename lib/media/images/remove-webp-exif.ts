import { assertFewParts, MediaFormatError } from '../files/rejection.ts';
import { exifOrientation } from './exif-orientation.ts';
import { stripIccProfile } from './icc-profile.ts';
import type { StrippedImage } from './stripped-image.ts';

/** `RIFF`, a size and `WEBP`. */
const HEADER_BYTES = 12;

const CHUNK_HEADER_BYTES = 8;

/** The chunks that decide how pixels look. The others are EXIF data, XMP data or private. */
const VISUAL_CHUNKS = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP']);

/** The flags of the chunk VP8X that stay: those of a color profile and of transparency. */
const PROFILE_FLAG = 0x20;
const ALPHA_FLAG = 0x10;

/** Flags, three reserved bytes, and the size of the canvas. */
const EXTENDED_BYTES = 10;

/** A stripped WebP image, and whether its compression loses nothing. */
export interface StrippedWebp extends StrippedImage {
  isLossless: boolean;
}

/**
 * Remove the metadata of a WebP file without decoding it, and what follows the RIFF container. Of an ICC profile, what
 * converts colors stays.
 *
 * An animated WebP is rejected: no platform publishes one.
 */
export function stripWebp(bytes: Uint8Array): StrippedWebp {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < HEADER_BYTES || 8 + file.readUInt32LE(4) > file.length) throw truncated();
  const containerEnd = 8 + file.readUInt32LE(4);
  const header = Buffer.from(file.subarray(0, HEADER_BYTES));
  const parts: Uint8Array[] = [header];
  const chunkData = new Map<string, Buffer>();
  let orientation = 1;
  let isLossless = false;
  let position = HEADER_BYTES;
  for (let chunks = 1; position + CHUNK_HEADER_BYTES <= containerEnd; chunks++) {
    assertFewParts(chunks);
    const type = file.toString('latin1', position, position + 4);
    const dataStart = position + CHUNK_HEADER_BYTES;
    const dataEnd = dataStart + file.readUInt32LE(position + 4);
    // A chunk of an odd length is padded. Some encoders leave out the last padding.
    const end = Math.min(dataEnd + (dataEnd % 2), containerEnd);
    if (dataEnd > containerEnd) throw truncated();
    if (type === 'ANIM' || type === 'ANMF') {
      const message = 'Animated WebP images are not supported. Upload a GIF instead.';
      throw new MediaFormatError('animation_not_supported', message);
    }
    if (type === 'EXIF') orientation = exifOrientation(withoutExifName(file.subarray(dataStart, dataEnd)));
    if (type === 'VP8L') isLossless = true;
    // Decoders use the first chunk of each type.
    if (VISUAL_CHUNKS.has(type) && !chunkData.has(type)) chunkData.set(type, file.subarray(dataStart, dataEnd));
    position = end;
  }
  const profile = chunkData.has('ICCP') ? stripIccProfile(chunkData.get('ICCP')!) : null;
  for (const [type, data] of chunkData) {
    if (type === 'VP8X') parts.push(webpChunk(type, extendedHeader(data, profile !== null)));
    else if (type !== 'ICCP') parts.push(webpChunk(type, data));
    else if (profile !== null) parts.push(webpChunk(type, profile));
  }
  header.writeUInt32LE(parts.reduce((sum, part) => sum + part.length, 0) - 8, 4);
  return { bytes: Buffer.concat(parts), orientation, isLossless };
}

function truncated() {
  return new MediaFormatError('truncated', 'The WebP file ends before the end of its container or of a chunk.');
}

function extendedHeader(data: Buffer, hasProfile: boolean): Buffer {
  const header = Buffer.alloc(EXTENDED_BYTES);
  data.copy(header, 0, 0, EXTENDED_BYTES);
  header.fill(0, 1, 4);
  header[0]! &= hasProfile ? PROFILE_FLAG | ALPHA_FLAG : ALPHA_FLAG;
  return header;
}

/** Build a chunk, padded to an even length. */
function webpChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(CHUNK_HEADER_BYTES + data.length + (data.length % 2));
  chunk.write(type, 'latin1');
  chunk.writeUInt32LE(data.length, 4);
  chunk.set(data, CHUNK_HEADER_BYTES);
  return chunk;
}

/** Some encoders write the name of the JPEG segment before the TIFF header. */
function withoutExifName(data: Buffer): Buffer {
  return data.toString('latin1', 0, 6) === 'Exif\0\0' ? data.subarray(6) : data;
}
