import { presignGet } from '../../core/aws/s3.ts';
import { requireEnv } from '../../core/config/env.ts';
import { MEDIA_URL_SECONDS } from '../../media/rules/media-asset.ts';
import { adaptationKey, fileKey } from '../../media/rules/media-keys.ts';
import { isLibraryMedia } from '../../platforms/facts/platform.ts';
import type { Content } from '../rules/content.ts';
import { firstFile, smallestVersion } from '../rules/thumbnail.ts';

/** The first file of an item, as lists return it. */
export interface Thumbnail {
  media_id: string | null;
  kind: 'image' | 'video';
  url: string;
}

/** Return the thumbnail of an item. The item has all facts of its files, so nothing is read. */
export async function thumbnailOf(content: Content): Promise<Thumbnail | null> {
  const media = firstFile(content);
  if (media === null) return null;
  if (!isLibraryMedia(media)) return { media_id: null, kind: media.type, url: media.url };
  const { media_id, type, file } = media;
  const owner = { workspace_id: content.workspace_id, id: media_id };
  // A list shows it small, and a platform's version may have a tenth of the bytes.
  const version = smallestVersion(file);
  const key = version === null ? fileKey(owner) : adaptationKey(owner, version);
  return { media_id, kind: type, url: await presignGet(requireEnv('MEDIA_BUCKET'), key, MEDIA_URL_SECONDS) };
}

/** Return the thumbnails of items by the ids of the items. */
export async function thumbnailsOf(contents: Content[]): Promise<Map<string, Thumbnail | null>> {
  return new Map(await Promise.all(contents.map(async (each) => [each.id, await thumbnailOf(each)] as const)));
}
