import { loadLinkRules } from '../../lib/link-rules/store/link-rules.ts';
import { one, type StoredReads, workspaceId } from '../core/table/stored-items.ts';

/** The stored items of the feature: what the product finds, and what is expected. */
export const storedReads: StoredReads = {
  LinkRules: async () => [await loadLinkRules(workspaceId), one('LinkRules')],
};
