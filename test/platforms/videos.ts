import { createHash } from 'node:crypto';
import type { LibraryMedia } from '../../lib/platforms/platform-definition.ts';
import type { MediaSource, PlatformConnection } from '../../lib/platforms/publisher.ts';

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

/** The bytes of a file of this size: the same ones in every run, and others in every place. */
export function bytesOf(sizeBytes: number): Buffer {
  const words = new Uint32Array(Math.ceil(sizeBytes / 4));
  for (let place = 0; place < words.length; place++) words[place] = Math.imul(place, 2_654_435_761);
  return Buffer.from(words.buffer, 0, sizeBytes);
}

/** The digest that the simulator lists for a file of this size. */
export function digestOf(sizeBytes: number): string {
  return createHash('sha256').update(bytesOf(sizeBytes)).digest('hex');
}

/** Reads the files of makeVideo; `reads` has the ranges that were read. */
export function makeLibrary(read?: (fromByte: number) => unknown) {
  const reads: [number, number][] = [];
  const openMedia: NonNullable<PlatformConnection['openMedia']> = async (media) => {
    const { content_type: contentType, size_bytes: sizeBytes } = (media as LibraryMedia).file;
    let bytes: Buffer | undefined;
    const source: MediaSource = {
      contentType,
      sizeBytes,
      read: async (fromByte, lengthBytes) => {
        await read?.(fromByte);
        reads.push([fromByte, lengthBytes]);
        bytes ??= bytesOf(sizeBytes);
        return bytes.subarray(fromByte, fromByte + lengthBytes);
      },
    };
    return source;
  };
  return { openMedia, reads };
}
