import type { Media } from '../../platforms/facts/platform.ts';
import { allMedia, type Content } from './content.ts';

/** Return the file that stands for an item in lists: its first one. Null if it has none. */
export function firstFile(content: Pick<Content, 'media' | 'thread' | 'platform_options'>): Media | null {
  return allMedia(content)[0] ?? null;
}

/** Return the platform whose adapted version of a file has the fewest bytes; null for the file itself. */
export function smallestVersion({ size_bytes, adaptations }: SizedFile): string | null {
  const smallest = adaptations.toSorted((one, other) => one.size_bytes - other.size_bytes)[0];
  return smallest && smallest.size_bytes < size_bytes ? smallest.platform : null;
}

interface SizedFile {
  size_bytes: number;
  adaptations: { platform: string; size_bytes: number }[];
}
