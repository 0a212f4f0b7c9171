import type { Import } from '../rules/import.ts';
import type { RowResult } from '../rules/row-result.ts';
import { loadPart } from './import-objects.ts';
import { loadImportRows } from './import-rows.ts';

/** Load a part of the results of an import. A row that has become an item says so, whatever its part says. */
export async function loadCurrentPart(each: Import, index: number): Promise<RowResult[]> {
  const results = await loadPart(each, index);
  const made = await loadImportRows(
    each,
    results.map(({ row }) => row),
  );
  return results.map((result) => {
    const item = made.get(result.row);
    if (!item) return withoutItem(each, result);
    // The time may be another than that of the check: others may have taken its slot.
    const { content_id, scheduled_at, scheduled_local } = item;
    return { ...result, status: 'created' as const, content_id, scheduled_at, scheduled_local, problems: [] };
  });
}

// An item that was removed with the import leaves its row as the check has found it.
function withoutItem({ status }: Import, result: RowResult): RowResult {
  const isRemoved = result.status === 'created' || (status === 'undone' && result.status === 'valid');
  return isRemoved ? { ...result, status: 'removed', content_id: null } : result;
}
