import { pick } from '../../core/values/pick.ts';
import type { MediaAdaptation, MediaFile } from '../../platforms/kit/definition/media-file.ts';
import { isLibraryMedia, type LibraryMedia, type Media, type Platform } from '../../platforms/platform.ts';
import { adaptationKey, fileKey } from './media-keys.ts';

/** The object that a platform receives for a file of the library. */
export type PublishedFile = { key: string } & Pick<MediaFile, 'content_type' | 'size_bytes' | 'width' | 'height'>;

/** Return how a medium is changed for a platform; null for a file that is published as it is. */
export function adaptationFor(media: Media, platform: Platform): Omit<MediaAdaptation, 'platform'> | null {
  const found = isLibraryMedia(media) && media.file.adaptations.find((each) => each.platform === platform);
  return found ? pick(found, 'content_type', 'size_bytes', 'width', 'height', 'changes') : null;
}

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
