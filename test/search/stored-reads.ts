import type { Label } from '../../lib/labels/rules/label.ts';
import { loadSearchDocument } from '../../lib/search/store/search-documents.ts';
import { loadLabelledIds, parseTermKey, readTerms } from '../../lib/search/store/search-index.ts';
import { contentId, one, type StoredReads, workspaceId } from '../core/table/stored-items.ts';

/** The stored items of the feature: what the product finds, and what is expected. */
export const storedReads: StoredReads = {
  ContentLabel: async () => [await loadLabelledIds(workspaceId, one<Label>('Label').id, 10), [contentId]],
  SearchDocument: async () => [await loadSearchDocument(workspaceId, contentId), one('SearchDocument')],
  SearchTerm: async () => {
    const { items } = await readTerms(workspaceId, 'aut', { limit: 10, after: null });
    return [items.map(({ sk }) => parseTermKey(String(sk))), [{ term: 'autumn', contentId }]];
  },
};
