/** The types of content that `detectType` tells apart; not each of them is accepted. */
export type DetectedType =
  | 'image/jpeg'
  | 'image/png'
  | 'image/webp'
  | 'image/gif'
  | 'image/avif'
  | 'image/heic'
  | 'video/mp4'
  | 'video/quicktime'
  | 'video/webm'
  | 'video/x-matroska';

/** How many bytes of the start of a file `detectType` reads at most. */
export const DETECTED_HEAD_BYTES = 4096;

const AVIF_BRANDS = ['avif', 'avis'];
const HEIF_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1', 'mif2'];
const MP4_BRANDS = /^(isom|iso[2-9a-z]|mp4[12]|avc1|av01|hvc1|dash|msdh|cmfc|f4v |M4V |M4VH|M4VP|MSNV|XAVC|dby1|mp71)$/;

/** The first box of a QuickTime file from before the box `ftyp` existed. */
const QUICKTIME_FIRST_BOXES = ['moov', 'mdat', 'wide', 'pnot', 'free', 'skip'];

/**
 * Detect the type of a file by its first bytes; null for a type that is none of the known ones.
 *
 * The name and the headers of an upload are never evidence. `head` is the start of the file. At most
 * `DETECTED_HEAD_BYTES` of it are read.
 */
export function detectType(head: Uint8Array): DetectedType | null {
  const text = Buffer.from(head.subarray(0, DETECTED_HEAD_BYTES)).toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (/^GIF8[79]a/.test(text)) return 'image/gif';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'image/webp';
  if (text.startsWith('\x1a\x45\xdf\xa3')) return detectMatroska(text);
  if (text.startsWith('ftyp', 4)) return detectBrand(brandsIn(text));
  return QUICKTIME_FIRST_BOXES.includes(text.slice(4, 8)) ? 'video/quicktime' : null;
}

/** The major brand of a box `ftyp`, followed by the compatible ones. */
function brandsIn(text: string): string[] {
  const sizeBytes = Buffer.from(text.slice(0, 4), 'latin1').readUInt32BE();
  const compatible = text.slice(16, sizeBytes).match(/.{4}/gs) ?? [];
  return [text.slice(8, 12), ...compatible];
}

function detectBrand([major = '', ...compatible]: string[]): DetectedType | null {
  if (major === 'qt  ') return 'video/quicktime';
  if (AVIF_BRANDS.includes(major)) return 'image/avif';
  if (HEIF_BRANDS.includes(major)) {
    // `mif1` names the container only: the codec is among the compatible brands.
    return compatible.some((brand) => AVIF_BRANDS.includes(brand)) ? 'image/avif' : 'image/heic';
  }
  return [major, ...compatible].some((brand) => MP4_BRANDS.test(brand)) ? 'video/mp4' : null;
}

function detectMatroska(text: string): DetectedType | null {
  // The element DocType (0x4282) of the EBML header, with a size of one byte.
  const docType = /\x42\x82[\x81-\x90](webm|matroska)/.exec(text.slice(0, 128))?.[1];
  if (docType === undefined) return null;
  return docType === 'webm' ? 'video/webm' : 'video/x-matroska';
}
