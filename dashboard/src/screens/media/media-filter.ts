import { isVideoFile } from '../../content/file-texts.ts';
import type { MediaFile } from '../../content/media-file.ts';

/** The files that a person wants to see. Empty for all. */
export interface MediaFilter {
  kind: '' | 'image' | 'video';
  status: '' | MediaFile['status'];
}

/** Whether a filter shows a file. The kind of a file is known once it is ready. */
export function isShown(file: Pick<MediaFile, 'content_type' | 'status'>, { kind, status }: MediaFilter): boolean {
  if (status !== '' && file.status !== status) return false;
  if (kind === '') return true;
  return file.content_type !== null && isVideoFile(file) === (kind === 'video');
}
