import { audioEntryBytes } from './audio-codec.ts';
import type { Box, Region } from './boxes.ts';
import type { Patch } from './patches.ts';
import { trackId } from './track.ts';
import { VISUAL_ENTRY_BYTES } from './video-codec.ts';

const SAMPLE_INFO = ['sbgp', 'sgpd', 'sdtp', 'subs', 'saiz', 'saio'];

/** What stays of each container: what players need. A type that is not listed may contain metadata. */
const STAYS: Record<string, readonly string[]> = {
  moov: ['mvhd', 'trak', 'mvex', 'iods'],
  trak: ['tkhd', 'edts', 'mdia', 'tapt'],
  tapt: ['clef', 'prof', 'enof'],
  edts: ['elst'],
  mdia: ['mdhd', 'hdlr', 'minf', 'elng'],
  minf: ['vmhd', 'smhd', 'hdlr', 'dinf', 'stbl'],
  dinf: ['dref'],
  stbl: [
    'stsd',
    'stts',
    'ctts',
    'cslg',
    'stsc',
    'stsz',
    'stz2',
    'stco',
    'co64',
    'stss',
    'stsh',
    'stps',
    ...SAMPLE_INFO,
  ],
  mvex: ['mehd', 'trex', 'leva'],
  moof: ['mfhd', 'traf'],
  traf: ['tfhd', 'tfdt', 'trun', ...SAMPLE_INFO],
};

/** The boxes of sample entries that decoders need. */
const CODEC_BOXES = [
  ...['avcC', 'hvcC', 'lhvC', 'av1C', 'vpcC', 'dvcC', 'dvvC', 'dvwC', 'colr', 'pasp', 'clap', 'fiel', 'gama', 'btrt'],
  ...['mdcv', 'clli', 'SmDm', 'CoLL', 'amve', 'esds', 'wave', 'chan', 'chnl', 'srat', 'dac3', 'dec3', 'dOps', 'dfLa'],
  // Inside of `wave`.
  ...['alac', 'pcmC', 'frma', 'enda', 'mp4a', 'samr'],
];

const FREE = Buffer.from('free');

/** Return the patches that turn a box into one of zeros, which players skip. */
export function blank({ start, payload, end }: Box): Patch[] {
  return [
    { from: start + 4, end: start + 8, bytes: FREE },
    { from: payload, end },
  ];
}

/** The tracks that stay, by their ids. */
export type StayingTracks = ReadonlyMap<number, 'video' | 'audio'>;

/** Return the patches that remove the metadata in a movie or a fragment, and the tracks that do not stay. */
export function removeMetadata(region: Region, container: Box, tracks: StayingTracks): Patch[] {
  return cleanContainer(region, container, tracks, 'video');
}

function cleanContainer(region: Region, container: Box, tracks: StayingTracks, kind: 'video' | 'audio'): Patch[] {
  const { boxes, rest } = region.boxes(container.payload, container.end);
  const patches: Patch[] = [{ from: rest, end: container.end }];
  for (const box of boxes) {
    const id = trackIdOf(region, box);
    const own = id === null ? kind : tracks.get(id);
    if (!STAYS[container.type]!.includes(box.type) || own === undefined) patches.push(...blank(box));
    else if (STAYS[box.type]) patches.push(...cleanContainer(region, box, tracks, own));
    else patches.push(...blankFields(region, box, own));
  }
  return patches;
}

/** The track that a box describes; null for a box that is not about a whole track. */
function trackIdOf(region: Region, box: Box): number | null {
  if (box.type === 'trak') return trackId(region, box);
  if (box.type === 'traf') return region.u32(region.child(box, 'tfhd').payload + 4);
  return box.type === 'trex' ? region.u32(box.payload + 4) : null;
}

/** Return the patches of a box with fields that are metadata: times, names and addresses. */
function blankFields(region: Region, { type, payload, end }: Box, kind: 'video' | 'audio'): Patch[] {
  if (type === 'mvhd' || type === 'tkhd' || type === 'mdhd') {
    return [{ from: payload + 4, end: payload + (region.u8(payload) === 1 ? 20 : 12) }];
  }
  // The name of a handler: that of a camera or a program.
  if (type === 'hdlr') return [{ from: Math.min(payload + 24, end), end }];
  if (type === 'dref') {
    return region.boxes(payload + 8, end).boxes.map((entry) => ({ from: entry.payload + 4, end: entry.end }));
  }
  return type === 'stsd'
    ? region.boxes(payload + 8, end).boxes.flatMap((entry) => blankEntry(region, entry, kind))
    : [];
}

function blankEntry(region: Region, entry: Box, kind: 'video' | 'audio'): Patch[] {
  const header = kind === 'video' ? VISUAL_ENTRY_BYTES : audioEntryBytes(region, entry);
  const name = { from: entry.start + 50, end: entry.start + 82 };
  return [...(kind === 'video' ? [name] : []), ...blankCodecBoxes(region, entry.start + header, entry.end)];
}

function blankCodecBoxes(region: Region, from: number, end: number): Patch[] {
  const { boxes, rest } = region.boxes(from, end);
  const inner = boxes.flatMap((box) => {
    if (!CODEC_BOXES.includes(box.type)) return blank(box);
    return box.type === 'wave' ? blankCodecBoxes(region, box.payload, box.end) : [];
  });
  return [{ from: rest, end }, ...inner];
}
