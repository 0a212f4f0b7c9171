import type { LibraryMedia, Platform } from '../platform.ts';
import type { MediaFile } from './media-asset.ts';
import { adaptationKey, fileKey } from './media-keys.ts';

/** The object that a platform receives for a file of the library. */
export type PublishedFile = { key: string } & Pick<MediaFile, 'content_type' | 'size_bytes' | 'width' | 'height'>;

/** Return what a platform receives for a file of a workspace: the file, or its adaptation to the platform. */
export function publishedFile(
  { media_id: id, file }: Pick<LibraryMedia, 'media_id' | 'file'>,
  workspace_id: string,
  platform: Platform,
): PublishedFile {
  const adapted = file.adaptations.find((each) => each.platform === platform);
  const { content_type, size_bytes, width, height } = adapted ?? file;
  const key = adapted ? adaptationKey({ workspace_id, id }, platform) : fileKey({ workspace_id, id });
  return { key, content_type, size_bytes, width, height };
}
