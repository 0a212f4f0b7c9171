import { loadExport } from '../../lib/exports/store/exports.ts';
import { one, type StoredReads, workspaceId } from '../core/table/stored-items.ts';

/** The stored items of the feature: what the product finds, and what is expected. */
export const storedReads: StoredReads = {
  Export: async () => [await loadExport(workspaceId, String(one('Export').id)), one('Export')],
};
