import { isDeepStrictEqual } from 'node:util';
import type { Content } from '../../content/rules/content.ts';
import { queueStep } from '../../core/queue/step-job.ts';
import { searchedFields } from '../rules/search-document.ts';

/** Queue an item whose words or labels have changed, so that the search index follows. */
export async function onContentSearched(before: Content | null, after: Content | null): Promise<void> {
  if (before && after && isDeepStrictEqual(searchedFields(before), searchedFields(after))) return;
  const { workspace_id, id } = (after ?? before)!;
  await queueStep({ workspace_id, entity: 'Content', id });
}
