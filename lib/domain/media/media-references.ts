import type { Content } from '../content/content.ts';
import { isLibraryMedia } from '../platform.ts';

/** What of an item references files. */
type Referring = Pick<Content, 'media'>;

/** List the ids of the files of the media library that an item references, each once. */
export function referencedFiles({ media }: Referring): string[] {
  return [...new Set(media.filter(isLibraryMedia).map(({ media_id }) => media_id))];
}

/** Compare the files that an item references before and after a change; null for an item that does not exist. */
export function changedReferences(
  before: Referring | null,
  after: Referring | null,
): { added: string[]; released: string[] } {
  const [old, current] = [before, after].map((each) => (each ? referencedFiles(each) : [])) as [string[], string[]];
  return {
    added: current.filter((id) => !old.includes(id)),
    released: old.filter((id) => !current.includes(id)),
  };
}
