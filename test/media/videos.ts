import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ByteSource } from '../../lib/media/files/byte-source.ts';
import { SECRET } from './images.ts';

/** Read a file that ffmpeg made of a test pattern. */
export function fixture(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, 'fixtures/videos', name));
}

/** A file as the inspection reads it. Reads outside of it fail the test. */
export function sourceOf(bytes: Buffer): ByteSource {
  return {
    sizeBytes: bytes.length,
    read: async (from, length) => {
      if (from < 0 || from + length > bytes.length) throw new Error(`A read of ${length} bytes from ${from}.`);
      return new Uint8Array(bytes.subarray(from, from + length));
    },
  };
}

/** A box with its content. */
export function box(type: string, ...content: (Uint8Array | number[])[]): Buffer {
  const payload = Buffer.concat(content.map((part) => Buffer.from(part)));
  return Buffer.concat([u32(payload.length + 8), Buffer.from(type, 'latin1'), payload]);
}

/** Encode numbers of 32 bits. */
export function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4);
  return bytes;
}

export const u16 = (...values: number[]) => Buffer.from(values.flatMap((value) => [value >> 8, value & 255]));

/** A box with a version and flags, here 0. */
export const full = (type: string, ...content: (Uint8Array | number[])[]) => box(type, u32(0), ...content);

/** Matrices of a track header: upright, and turned by 90, 180 and 270 degrees. */
const [ONE, W] = [0x10000, 0x40000000];
const MATRICES: Record<number, number[]> = {
  0: [ONE, 0, 0, 0, ONE, 0, 0, 0, W],
  90: [0, ONE, 0, -ONE, 0, 0, 0, 0, W],
  180: [-ONE, 0, 0, 0, -ONE, 0, 0, 0, W],
  270: [0, -ONE, 0, ONE, 0, 0, 0, 0, W],
};

/** A video to write. */
export interface VideoFile {
  brand?: string;
  width?: number;
  height?: number;
  /** Frames, each of `frameBytes`, and how many ticks of 1/`timeScale` seconds each is shown. */
  frames?: number;
  frameBytes?: number;
  frameTicks?: number;
  timeScale?: number;
  rotation?: number;
  pixelAspect?: [number, number];
  /** The sample entry of the video track; H.264 by default. */
  entry?: Buffer;
  /** Edits of the video track: the length in 1/1000 seconds, and where they begin, or -1. */
  edits?: [length: number, from: number][];
  /** A metadata track with this handler, whose samples contain SECRET. */
  metadata?: string;
  /** Boxes at the end of the movie, of the video track, and of the file. */
  inMovie?: Buffer[];
  inTrack?: Buffer[];
  after?: Buffer[];
  indexFirst?: boolean;
  /** Replaces the sample table of the video track. */
  tables?: Buffer[];
}

const CHUNK_FRAMES = 10;

/** A file and where the frames of its video track are. */
export type WrittenVideo = { bytes: Buffer; frames: [from: number, end: number][] };

