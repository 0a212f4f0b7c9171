import { fieldError } from '../../core/problems/api-error.ts';
import { isLibraryMedia } from '../../platforms/facts/platform.ts';
import { allMedia, type Content } from './content.ts';

/** The most files of the media library that an item can reference, each counted once: see `MAX_ACCOUNTS`. */
const MAX_REFERENCED_FILES = 15;

/** What of an item references files. */
type Referring = Pick<Content, 'media' | 'thread' | 'platform_options'>;

/** List the ids of the files of the media library that an item references, each once. */
function referencedFiles(item: Referring): string[] {
  return [
    ...new Set(
      allMedia(item)
        .filter(isLibraryMedia)
        .map(({ media_id }) => media_id),
    ),
  ];
}

/** Throw 422 for an item that references more files than one change can count. */
export function assertFewFiles(item: Referring): void {
  if (referencedFiles(item).length <= MAX_REFERENCED_FILES) return;
  const detail = `Must reference at most ${MAX_REFERENCED_FILES} media files, including those in thread and platform_options.`;
  throw fieldError('/media', 'too_many_files', detail);
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
