import { MediaFormatError } from '../files/rejection.ts';
import { type Box, damaged, type Region } from './boxes.ts';
import type { ByteRange } from './byte-ranges.ts';

/** The samples of a track: how many, how long in units of its time scale, and where their bytes are. */
export interface Samples {
  count: number;
  ticks: number;
  ranges: ByteRange[];
}

/** Bytes of a number of samples, in the formats of QuickTime whose tables count samples of one channel or packet. */
export type PacketSize = { samples: number; bytes: number };

/** Four hours with 60 frames a second have 864,000 frames, and 675,000 packets of audio. */
const MAX_SAMPLES = 4_000_000;

/** Throw for a track of more samples: tables can declare billions of them in some bytes. */
export function assertFewSamples(count: number): void {
  if (count <= MAX_SAMPLES) return;
  const message = `The track has more than ${MAX_SAMPLES.toLocaleString('en-US')} samples.`;
  throw new MediaFormatError('too_complex', message);
}

/** Read the tables of a track's samples. `packet`: of an audio track whose samples are packed. */
export function readSamples(region: Region, table: Box, packet: PacketSize | null): Samples {
  const sizes = readSizes(region, table, packet);
  if (sizes.count === 0) return { count: 0, ticks: 0, ranges: [] };
  return { count: sizes.count, ticks: readTicks(region, table), ranges: readChunks(region, table, sizes) };
}

/** Read how long the samples are together. Encoders write a small negative length for a sample that is not shown. */
function readTicks(region: Region, table: Box): number {
  let [samples, ticks] = [0, 0];
  for (const at of entries(region, region.child(table, 'stts'), 8)) {
    const [count, delta] = [region.u32(at), region.i32(at + 4)];
    samples += count;
    ticks += count * Math.max(delta, 0);
  }
  // A packed track counts more samples than packets.
  if (ticks / Math.max(samples, 1) > 2 ** 31) throw damaged('the times of its samples are invalid');
  return ticks;
}

type Sizes = { count: number; bytesOf: (first: number, count: number) => number };

function readSizes(region: Region, table: Box, packet: PacketSize | null): Sizes {
  const box = region.find(table, 'stsz');
  if (!box) return readCompactSizes(region, region.child(table, 'stz2'));
  const [uniform, count] = [region.u32(box.payload + 4), region.u32(box.payload + 8)];
  if (uniform > 0 && packet) {
    return { count, bytesOf: (_, samples) => Math.ceil(samples / packet.samples) * Math.max(packet.bytes, uniform) };
  }
  assertFewSamples(count);
  if (uniform > 0) return { count, bytesOf: (_, samples) => samples * uniform };
  const sizes = region.slice(box.payload + 12, box.payload + 12 + count * 4);
  return { count, bytesOf: summed((index) => sizes.readUInt32BE(index * 4)) };
}

function readCompactSizes(region: Region, box: Box): Sizes {
  const [bits, count] = [region.u8(box.payload + 7), region.u32(box.payload + 8)];
  assertFewSamples(count);
  if (![4, 8, 16].includes(bits)) throw damaged('the sizes of its samples are invalid');
  const sizes = region.slice(box.payload + 12, box.payload + 12 + Math.ceil((count * bits) / 8));
  const ofHalfByte = (index: number) => (index % 2 === 0 ? sizes[index >> 1]! >> 4 : sizes[index >> 1]! & 15);
  const sizeOf = bits === 4 ? ofHalfByte : (index: number) => sizes.readUIntBE((index * bits) / 8, bits / 8);
  return { count, bytesOf: summed(sizeOf) };
}

function summed(sizeOf: (index: number) => number): Sizes['bytesOf'] {
  return (first, count) => {
    let bytes = 0;
    for (let index = first; index < first + count; index++) bytes += sizeOf(index);
    return bytes;
  };
}

/** Read where the samples are: each chunk has some of them, one after the other. */
function readChunks(region: Region, table: Box, { count, bytesOf }: Sizes): ByteRange[] {
  const offsets = readOffsets(region, table);
  const runs = entries(region, region.child(table, 'stsc'), 12);
  const ranges: ByteRange[] = [];
  let sample = 0;
  for (const [index, at] of runs.entries()) {
    const first = region.u32(at);
    const next = index + 1 < runs.length ? region.u32(runs[index + 1]!) : offsets.length + 1;
    const perChunk = region.u32(at + 4);
    if (first !== (index === 0 ? 1 : first) || next <= first || perChunk === 0) {
      throw damaged('the order of its chunks is invalid');
    }
    for (let chunk = first; chunk < next && chunk <= offsets.length && sample < count; chunk++) {
      const samples = Math.min(perChunk, count - sample);
      const from = offsets[chunk - 1]!;
      ranges.push({ from, end: from + bytesOf(sample, samples) });
      sample += samples;
    }
  }
  if (sample < count) throw damaged('some of its samples are in no chunk');
  return ranges;
}

function readOffsets(region: Region, table: Box): number[] {
  const small = region.find(table, 'stco');
  if (small) return entries(region, small, 4).map((at) => region.u32(at));
  return entries(region, region.child(table, 'co64'), 8).map((at) => region.u64(at));
}

/** List the offsets of the entries of a table, whose count precedes them. */
function entries(region: Region, { payload, end }: Box, bytes: number): number[] {
  const count = region.u32(payload + 4);
  if (count * bytes > end - payload - 8) throw damaged('a table has fewer entries than it declares');
  assertFewSamples(count);
  return Array.from({ length: count }, (_, index) => payload + 8 + index * bytes);
}
