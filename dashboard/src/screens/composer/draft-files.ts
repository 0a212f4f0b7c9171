import type { Schemas } from '../../api/client.ts';
import { isVideoFile } from '../../content/file-texts.ts';
import { nextKey } from './rows.ts';

/** A file of a draft: one of the media library, one that is being uploaded, or one behind a URL. */
export interface DraftFile {
  /** Identifies the row while others are removed or moved. */
  key: number;
  /** The file of the media library, once it is inspected. */
  mediaId?: string | undefined;
  /** The upload that the row waits for. */
  uploadKey?: number | undefined;
  /** The name of a file that was uploaded here. The library stores none. */
  name?: string | undefined;
  url: string;
  alt: string;
  type: 'image' | 'video';
}

/** The files of a request. */
export type RequestedMedia = NonNullable<Schemas['ContentCreate']['media']>;

/** The most files of a post. */
export const MAX_FILES = 10;

/** Whether a file is not in the library yet, so that no post can reference it. */
export function isPending({ mediaId, uploadKey }: DraftFile): boolean {
  return mediaId === undefined && uploadKey !== undefined;
}

/** Whether a request contains a file: pending ones and blank rows are left out. */
function isSent(file: DraftFile): boolean {
  if (isPending(file)) return false;
  return file.mediaId !== undefined || file.url.trim() !== '' || file.alt.trim() !== '';
}

/** Return the JSON Pointer of a file in the list that a request has at `list`, or null for one that is not sent. */
export function filePointer(files: readonly DraftFile[], key: number, list: string): string | null {
  const index = files.filter(isSent).findIndex((file) => file.key === key);
  return index < 0 ? null : `${list}/${index}`;
}

/** Return the media that a request contains for the files of a draft. */
export function mediaOf(files: readonly DraftFile[]): RequestedMedia {
  return files.filter(isSent).map(({ mediaId, url, type, alt }) => ({
    ...(mediaId === undefined ? { url: url.trim(), type } : { media_id: mediaId }),
    ...(alt.trim() ? { alt } : {}),
  }));
}

/** Return the files of a draft for the media of an item. */
export function filesOf(media: Schemas['Content']['media']): DraftFile[] {
  return media.map(({ media_id, url = '', type, alt = '' }, key) => ({ key, url, type, alt, mediaId: media_id }));
}

/** Return the row of a file of the library. */
export function libraryFile(
  { id, content_type }: Pick<Schemas['Media'], 'id' | 'content_type'>,
  key: number,
): DraftFile {
  return { key, mediaId: id, url: '', alt: '', type: isVideoFile({ content_type }) ? 'video' : 'image' };
}

/** Append files, as many as a post can have. Each gets a key of its own. */
export function appendFiles(files: readonly DraftFile[], added: readonly Omit<DraftFile, 'key'>[]): DraftFile[] {
  const first = nextKey(files);
  return [...files, ...added.map((file, index) => ({ ...file, key: first + index }))].slice(0, MAX_FILES);
}
