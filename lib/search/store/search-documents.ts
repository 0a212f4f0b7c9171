import { commit } from '../../core/table/commit.ts';
import { load } from '../../core/table/read.ts';
import { keyOf } from '../../core/table/schema.ts';
import { versioned } from '../../core/table/versioned.ts';
import { searchDocumentEntity } from '../entities/search-index.ts';
import type { SearchDocument } from '../rules/search-document.ts';

/** Load under what an item is stored in the index, or null. */
export function loadSearchDocument(workspaceId: string, contentId: string): Promise<SearchDocument | null> {
  return load<SearchDocument>(keyOf(searchDocumentEntity, { workspace_id: workspaceId, content_id: contentId }));
}

/** Save a document after the version that was read. Throws `ConflictError` when another worker has saved it. */
export async function saveDocument(before: SearchDocument | null, after: SearchDocument): Promise<void> {
  await commit([versioned(searchDocumentEntity, before, after)]);
}

/** Delete a document of the version that was read. Throws `ConflictError` when another worker has saved it. */
export async function deleteDocument({ workspace_id, content_id, version }: SearchDocument): Promise<void> {
  await commit([{ delete: keyOf(searchDocumentEntity, { workspace_id, content_id }), condition: { version } }]);
}
