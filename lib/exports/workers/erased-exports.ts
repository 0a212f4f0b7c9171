import type { Export } from '../rules/export.ts';
import { deleteExportObjects } from '../store/export-objects.ts';

/** Delete the objects of an export that is erased. */
export async function onExportErased(before: Export | null, after: Export | null): Promise<void> {
  if (before && !after) await deleteExportObjects(before);
}
