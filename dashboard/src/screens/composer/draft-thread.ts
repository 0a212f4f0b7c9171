import type { Schemas } from '../../api/client.ts';
import { type DraftFile, filesOf, mediaOf } from './draft-files.ts';

/** A post of a thread after the first one. `key` identifies its row while others are removed or moved. */
export interface DraftPart {
  key: number;
  text: string;
  files: DraftFile[];
}

/** The thread of a request. */
type RequestedThread = NonNullable<Schemas['ContentCreate']['thread']>;

/** The most posts of a thread after the first one. */
export const MAX_THREAD_POSTS = 24;

/** Whether a request contains a post of a thread: blank rows are left out. */
function isSent({ text, files }: DraftPart): boolean {
  return text.trim() !== '' || files.length > 0;
}

/** Return the thread that a request contains for the posts of a draft. */
export function threadOf(parts: readonly DraftPart[]): RequestedThread {
  return parts.filter(isSent).map(({ text, files }) => {
    const media = mediaOf(files);
    return { text, ...(media.length > 0 ? { media } : {}) };
  });
}

/** Return the posts of a draft for the thread of an item. */
export function partsOf(thread: Schemas['Content']['thread']): DraftPart[] {
  return thread.map(({ text, media }, key) => ({ key, text, files: filesOf(media) }));
}

/** Return the JSON Pointer of a post in the thread that a request has at `list`, or null for one that is not sent. */
export function partPointer(parts: readonly DraftPart[], key: number, list: string): string | null {
  const index = parts.filter(isSent).findIndex((part) => part.key === key);
  return index < 0 ? null : `${list}/${index}`;
}
