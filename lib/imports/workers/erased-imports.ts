import type { Import } from '../rules/import.ts';
import { deleteObjects } from '../store/import-objects.ts';

/** Delete the objects of an import that is erased. */
export async function onImportErased(before: Import | null, after: Import | null): Promise<void> {
  if (before && !after) await deleteObjects(before);
}
