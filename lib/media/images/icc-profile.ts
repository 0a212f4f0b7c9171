import { colorElement, padded } from './icc-elements.ts';

/** The largest profile that is kept. Those of printers have a megabyte, most of it measurements. */
export const MAX_PROFILE_BYTES = 16 * 1024 * 1024;

const HEADER_BYTES = 128;
const TAG_BYTES = 12;
const MAX_TAGS = 100;

/** The parts of the header that stay: the version, the class with the color spaces, and the signature. */
const KEPT_HEADER = [
  [8, 10],
  [12, 24],
  [36, 40],
] as const;

/** January 1, 2000, and the illuminant D50, which a profile has by definition. */
const CREATED = Buffer.from('07d000010001', 'hex');
const D50 = Buffer.from('0000f6d6000100000000d32d', 'hex');

/** The tags by which a decoder converts colors. */
const COLOR_TAGS = new Set(
  'wtpt bkpt chad cicp rXYZ gXYZ bXYZ rTRC gTRC bTRC kTRC A2B0 A2B1 A2B2 B2A0 B2A1 B2A2'.split(' '),
);

/** The classes of profiles that describe the colors of an image. */
const CLASSES = ['scnr', 'mntr', 'prtr', 'spac'];

/** Names of profiles that are the same on every device. Some programs recognize a color space by it. */
const STANDARD_NAMES = [
  'sRGB IEC61966-2.1',
  'sRGB',
  'Display P3',
  'Adobe RGB (1998)',
  'ProPhoto RGB',
  'Rec. ITU-R BT.2020-1',
  'Dot Gain 20%',
  'Gray Gamma 2.2',
];

const OTHER_NAME = 'Color profile';

/**
 * Rebuild an ICC profile of what converts colors: matrices, curves and tables. Colors are the same; what identifies a
 * device or a person is gone: names, serial numbers, measurements, times, vendors, and bytes that no tag uses. The name
 * of a standard profile stays. Returns null for a profile by which no decoder can convert colors.
 */
export function stripIccProfile(profile: Buffer): Buffer | null {
  const tags = readTags(profile);
  if (tags === null || !CLASSES.includes(profile.toString('latin1', 12, 16))) return null;
  const elements = new Map<string, Buffer>();
  for (const [signature, data] of tags) {
    const element = COLOR_TAGS.has(signature) ? colorElement(data) : null;
    if (element !== null) elements.set(signature, element);
  }
  if (!convertsColors(elements)) return null;
  const isVersion4 = profile[8]! >= 4;
  const text = isVersion4 ? unicodeText : description;
  elements.set('desc', text(standardName(tags.get('desc'))));
  elements.set('cprt', isVersion4 ? unicodeText('') : Buffer.from('text\0\0\0\0\0', 'latin1'));
  return writeProfile(profile, elements);
}

/** Return the data of each tag of a profile by its signature, or null if one is outside of the profile. */
function readTags(profile: Buffer): Map<string, Buffer> | null {
  if (profile.length < HEADER_BYTES + 4 || profile.toString('latin1', 36, 40) !== 'acsp') return null;
  const count = profile.readUInt32BE(HEADER_BYTES);
  if (count > MAX_TAGS || HEADER_BYTES + 4 + count * TAG_BYTES > profile.length) return null;
  const tags = new Map<string, Buffer>();
  for (let index = 0; index < count; index++) {
    const at = HEADER_BYTES + 4 + index * TAG_BYTES;
    const [start, bytes] = [profile.readUInt32BE(at + 4), profile.readUInt32BE(at + 8)];
    if (start + bytes > profile.length) return null;
    const signature = profile.toString('latin1', at, at + 4);
    if (!tags.has(signature)) tags.set(signature, profile.subarray(start, start + bytes));
  }
  return tags;
}

function convertsColors(elements: Map<string, Buffer>): boolean {
  const has = (...signatures: string[]) => signatures.every((signature) => elements.has(signature));
  return has('A2B0') || has('A2B1') || has('kTRC') || has('rXYZ', 'gXYZ', 'bXYZ', 'rTRC', 'gTRC', 'bTRC');
}

/** Return the name of a profile if it is that of a standard one, and otherwise a name that says nothing. */
function standardName(data: Buffer | undefined): string {
  const name = data && data.length >= 28 ? nameOf(data) : '';
  return STANDARD_NAMES.includes(name) ? name : OTHER_NAME;
}

/** The name in ASCII, or the first one in UTF-16. */
function nameOf(data: Buffer): string {
  if (data.toString('latin1', 0, 4) === 'desc') return data.toString('latin1', 12, 12 + data.readUInt32BE(8) - 1);
  const [bytes, start] = [data.readUInt32BE(20), data.readUInt32BE(24)];
  return data.toString('latin1', start, start + bytes).replaceAll('\0', '');
}

/** A textDescriptionType: the text in ASCII, and none in the two other scripts. */
function description(text: string): Buffer {
  const header = Buffer.alloc(12);
  header.write('desc', 'latin1');
  header.writeUInt32BE(text.length + 1, 8);
  return Buffer.concat([header, Buffer.from(`${text}\0`, 'latin1'), Buffer.alloc(4 + 4 + 2 + 1 + 67)]);
}

/** A multiLocalizedUnicodeType with one record. */
function unicodeText(text: string): Buffer {
  const utf16 = Buffer.from(text, 'utf16le').swap16();
  const header = Buffer.alloc(28);
  header.write('mluc', 'latin1');
  header.writeUInt32BE(1, 8);
  header.writeUInt32BE(12, 12);
  header.write('enUS', 16, 'latin1');
  header.writeUInt32BE(utf16.length, 20);
  header.writeUInt32BE(header.length, 24);
  return Buffer.concat([header, utf16]);
}

function writeProfile(profile: Buffer, elements: Map<string, Buffer>): Buffer {
  const header = Buffer.alloc(HEADER_BYTES + 4 + elements.size * TAG_BYTES);
  for (const [start, end] of KEPT_HEADER) profile.copy(header, start, start, end);
  header.set(CREATED, 24);
  header[67] = profile[67]! & 3; // The rendering intent.
  header.set(D50, 68);
  header.writeUInt32BE(elements.size, HEADER_BYTES);
  const parts: Buffer[] = [header];
  const positions = new Map<string, number>();
  let end = header.length;
  for (const [index, [signature, element]] of [...elements].entries()) {
    // Tags of the same data share it, as the curves of red, green and blue usually do.
    const content = element.toString('latin1');
    const position = positions.get(content) ?? end;
    if (position === end) {
      positions.set(content, end);
      parts.push(padded(element));
      end += padded(element).length;
    }
    const at = HEADER_BYTES + 4 + index * TAG_BYTES;
    header.write(signature, at, 'latin1');
    header.writeUInt32BE(position, at + 4);
    header.writeUInt32BE(element.length, at + 8);
  }
  header.writeUInt32BE(end, 0);
  return Buffer.concat(parts);
}
