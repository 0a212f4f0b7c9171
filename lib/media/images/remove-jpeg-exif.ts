import { assertFewParts, MediaFormatError } from '../files/rejection.ts';
import { exifOrientation } from './exif-orientation.ts';
import { iccSegments, joinIccSegments } from './icc-segments.ts';
import type { StrippedImage } from './stripped-image.ts';

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const JPG = 0xc8;
const DQT = 0xdb;
const DRI = 0xdd;

/** Each scan decodes all pixels again, so that a small file with many scans takes minutes. */
const MAX_SCANS = 100;

/** The length of a JFIF segment without its thumbnail, and the header of one. */
const JFIF_BYTES = 16;

/** An Adobe segment up to its color transform: a version and flags, which no decoder uses. */
const ADOBE_HEADER = Buffer.from([0xff, 0xee, 0, 14, ...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0]);

const TRUNCATED = new MediaFormatError('truncated', 'The JPEG file ends before its end marker.');

/**
 * Remove the metadata of a JPEG file without decoding it.
 *
 * What stays is what decoders need: tables, frames and scans, the density of JFIF, what converts colors in the ICC
 * profile (APP2), and the color transform of Adobe (APP14). Every other segment is dropped, and so is what follows the
 * end marker, where cameras append videos, gain maps and second images.
 */
export function stripJpeg(bytes: Uint8Array): StrippedImage {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [Uint8Array.of(0xff, SOI)];
  let orientation = 1;
  let isBaseline = false;
  let scans = 0;
  let position = 2;
  const profile: Buffer[] = [];
  let profileAt = 1;
  const seen = new Set<number>();
  for (let segments = 1; ; segments++) {
    assertFewParts(segments);
    const start = nextMarker(file, position);
    const marker = file[start + 1]!;
    if (marker === EOI) break;
    if (marker === SOI || isRestart(marker)) throw new MediaFormatError('corrupt', 'A JPEG marker is misplaced.');
    const end = endOfSegment(file, start);
    const segment = file.subarray(start, end);
    if (marker >= 0xc0 && marker <= 0xc1) isBaseline = true;
    if (marker === APP1 && hasName(segment, 'Exif\0')) orientation = exifOrientation(segment.subarray(10));
    if (marker === SOS) {
      scans += 1;
      if (scans > MAX_SCANS)
        throw new MediaFormatError('too_complex', `The JPEG file has more than ${MAX_SCANS} scans.`);
      position = nextMarker(file, end);
      parts.push(isBaseline ? normalizeScanHeader(segment) : segment, file.subarray(end, position));
    } else {
      if (marker === APP2 && hasName(segment, 'ICC_PROFILE\0')) {
        if (profile.length === 0) profileAt = parts.length;
        profile.push(segment);
      }
      const part = strippedSegment(marker, segment);
      // A second segment of an application has no meaning.
      if (part !== null && !(marker >= APP0 && seen.has(marker))) {
        seen.add(marker);
        parts.push(part);
      }
      position = end;
    }
  }
  parts.splice(profileAt, 0, ...iccSegments(joinIccSegments(profile)));
  parts.push(Uint8Array.of(0xff, EOI));
  return { bytes: Buffer.concat(parts), orientation };
}

/** The position of the next marker, as pixels and garbage are no markers. */
function nextMarker(file: Buffer, from: number): number {
  for (let position = file.indexOf(0xff, from); position !== -1; position = file.indexOf(0xff, position + 1)) {
    const next = file[position + 1];
    if (next === undefined) break;
    if (next !== 0 && next !== 0xff && next !== 0x01 && !isRestart(next)) return position;
  }
  throw TRUNCATED;
}

function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7;
}

function endOfSegment(file: Buffer, start: number): number {
  if (start + 4 > file.length) throw TRUNCATED;
  const lengthBytes = file.readUInt16BE(start + 2);
  if (lengthBytes < 2) throw new MediaFormatError('corrupt', 'A JPEG segment has a length below 2 bytes.');
  const end = start + 2 + lengthBytes;
  if (end > file.length) throw TRUNCATED;
  return end;
}

function hasName(segment: Buffer, name: string): boolean {
  return segment.toString('latin1', 4, 4 + name.length) === name;
}

/** What stays of a segment; null for nothing. */
function strippedSegment(marker: number, segment: Buffer): Buffer | null {
  if (marker === APP0) return hasName(segment, 'JFIF\0') ? withoutThumbnail(segment) : null;
  if (marker === APP14) return hasName(segment, 'Adobe') ? colorTransform(segment) : null;
  // Frames with their tables. Decoders need no other segment: DNL only states the height again.
  const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== JPG;
  return isFrame || marker === DQT || marker === DRI ? segment : null;
}

function colorTransform(segment: Buffer): Buffer | null {
  const transform = segment[ADOBE_HEADER.length];
  return transform === undefined ? null : Buffer.concat([ADOBE_HEADER, Uint8Array.of(transform)]);
}

function withoutThumbnail(segment: Buffer): Buffer | null {
  if (segment.length < JFIF_BYTES + 2) return null;
  const stripped = Buffer.from(segment.subarray(0, JFIF_BYTES + 2));
  stripped.writeUInt16BE(JFIF_BYTES, 2);
  stripped.writeUInt16BE(0, JFIF_BYTES);
  return stripped;
}

/**
 * Write the spectral selection that a baseline scan has by definition. Some Samsung cameras write another one,
 * which decoders ignore with a warning; a warning is otherwise a sign of damage.
 */
function normalizeScanHeader(segment: Buffer): Buffer {
  if (segment.length < 8) return segment;
  const normalized = Buffer.from(segment);
  normalized.set([0, 63, 0], segment.length - 3);
  return normalized;
}
