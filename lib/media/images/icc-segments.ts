import { stripIccProfile } from './icc-profile.ts';

const NAME = Buffer.from('ICC_PROFILE\0', 'latin1');
/** A marker, a length, the name, and the number of the segment and of all segments. */
const HEADER_BYTES = 4 + NAME.length + 2;
/** A segment has at most 65,535 bytes after its marker. */
const MAX_PART_BYTES = 65_535 + 2 - HEADER_BYTES;

/** Join the parts of an ICC profile in the segments of a JPEG, and return what converts colors; null for no whole one. */
export function joinIccSegments(segments: Buffer[]): Buffer | null {
  const count = segments[0]?.[HEADER_BYTES - 1] ?? 0;
  const parts = Array.from({ length: count }, (_, index) =>
    segments.find((segment) => segment.length >= HEADER_BYTES && segment[HEADER_BYTES - 2] === index + 1),
  );
  const found = parts.filter((part) => part !== undefined);
  if (count === 0 || found.length < count) return null;
  return stripIccProfile(Buffer.concat(found.map((part) => part.subarray(HEADER_BYTES))));
}

/** Write an ICC profile as segments of a JPEG; none for null. */
export function iccSegments(profile: Buffer | null): Buffer[] {
  if (profile === null) return [];
  const count = Math.ceil(profile.length / MAX_PART_BYTES);
  return Array.from({ length: count }, (_, index) => {
    const part = profile.subarray(index * MAX_PART_BYTES, (index + 1) * MAX_PART_BYTES);
    const header = Buffer.alloc(HEADER_BYTES);
    header.set([0xff, 0xe2]);
    header.writeUInt16BE(HEADER_BYTES - 2 + part.length, 2);
    header.set(NAME, 4);
    header.set([index + 1, count], HEADER_BYTES - 2);
    return Buffer.concat([header, part]);
  });
}
