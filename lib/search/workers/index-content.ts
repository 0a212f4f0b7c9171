import { isDeepStrictEqual } from 'node:util';
import { loadContent } from '../../content/store/contents.ts';
import {
  type SearchDocument,
  type SearchedFields,
  searchedFields,
  unionOf,
  without,
} from '../rules/search-document.ts';
import { deleteDocument, loadSearchDocument, saveDocument } from '../store/search-documents.ts';
import { writeIndex } from '../store/search-index.ts';

/**
 * Bring the index to the current state of an item. `changed`: what the delivered change has added and removed. A worker
 * that ended early has written only what one of the changes names that are delivered again. So each delivery writes what
 * its change names, whatever the document says, and saves the document last.
 */
export async function indexContent(workspace_id: string, content_id: string, changed: SearchedFields): Promise<void> {
  const [content, stored] = await Promise.all([
    loadContent(workspace_id, content_id),
    loadSearchDocument(workspace_id, content_id),
  ]);
  const current = searchedFields(content);
  const known = stored ?? searchedFields(null);
  const document: SearchDocument = { workspace_id, content_id, ...current, version: 0 };
  await writeIndex(document, without(current, without(known, changed)), without(unionOf(known, changed), current));
  if (content === null) return stored ? deleteDocument(stored) : undefined;
  if (stored === null || !isDeepStrictEqual(searchedPart(stored), current)) await saveDocument(stored, document);
}

function searchedPart({ terms, labels }: SearchedFields): SearchedFields {
  return { terms, labels };
}
