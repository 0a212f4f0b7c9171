import { isDeepStrictEqual } from 'node:util';
import type { Content } from '../../content/rules/content.ts';
import { RETRY_POLICIES } from '../../core/retry/back-off.ts';
import { retryOnConflict } from '../../core/retry/conflict.ts';
import { searchedFields, unionOf, without } from '../rules/search-document.ts';
import { indexContent } from './index-content.ts';

/** Store an item under its words and labels after a change of them, and remove it from those that it no longer has. */
export async function onContentSearched(before: Content | null, after: Content | null): Promise<void> {
  const [old, present] = [searchedFields(before), searchedFields(after)];
  if (before && after && isDeepStrictEqual(old, present)) return;
  const { workspace_id, id } = (after ?? before)!;
  const changed = unionOf(without(old, present), without(present, old));
  await retryOnConflict(RETRY_POLICIES.request, () => indexContent(workspace_id, id, changed));
}
