import { BitReader } from './bit-reader.ts';

/** What a sequence parameter set of H.264 says about every frame (ITU-T H.264, 7.3.2.1.1). Dimensions are cropped. */
export interface H264Parameters {
  profile: number;
  chromaFormat: number;
  bitDepth: number;
  width: number;
  height: number;
  isInterlaced: boolean;
}

/** The profiles whose parameter sets contain the chroma format and the bit depth; the others have 4:2:0 and 8 bits. */
const HIGH_PROFILES = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135];

/** Parse a sequence parameter set, with the byte of the NAL header. Throws for one that is invalid. */
export function parseH264Parameters(unit: Uint8Array): H264Parameters {
  const reader = new BitReader(withoutEmulation(unit.subarray(1)));
  const profile = reader.bits(8);
  reader.bits(16); // Constraints and level.
  reader.golomb(); // The id of the set.
  let [chromaFormat, bitDepth, hasSeparatePlanes] = [1, 8, false];
  if (HIGH_PROFILES.includes(profile)) {
    chromaFormat = reader.golomb();
    if (chromaFormat === 3) hasSeparatePlanes = reader.flag();
    bitDepth = 8 + reader.golomb();
    reader.golomb(); // The bit depth of chroma.
    reader.flag();
    if (reader.flag()) skipScalingLists(reader, chromaFormat === 3 ? 12 : 8);
  }
  reader.golomb(); // log2_max_frame_num
  skipPictureOrder(reader);
  reader.golomb(); // max_num_ref_frames
  reader.flag();
  const widthInBlocks = reader.golomb() + 1;
  const heightInUnits = reader.golomb() + 1;
  const isInterlaced = !reader.flag();
  if (isInterlaced) reader.flag();
  reader.flag();
  const [left, right, top, bottom] = reader.flag()
    ? [reader.golomb(), reader.golomb(), reader.golomb(), reader.golomb()]
    : [0, 0, 0, 0];
  const isSubsampled = !hasSeparatePlanes && chromaFormat > 0;
  const cropX = isSubsampled && chromaFormat < 3 ? 2 : 1;
  const cropY = (isSubsampled && chromaFormat === 1 ? 2 : 1) * (isInterlaced ? 2 : 1);
  const width = widthInBlocks * 16 - cropX * (left! + right!);
  const height = heightInUnits * 16 * (isInterlaced ? 2 : 1) - cropY * (top! + bottom!);
  return { profile, chromaFormat, bitDepth, width, height, isInterlaced };
}

/** Remove the byte 3 of each sequence 0, 0, 3, which prevents that data looks like a start code. */
function withoutEmulation(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte, at) => !(byte === 3 && at >= 2 && bytes[at - 1] === 0 && bytes[at - 2] === 0));
}

function skipScalingLists(reader: BitReader, count: number): void {
  for (let list = 0; list < count; list++) {
    if (!reader.flag()) continue;
    let [last, next] = [8, 8];
    for (let at = 0; at < (list < 6 ? 16 : 64); at++) {
      if (next !== 0) next = (last + signed(reader.golomb()) + 256) % 256;
      last = next === 0 ? last : next;
    }
  }
}

function skipPictureOrder(reader: BitReader): void {
  const type = reader.golomb();
  if (type === 0) reader.golomb();
  if (type !== 1) return;
  reader.flag();
  reader.golomb();
  reader.golomb();
  const cycle = reader.golomb();
  // A longer cycle ends at the end of the set.
  for (let at = 0; at < cycle; at++) reader.golomb();
}

function signed(code: number): number {
  return code % 2 === 1 ? (code + 1) / 2 : -code / 2;
}
