import { isLibraryMedia, type LibraryMedia } from '../../../platforms/platform.ts';
import { allMedia, type Content } from '../content.ts';

/** The file that stands for an item in lists: one behind a URL, or a version of one of the media library. */
export type FirstFile = { kind: 'image' | 'video' } & (
  | { media_id: null; url: string }
  // The platform whose version has the fewest bytes; null for the file itself.
  | { media_id: string; version: string | null }
);

/** Return the file that stands for an item in lists: its first one. Null if it has none. */
export function firstFile(content: Pick<Content, 'media' | 'thread' | 'platform_options'>): FirstFile | null {
  const media = allMedia(content)[0];
  if (!media) return null;
  const { type: kind } = media;
  if (!isLibraryMedia(media)) return { kind, media_id: null, url: media.url };
  return { kind, media_id: media.media_id, version: smallestVersion(media.file) };
}

// A list shows it small, and the version of a platform may have a tenth of the bytes.
function smallestVersion({ size_bytes, adaptations }: LibraryMedia['file']): string | null {
  const smallest = adaptations.toSorted((one, other) => one.size_bytes - other.size_bytes)[0];
  return smallest && smallest.size_bytes < size_bytes ? smallest.platform : null;
}
