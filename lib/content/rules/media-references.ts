import { fieldError } from '../../core/problems/request-errors.ts';
import { pick } from '../../core/values/pick.ts';
import { isLibraryMedia, type Media } from '../../platforms/platform.ts';
import { allMedia, type Content, optionsInOrder, type ThreadPost } from './content.ts';

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

/** List the JSON pointers of the media of an item that are behind a URL, whose bytes the service does not have. */
export function linkedMediaPointers({ media, thread, platform_options }: Referring): string[] {
  const options = optionsInOrder(platform_options).map(([platform, own]) => ({
    at: `/platform_options/${platform}`,
    ...own,
  }));
  return [{ at: '', media, thread }, ...options].flatMap((each) => [
    ...linkedIn(each.media ?? [], `${each.at}/media`),
    ...(each.thread ?? []).flatMap((post, index) => linkedIn(post.media, `${each.at}/thread/${index}/media`)),
  ]);
}

function linkedIn(media: Media[], pointer: string): string[] {
  return media.flatMap((each, index) => (isLibraryMedia(each) ? [] : `${pointer}/${index}/url`));
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

/** Return a medium as callers see it: a file of the library by its id, without what its inspection found. */
export function toMediaReference(media: Media) {
  return isLibraryMedia(media) ? pick(media, 'media_id', 'type', 'alt') : media;
}

/** Return the posts of a thread as callers see them. */
export function toThreadView(thread: ThreadPost[]) {
  return thread.map(({ text, media }) => ({ text, media: media.map(toMediaReference) }));
}

/** Return the options of the platforms as callers see them. */
export function toOptionsView(options: Content['platform_options']): Record<string, unknown> {
  const entries = Object.entries(options).map(([platform, { media, thread, ...rest }]) => [
    platform,
    {
      ...rest,
      ...(media ? { media: media.map(toMediaReference) } : {}),
      ...(thread ? { thread: toThreadView(thread) } : {}),
    },
  ]);
  return Object.fromEntries(entries);
}

/** Return an item with its files of the media library by their ids, which stand for files that never change. */
export function withMediaReferences(content: Content) {
  const { media, thread, platform_options } = content;
  return {
    ...content,
    media: media.map(toMediaReference),
    thread: toThreadView(thread),
    platform_options: toOptionsView(platform_options),
  };
}
