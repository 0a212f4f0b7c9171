import { type ContentClaim, loadContentClaims } from '../../lib/duplicates/store/content-claims.ts';
import { one, type StoredReads } from '../core/table/stored-items.ts';

/** The stored items of the feature: what the product finds, and what is expected. */
export const storedReads: StoredReads = {
  ContentClaim: async () => {
    const claim = one<ContentClaim>('ContentClaim');
    return [await loadContentClaims(claim.workspace_id, [claim.hash]), [claim]];
  },
};
