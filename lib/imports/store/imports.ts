import type { Write } from '../../core/table/commit.ts';
import { loadDue } from '../../core/table/due-index.ts';
import { type PageRequest, pageWithTotal, type TotalPage } from '../../core/table/page.ts';
import { load, loadPartition, type Supported } from '../../core/table/read.ts';
import { DUE_SHARDS, keyOf, partition, shardOf } from '../../core/table/schema.ts';
import { counterIncrement, versioned } from '../../core/table/versioned.ts';
import { importEntity } from '../entities/imports.ts';
import { importLimit } from '../problems.ts';
import { type Import, importEndMs, isWorking, MAX_WORKING_IMPORTS } from '../rules/import.ts';

/** Load an import of a workspace, or null. */
export function loadImport(workspace_id: string, id: string): Promise<Import | null> {
  return load<Import>(keyOf(importEntity, { workspace_id, id }));
}

/** List the imports of a workspace, newest first, with their total. */
export function listImports(workspace_id: string, request: PageRequest): Promise<TotalPage<Import>> {
  const partitions = [partition(importEntity, 'pk', { workspace_id })];
  return pageWithTotal<Import>({ partitions, descending: true }, request);
}

/** Load the imports of a member that are at work. A workspace has at most two at a time. */
export async function loadWorkingImportsOf(workspace_id: string, userId: string): Promise<Import[]> {
  const all = await loadPartition<Import>(partition(importEntity, 'pk', { workspace_id }));
  return all.filter((each) => isWorking(each) && each.run_by.user_id === userId);
}

/** Build the write of an import: new, or after the version that was read. */
export function importWrite(before: Import | null, after: Import): Write {
  return versioned(importEntity, before, after, { shard: shardOf(after.id, DUE_SHARDS) }, importEndMs(after));
}

/**
 * Build the writes of a new import, or of the next state of one. A phase that starts fails with 409 while two imports of the
 * workspace are at work; one that ends makes room for another.
 */
export function importWrites(before: Import | null, after: Import): Write[] {
  const was = before !== null && isWorking(before);
  const count = isWorking(after) === was ? [] : [isWorking(after) ? startedCount(after) : endedCount(after)];
  return [importWrite(before, after), ...count];
}

function startedCount({ workspace_id }: Import): Write {
  const detail = `A workspace can check, run or undo ${MAX_WORKING_IMPORTS} imports at a time. Wait until one has ended.`;
  return {
    ...counterIncrement(workspace_id, 'imports', { working: 1 }),
    ifBelow: { attribute: 'working', limit: MAX_WORKING_IMPORTS },
    onConflict: () => importLimit(detail),
  };
}

/** Build the change of the number of imports at work that one leaves. */
export function endedCount({ workspace_id }: Pick<Import, 'workspace_id'>) {
  return counterIncrement(workspace_id, 'imports', { working: -1 });
}

/** List imports whose next step was due before `before` (ISO 8601), and count those skipped for a newer schema. */
export async function listOverdueImports(before: string, limit: number): Promise<Supported<Import>> {
  const { records, skipped } = await loadDue<Import>(importEntity, before, limit);
  // The index lags the table.
  return { records: records.filter(isWorking), skipped };
}