/** Write a video of H.264 with frames of noise, and what else is wanted. The bytes of a frame are all its number. */
export function writeVideo(wanted: VideoFile = {}): WrittenVideo {
  const { frames = 100, frameBytes = 1000, metadata, indexFirst = false, brand = 'isom' } = wanted;
  const head = box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}mp42`, 'latin1'));
  const chunks: { video: number; metadata: number; frames: number }[] = [];
  const data: Buffer[] = [];
  let length = 0;
  const add = (bytes: Buffer) => {
    data.push(bytes);
    length += bytes.length;
    return length - bytes.length;
  };
  for (let first = 0; first < frames; first += CHUNK_FRAMES) {
    const count = Math.min(CHUNK_FRAMES, frames - first);
    const video = add(Buffer.concat(Array.from({ length: count }, (_, at) => Buffer.alloc(frameBytes, first + at))));
    chunks.push({ video, metadata: metadata ? add(Buffer.from(SECRET)) : 0, frames: count });
  }
  const movieAt = (start: number) =>
    movie(
      wanted,
      chunks.map((chunk) => ({ ...chunk, start })),
    );
  const movieBytes = movieAt(0).length;
  const dataStart = head.length + (indexFirst ? movieBytes : 0) + 8;
  const [index, media] = [movieAt(dataStart), box('mdat', ...data)];
  const bytes = Buffer.concat([head, ...(indexFirst ? [index, media] : [media, index]), ...(wanted.after ?? [])]);
  return {
    bytes,
    frames: chunks.map(({ video, frames: count }) => [dataStart + video, dataStart + video + count * frameBytes]),
  };
}

type Chunk = { video: number; metadata: number; frames: number; start: number };

function movie(wanted: VideoFile, chunks: Chunk[]): Buffer {
  const { frames = 100, frameTicks = 1000, timeScale = 30_000, inMovie = [] } = wanted;
  const length = Math.round((frames * frameTicks * 1000) / timeScale);
  const header = full(
    'mvhd',
    u32(3_800_000_000, 3_800_000_000, 1000, length, ONE),
    Buffer.alloc(10),
    u32(...MATRICES[0]!),
    Buffer.alloc(28),
  );
  const tracks = [videoTrack(wanted, chunks), ...(wanted.metadata ? [metadataTrack(wanted.metadata, chunks)] : [])];
  return box('moov', header, ...tracks, ...inMovie);
}

function videoTrack(wanted: VideoFile, chunks: Chunk[]): Buffer {
  const { frames = 100, frameBytes = 1000, frameTicks = 1000, timeScale = 30_000, edits, inTrack = [] } = wanted;
  const tables = wanted.tables ?? [
    full('stsd', u32(1), wanted.entry ?? h264Entry(wanted)),
    full('stts', u32(1, frames, frameTicks)),
    full('stsc', u32(chunks.length > 0 ? 2 : 0, 1, CHUNK_FRAMES, 1, chunks.length, chunks.at(-1)?.frames ?? 1, 1)),
    full('stsz', u32(frameBytes, frames)),
    full('stco', u32(chunks.length, ...chunks.map(({ start, video }) => start + video))),
  ];
  if (chunks.length === 1 && !wanted.tables) tables[2] = full('stsc', u32(1, 1, CHUNK_FRAMES, 1));
  const list = edits
    ? [box('edts', full('elst', u32(edits.length, ...edits.flatMap(([ticks, from]) => [ticks, from, ONE]))))]
    : [];
  return track(
    {
      id: 1,
      handler: 'vide',
      timeScale,
      header: full('vmhd', Buffer.alloc(8)),
      tables,
      rotation: wanted.rotation ?? 0,
    },
    [...list, ...inTrack],
  );
}

function metadataTrack(handler: string, chunks: Chunk[]): Buffer {
  const tables = [
    full('stsd', u32(1), box(handler, Buffer.alloc(8))),
    full('stts', u32(1, chunks.length, 100)),
    full('stsc', u32(1, 1, 1, 1)),
    full('stsz', u32(SECRET.length, chunks.length)),
    full('stco', u32(chunks.length, ...chunks.map(({ start, metadata }) => start + metadata))),
  ];
  return track({ id: 2, handler: 'meta', timeScale: 1000, header: full('nmhd'), tables, rotation: 0 }, []);
}

type TrackParts = {
  id: number;
  handler: string;
  timeScale: number;
  header: Buffer;
  tables: Buffer[];
  rotation: number;
};

function track({ id, handler, timeScale, header, tables, rotation }: TrackParts, more: Buffer[]): Buffer {
  const times = [3_800_000_000, 3_800_000_000];
  const trackHeader = box(
    'tkhd',
    u32(7, ...times, id, 0, 0),
    Buffer.alloc(16),
    u32(...MATRICES[rotation]!),
    Buffer.alloc(8),
  );
  const name = full('hdlr', u32(0), Buffer.from(handler), Buffer.alloc(12), Buffer.from(`${SECRET}\0`));
  const data = box('dinf', full('dref', u32(1), box('url ', u32(1))));
  const media = box(
    'mdia',
    full('mdhd', u32(...times, timeScale, 0, 0)),
    name,
    box('minf', header, data, box('stbl', ...tables)),
  );
  return box('trak', trackHeader, ...more, media);
}

/** The sample entry of H.264, with a sequence parameter set for a size in blocks of 16 pixels that is cropped. */
export function h264Entry({ width = 1280, height = 720, pixelAspect }: VideoFile = {}): Buffer {
  const set = h264ParameterSet(width, height);
  const config = box('avcC', [1, 66, 0, 30, 0xff, 0xe1], u16(set.length), set, [1, 0, 4, 0x68, 0xce, 0x38, 0x80]);
  return visualEntry('avc1', width, height, config, ...(pixelAspect ? [box('pasp', u32(...pixelAspect))] : []));
}

/** A visual sample entry with its boxes. Its name is SECRET. */
export function visualEntry(type: string, width: number, height: number, ...boxes: Buffer[]): Buffer {
  const name = Buffer.alloc(32, Buffer.from([SECRET.length, ...Buffer.from(SECRET), 0]));
  return box(
    type,
    u16(0, 0, 0, 1),
    Buffer.alloc(16),
    u16(width, height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    name,
    u16(24, 0xffff),
    ...boxes,
  );
}

function h264ParameterSet(width: number, height: number): Buffer {
  let bits = '';
  const golomb = (value: number) => {
    const code = (value + 1).toString(2);
    bits += '0'.repeat(code.length - 1) + code;
  };
  const [blocksX, blocksY] = [Math.ceil(width / 16), Math.ceil(height / 16)];
  for (const value of [0, 0, 2, 1]) golomb(value);
  bits += '0';
  golomb(blocksX - 1);
  golomb(blocksY - 1);
  bits += '111';
  for (const value of [0, (blocksX * 16 - width) / 2, 0, (blocksY * 16 - height) / 2]) golomb(Math.floor(value));
  bits += '01';
  const bytes = bits.match(/.{1,8}/g)!.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
  // The byte 3 prevents that three zeros look like a start code.
  const escaped = bytes.flatMap((byte, at) =>
    byte <= 3 && at >= 2 && bytes[at - 1] === 0 && bytes[at - 2] === 0 ? [3, byte] : [byte],
  );
  return Buffer.from([0x67, 66, 0, 30, ...escaped]);
}
