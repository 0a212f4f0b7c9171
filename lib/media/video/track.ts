import type { AudioFacts } from '../../platforms/kit/definition/media-file.ts';
import { MediaFormatError } from '../files/rejection.ts';
import { parseAudioEntry } from './audio-codec.ts';
import { type Box, damaged, type Region } from './boxes.ts';
import { type PacketSize, readSamples, type Samples } from './sample-tables.ts';
import { parseVideoEntry, type VideoCodec } from './video-codec.ts';

/** A track as its header names it, before its samples are read. */
export interface TrackHeader {
  box: Box;
  id: number;
  /** `vide`, `soun`, or what else the track is. */
  handler: string;
  isEnabled: boolean;
}

/** A track that stays in the file. */
export interface Track<Codec> {
  header: TrackHeader;
  codec: Codec;
  timeScale: number;
  samples: Samples;
  edits: Edit[];
  /** The frames are turned by 90 or 270 degrees. */
  isTurned: boolean;
}

/** A part of the presentation: of the track, or nothing. */
export type Edit = { seconds: number; isEmpty: boolean };

/** Read the headers of all tracks of a movie. */
export function readTrackHeaders(region: Region, movie: Box): TrackHeader[] {
  const boxes = region.boxes(movie.payload, movie.end).boxes.filter(({ type }) => type === 'trak');
  return boxes.map((box) => {
    const header = region.child(box, 'tkhd');
    const handler = region.type(region.child(region.child(box, 'mdia'), 'hdlr').payload + 8);
    return { box, id: trackId(region, box), handler, isEnabled: (region.u8(header.payload + 3) & 1) === 1 };
  });
}

/** Read the id of a track. */
export function trackId(region: Region, track: Box): number {
  const { payload } = region.child(track, 'tkhd');
  return region.u32(payload + (region.u8(payload) === 1 ? 20 : 12));
}

/** Read a video track. Throws for a codec that is not accepted and for a damaged one. */
export function readVideoTrack(region: Region, header: TrackHeader, movieTimeScale: number): Track<VideoCodec> {
  return readTrack(region, header, movieTimeScale, (entry) => parseVideoEntry(region, entry), null);
}

/** Read an audio track. Throws for a damaged one. */
export function readAudioTrack(region: Region, header: TrackHeader, movieTimeScale: number): Track<AudioFacts> {
  const packet = (entry: Box) => packetSizeOf(region, entry);
  return readTrack(region, header, movieTimeScale, (entry) => parseAudioEntry(region, entry), packet);
}

function readTrack<Codec extends { codec: string }>(
  region: Region,
  header: TrackHeader,
  movieTimeScale: number,
  parse: (entry: Box) => Codec,
  packetOf: ((entry: Box) => PacketSize | null) | null,
): Track<Codec> {
  const media = region.child(header.box, 'mdia');
  const mediaHeader = region.child(media, 'mdhd').payload;
  const timeScale = region.u32(mediaHeader + (region.u8(mediaHeader) === 1 ? 20 : 12));
  if (timeScale === 0) throw damaged('a time scale is 0');
  const info = region.child(media, 'minf');
  assertSelfContained(region, info);
  const table = region.child(info, 'stbl');
  const descriptions = region.child(table, 'stsd');
  const entries = region.boxes(descriptions.payload + 8, descriptions.end).boxes;
  const codecs = entries.map(parse);
  const [codec] = codecs;
  if (!codec) throw damaged('a track has no codec');
  if (codecs.some((other) => other.codec !== codec.codec)) {
    throw new MediaFormatError('codec_not_supported', 'A video track must have exactly one codec.');
  }
  const edits = readEdits(region, header.box, movieTimeScale);
  const samples = readSamples(region, table, packetOf?.(entries[0]!) ?? null);
  return { header, codec, timeScale, samples, edits, isTurned: isTurned(region, header.box) };
}

/** Throw for a track whose samples are in another file. */
function assertSelfContained(region: Region, info: Box): void {
  const references = region.child(region.child(info, 'dinf'), 'dref');
  for (const { payload } of region.boxes(references.payload + 8, references.end).boxes) {
    if ((region.u8(payload + 3) & 1) === 0) {
      throw new MediaFormatError('unsupported_type', 'The video references another file.');
    }
  }
}

function isTurned(region: Region, track: Box): boolean {
  const header = region.child(track, 'tkhd').payload;
  const matrix = header + (region.u8(header) === 1 ? 52 : 40);
  return Math.abs(region.i32(matrix + 4)) > Math.abs(region.i32(matrix));
}

function readEdits(region: Region, track: Box, movieTimeScale: number): Edit[] {
  const container = region.find(track, 'edts');
  const list = container && region.find(container, 'elst');
  if (!list) return [];
  const isLong = region.u8(list.payload) === 1;
  const [count, bytes] = [region.u32(list.payload + 4), isLong ? 20 : 12];
  if (count * bytes > list.end - list.payload - 8) throw damaged('the edit list has fewer entries than it declares');
  return Array.from({ length: count }, (_, index) => {
    const at = list.payload + 8 + index * bytes;
    const ticks = isLong ? region.u64(at) : region.u32(at);
    // Its start is -1 then.
    const isEmpty = region.u32(at + (isLong ? 8 : 4)) === 0xffffffff;
    return { seconds: ticks / movieTimeScale, isEmpty };
  });
}

/** Return how many bytes the samples of a QuickTime sound have, whose table says 1 for each; null for other formats. */
function packetSizeOf(region: Region, entry: Box): PacketSize | null {
  const version = region.u16(entry.start + 16);
  if (version === 2) {
    const [bytes, samples] = [region.u32(entry.start + 64), region.u32(entry.start + 68)];
    return bytes > 0 && samples > 0 ? { samples, bytes } : null;
  }
  if (version === 1) {
    const [samples, bytes] = [region.u32(entry.start + 36), region.u32(entry.start + 44)];
    return bytes > 0 && samples > 0 ? { samples, bytes } : null;
  }
  if (!['raw ', 'twos', 'sowt', 'NONE', 'in24', 'in32', 'fl32', 'fl64'].includes(entry.type)) return null;
  const bytes = Math.ceil((region.u16(entry.start + 24) * region.u16(entry.start + 26)) / 8);
  return bytes > 0 ? { samples: 1, bytes } : null;
}
