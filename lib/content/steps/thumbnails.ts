import { adaptationKey, fileKey } from '../../media/rules/media-keys.ts';
import { presignMediaUrl } from '../../media/steps/media-url.ts';
import type { Content } from '../rules/content.ts';
import { firstFile } from '../rules/view/thumbnail.ts';

/** The first file of an item, as lists return it. */
interface Thumbnail {
  media_id: string | null;
  kind: 'image' | 'video';
  url: string;
}

/** Return the thumbnails of items by the ids of the items. The items have all facts of their files: nothing is read. */
export async function thumbnailsOf(contents: Content[]): Promise<Map<string, Thumbnail | null>> {
  return new Map(await Promise.all(contents.map(async (each) => [each.id, await thumbnailOf(each)] as const)));
}

async function thumbnailOf(content: Content): Promise<Thumbnail | null> {
  const file = firstFile(content);
  if (file === null || file.media_id === null) return file;
  const { media_id, kind, version } = file;
  const owner = { workspace_id: content.workspace_id, id: media_id };
  const key = version === null ? fileKey(owner) : adaptationKey(owner, version);
  return { media_id, kind, url: await presignMediaUrl(key) };
}
