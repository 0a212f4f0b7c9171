import type { ByteSource } from '../files/byte-source.ts';
import { MediaFormatError } from '../files/rejection.ts';
import { type Box, type BoxBudget, damaged, Region } from './boxes.ts';

/** The boxes of a file, from its first byte to `endByte`. What follows is no part of the video. */
export interface MovieFile {
  boxes: Box[];
  endByte: number;
}

/** Videos of two hours have less than 10 MB of tables. */
const MAX_MOVIE_BYTES = 32 * 1024 * 1024;
const MAX_FRAGMENT_BYTES = 4 * 1024 * 1024;

/** The boxes without which the rest of the file is not a video. */
const ESSENTIAL = ['ftyp', 'moov', 'moof', 'mdat'];

/**
 * List the boxes of a file by their headers. Throws for a file that ends inside of a box that it needs. Other bytes behind
 * the movie, such as those that some cameras append, are left out.
 */
export async function listFileBoxes(source: ByteSource, budget: BoxBudget): Promise<MovieFile> {
  const boxes: Box[] = [];
  let at = 0;
  while (source.sizeBytes - at >= 8) {
    const header = Buffer.from(await source.read(at, Math.min(16, source.sizeBytes - at)));
    const type = header.toString('latin1', 4, 8);
    const end = at + sizeOf(header, source.sizeBytes - at, type);
    if (Number.isNaN(end) || end > source.sizeBytes) {
      if (ESSENTIAL.includes(type) || !boxes.some((box) => box.type === 'moov')) throw truncated();
      break;
    }
    budget.spend();
    boxes.push({ type, start: at, payload: at + (header.readUInt32BE() === 1 ? 16 : 8), end });
    at = end;
  }
  return { boxes, endByte: at };
}

/** The size of a box with this header; NaN for one that is invalid. Only media data may continue until the file ends. */
function sizeOf(header: Buffer, left: number, type: string): number {
  const size = header.readUInt32BE();
  if (size === 0) return type === 'mdat' ? left : Number.NaN;
  if (size !== 1) return size >= 8 ? size : Number.NaN;
  const long = header.length < 16 ? 0 : Number(header.readBigUInt64BE(8));
  return long >= 16 ? long : Number.NaN;
}

/** Load a movie or a fragment with all that it contains. */
export async function loadBox(source: ByteSource, box: Box, budget: BoxBudget): Promise<Region> {
  const limit = box.type === 'moov' ? MAX_MOVIE_BYTES : MAX_FRAGMENT_BYTES;
  const bytes = box.end - box.start;
  if (bytes > limit) {
    const message = `The tables of the video have more than ${limit.toLocaleString('en-US')} bytes.`;
    throw new MediaFormatError('too_complex', message);
  }
  return new Region(await source.read(box.start, bytes), box.start, budget);
}

/** Return the error of a file that ends early. */
export function truncated(): MediaFormatError {
  return new MediaFormatError('truncated', 'The video is truncated: the file ends before its content.');
}

/** Find the box of the movie. Throws for a file that has none, or several. */
export function movieOf({ boxes }: MovieFile): Box {
  const [movie, ...others] = boxes.filter(({ type }) => type === 'moov');
  if (!movie) {
    throw new MediaFormatError('truncated', 'The video has no index (moov box). The recording or upload ended early.');
  }
  if (others.length > 0) throw damaged('it has more than one index');
  return movie;
}
