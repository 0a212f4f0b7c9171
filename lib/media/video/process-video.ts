import type { VideoFacts } from '../../platforms/kit/definition/media-file.ts';
import { type ByteSource, inBlocks } from '../files/byte-source.ts';
import { MediaFormatError, type MediaRejection, toRejection } from '../files/rejection.ts';
import { BoxBudget, damaged, type Region } from './boxes.ts';
import { findOutside, gapsBetween, mergeRanges } from './byte-ranges.ts';
import { addFragment, readFragmentDefaults } from './fragments.ts';
import { listFileBoxes, loadBox, type MovieFile, movieOf, truncated } from './movie-file.ts';
import { type Patch, sortPatches } from './patches.ts';
import { blank, removeMetadata, type StayingTracks } from './removed-metadata.ts';
import { readAudioTrack, readTrackHeaders, readVideoTrack, type Track } from './track.ts';
import { toVideoFacts } from './video-facts.ts';

/** An accepted video. The file without metadata is its bytes before `sizeBytes`, with the patches applied. */
export interface ProcessedVideo {
  outcome: 'accepted';
  sizeBytes: number;
  patches: Patch[];
  /** As displayed: turned, and with square pixels. */
  width: number;
  height: number;
  durationMs: number;
  facts: VideoFacts;
}

/** The boxes of a file that stay. Samples are in `mdat`, the rest are indexes. */
const STAYS = ['ftyp', 'styp', 'sidx', 'moov', 'moof', 'mdat', 'mfra'];

/** A failure to read the file, which says nothing about it. */
class ReadError extends Error {}

/**
 * Inspect an MP4 or QuickTime video by its content, and find out which bytes to change so that it has no metadata. Never
 * throws for any bytes; rejects when `source` does. Nothing is decoded, and only the indexes are in memory.
 *
 * The first enabled video track and the first enabled audio track stay. Every other track, every box that players do not
 * need and every byte of the media data that belongs to no sample become zeros. Nothing moves.
 */
export async function processVideo(source: ByteSource): Promise<ProcessedVideo | MediaRejection> {
  const read = (from: number, length: number) =>
    source.read(from, length).catch((cause) => Promise.reject(new ReadError('', { cause })));
  try {
    return await process(inBlocks({ sizeBytes: source.sizeBytes, read }));
  } catch (error) {
    if (error instanceof ReadError) throw error.cause;
    return toRejection(error);
  }
}

async function process(source: ByteSource): Promise<ProcessedVideo> {
  const budget = new BoxBudget();
  const file = await listFileBoxes(source, budget);
  const movie = movieOf(file);
  const region = await loadBox(source, movie, budget);
  const { video, audio, staying } = readTracks(region, file);
  const inMovie = removeMetadata(region, movie, staying);
  const inFragments: Patch[][] = [];
  const defaults = readFragmentDefaults(region, movie);
  for (const box of defaults ? file.boxes.filter(({ type }) => type === 'moof') : []) {
    if (box.start < movie.start) throw damaged('a fragment precedes the index');
    const fragment = await loadBox(source, box, budget);
    const samples = [video, ...(audio ? [audio] : [])].map((track) => [track.header.id, track.samples] as const);
    addFragment(fragment, box, defaults!, new Map(samples));
    inFragments.push(removeMetadata(fragment, box, staying));
  }
  const outside = clearMediaData(file, [video, ...(audio ? [audio] : [])], defaults !== null);
  const patches = sortPatches([...inMovie, ...inFragments.flat(), ...outside]);
  const isIndexFirst = file.boxes.findIndex(({ type }) => type === 'mdat') > file.boxes.indexOf(movie);
  const facts = toVideoFacts(video, audio, { sizeBytes: file.endByte, isIndexFirst });
  return { outcome: 'accepted', sizeBytes: file.endByte, patches, ...facts };
}

function readTracks(region: Region, file: MovieFile) {
  const movie = movieOf(file);
  const header = region.find(movie, 'mvhd');
  if (!header) throw damaged('the box mvhd is missing');
  const timeScale = region.u32(header.payload + (region.u8(header.payload) === 1 ? 20 : 12));
  if (timeScale === 0) throw damaged('a time scale is 0');
  const headers = readTrackHeaders(region, movie);
  const choose = (handler: string) => {
    const all = headers.filter((each) => each.handler === handler);
    return all.find(({ isEnabled }) => isEnabled) ?? all[0];
  };
  const [shown, heard] = [choose('vide'), choose('soun')];
  if (!shown) throw new MediaFormatError('no_video', 'The file has no video track.');
  const staying: StayingTracks = new Map([[shown.id, 'video'], ...(heard ? ([[heard.id, 'audio']] as const) : [])]);
  if (headers.filter(({ id }) => staying.has(id)).length > staying.size || (heard && staying.size < 2)) {
    throw damaged('two tracks have the same id');
  }
  const video = readVideoTrack(region, shown, timeScale);
  return { video, audio: heard ? readAudioTrack(region, heard, timeScale) : null, staying };
}

/** Return the patches of everything outside of the movie: other boxes, and media data that belongs to no sample. */
function clearMediaData({ boxes, endByte }: MovieFile, tracks: Track<unknown>[], isFragmented: boolean): Patch[] {
  const media = boxes.filter(({ type }) => type === 'mdat').map(({ payload, end }) => ({ from: payload, end }));
  const ranges = tracks.flatMap(({ samples }) => samples.ranges);
  const outside = findOutside(ranges, media);
  if (outside) throw outside.end > endByte ? truncated() : damaged('a sample is outside of the media data');
  const used = mergeRanges(ranges);
  const others = boxes.filter(({ type }) => !STAYS.includes(type) || (type === 'moof' && !isFragmented));
  return [...others.flatMap(blank), ...media.flatMap((each) => gapsBetween(each, used))];
}
