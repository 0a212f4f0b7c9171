import { loadSupported } from '../../core/table/read.ts';
import { keyOf } from '../../core/table/schema.ts';
import { contentEntity } from '../entities/contents.ts';
import type { Content } from '../rules/content.ts';

/**
 * Load the ids of the labels and of the campaign of items, by item: eventually consistent, as the index of labels is.
 * Without deleted items, and those of a newer schema.
 */
export async function loadLabelsOfItems(
  workspaceId: string,
  contentIds: readonly string[],
): Promise<Map<string, string[]>> {
  const keys = contentIds.map((id) => keyOf(contentEntity, { workspace_id: workspaceId, id }));
  const options = { attributes: ['id', 'labels', 'campaign'], eventuallyConsistent: true };
  const { records } = await loadSupported<Pick<Content, 'id'> & Partial<Content>>(keys, options);
  return new Map(records.map(({ id, labels = [], campaign }) => [id, campaign ? [...labels, campaign] : labels]));
}
