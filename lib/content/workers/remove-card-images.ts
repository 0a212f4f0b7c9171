import { deleteObject } from '../../core/aws/s3.ts';
import { requireEnv } from '../../core/config/env.ts';
import { cardImageKey } from '../../media/rules/media-keys.ts';
import type { Content } from '../rules/content.ts';

/** Delete the images of the link cards of a deleted item. Those of its earlier submissions expire in the bucket. */
export async function onContentRemoved(before: Content | null, after: Content | null): Promise<void> {
  if (before === null || after !== null) return;
  const { workspace_id, id: content_id, link_cards = [] } = before;
  const hashes = new Set(link_cards.flatMap(({ image }) => image?.hash ?? []));
  const keys = [...hashes].map((hash) => cardImageKey({ workspace_id, content_id }, hash));
  await Promise.all(keys.map((key) => deleteObject(requireEnv('MEDIA_BUCKET'), key)));
}
