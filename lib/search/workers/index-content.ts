import { isDeepStrictEqual } from 'node:util';
import { loadContent } from '../../content/store/contents.ts';
import { RETRY_POLICIES } from '../../core/retry/back-off.ts';
import { ConflictError, retryOnConflict } from '../../core/retry/conflict.ts';
import { isLeased, leaseEnd } from '../../core/retry/lease.ts';
import { type SearchDocument, searchedFields, unionOf, without } from '../rules/search-document.ts';
import { deleteDocument, loadSearchDocument, saveDocument } from '../store/search-documents.ts';
import { writeIndex } from '../store/search-index.ts';

/**
 * Bring the index to the current state of an item. Until the index has it, the document names every term under which the
 * item may be stored, with a lease: a worker that ends early leaves none that no document names, and no other writes
 * beside it. Throws `ConflictError` when another worker has the lease for longer than the retries.
 */
export async function indexContent(workspace_id: string, content_id: string): Promise<void> {
  await retryOnConflict(RETRY_POLICIES.request, async () => {
    const stored = await loadSearchDocument(workspace_id, content_id);
    const nowMs = Date.now();
    if (isLeased(stored?.lease_ends_at, nowMs)) throw new ConflictError();
    // After the lease: a later change of the item queues another run.
    const content = await loadContent(workspace_id, content_id);
    const current = searchedFields(content);
    const known = stored ?? searchedFields(null);
    const isComplete = !stored?.lease_ends_at && isDeepStrictEqual(fieldsOf(known), current);
    if (isComplete && (content || !stored)) return;
    const named = { ...unionOf(known, current), lease_ends_at: leaseEnd('indexing', nowMs) };
    const writing: SearchDocument = { workspace_id, content_id, ...named, version: stored ? stored.version + 1 : 0 };
    await saveDocument(stored, writing);
    const added = stored?.lease_ends_at ? current : without(current, known);
    await writeIndex(writing, added, without(known, current));
    if (!content) return deleteDocument(writing);
    await saveDocument(writing, { workspace_id, content_id, ...current, version: writing.version });
  });
}

function fieldsOf({ terms, labels }: Pick<SearchDocument, 'terms' | 'labels'>) {
  return { terms, labels };
}
