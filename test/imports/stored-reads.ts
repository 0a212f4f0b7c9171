import { listImportRows, loadImportKeys } from '../../lib/imports/store/import-rows.ts';
import { loadImport } from '../../lib/imports/store/imports.ts';
import { one, type StoredReads, workspaceId } from '../core/table/stored-items.ts';

/** The stored items of the feature: what the product finds, and what is expected. */
export const storedReads: StoredReads = {
  Import: async () => [await loadImport(workspaceId, String(one('Import').id)), one('Import')],
  ImportRow: async () => [
    await listImportRows({ workspace_id: workspaceId, id: String(one('ImportRow').import_id) }, 0, 1),
    [one('ImportRow')],
  ],
  ImportKey: async () => [
    [...(await loadImportKeys(workspaceId, [String(one('ImportKey').hash)])).values()],
    [one('ImportKey')],
  ],
};
