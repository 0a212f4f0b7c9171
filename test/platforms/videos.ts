import { createHash } from 'node:crypto';
import type { LibraryMedia } from '../../lib/platforms/kit/definition/platform-definition.ts';
import type { MediaSource, PlatformConnection } from '../../lib/platforms/kit/publisher.ts';

/** More than one segment of every platform. */
export const VIDEO_BYTES = 9 * 1024 * 1024 + 17;

/** A video in the library. */
export function makeVideo(file: Partial<LibraryMedia['file']> = {}): LibraryMedia {
  const found = { content_type: 'video/mp4', size_bytes: VIDEO_BYTES, width: 1280, height: 720 };
  const more = { is_animated: false, duration_ms: 12_000, video: null, adaptations: [], unsupported: [] };
  return { media_id: 'med_1', type: 'video', alt: 'Waves', file: { ...found, ...more, ...file } };
}

/** An animated GIF in the library. */
export function makeGif(sizeBytes = VIDEO_BYTES): LibraryMedia {
  const gif = makeVideo({ content_type: 'image/gif', size_bytes: sizeBytes, is_animated: true });
  return { ...gif, type: 'image' };
}

const made = new Map<number, { bytes: Buffer; sha256?: string }>();

/** A file of this size, made once: the same bytes in every run, and others at every index. */
function fileOf(sizeBytes: number): { bytes: Buffer; sha256?: string } {
  const known = made.get(sizeBytes);
  if (known) return known;
  const words = new Uint32Array(Math.ceil(sizeBytes / 4));
  for (let index = 0; index < words.length; index++) words[index] = Math.imul(index, 2_654_435_761);
  const file = { bytes: Buffer.from(words.buffer, 0, sizeBytes) };
  made.set(sizeBytes, file);
  return file;
}

/** The bytes of a file of this size, which are not to be changed. */
export function bytesOf(sizeBytes: number): Buffer {
  return fileOf(sizeBytes).bytes;
}

/** The digest that the simulator lists for a file of this size. */
export function digestOf(sizeBytes: number): string {
  const file = fileOf(sizeBytes);
  file.sha256 ??= createHash('sha256').update(file.bytes).digest('hex');
  return file.sha256;
}

/** Read the files of makeVideo; `reads` has the ranges that were read. */
export function makeLibrary(read?: (fromByte: number) => unknown) {
  const reads: [number, number][] = [];
  const openMedia: NonNullable<PlatformConnection['openMedia']> = async (media) => {
    const { content_type: contentType, size_bytes: sizeBytes } = (media as LibraryMedia).file;
    const source: MediaSource = {
      contentType,
      sizeBytes,
      read: async (fromByte, lengthBytes) => {
        await read?.(fromByte);
        reads.push([fromByte, lengthBytes]);
        return bytesOf(sizeBytes).subarray(fromByte, fromByte + lengthBytes);
      },
    };
    return source;
  };
  return { openMedia, reads };
}
