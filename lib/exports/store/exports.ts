import type { Write } from '../../core/table/commit.ts';
import { loadDue } from '../../core/table/due-index.ts';
import { type PageRequest, pageWithTotal, type TotalPage } from '../../core/table/page.ts';
import { load, type Supported } from '../../core/table/read.ts';
import { DUE_SHARDS, keyOf, partition, shardOf } from '../../core/table/schema.ts';
import { counterIncrement, versioned } from '../../core/table/versioned.ts';
import { exportEntity } from '../entities/exports.ts';
import { exportLimit } from '../problems.ts';
import { type Export, exportEndMs, MAX_RUNNING_EXPORTS } from '../rules/export.ts';

/** Load an export of a workspace, or null. */
export function loadExport(workspace_id: string, id: string): Promise<Export | null> {
  return load<Export>(keyOf(exportEntity, { workspace_id, id }));
}

/** List the exports of a workspace, newest first, with their total. */
export function listExports(workspace_id: string, request: PageRequest): Promise<TotalPage<Export>> {
  const partitions = [partition(exportEntity, 'pk', { workspace_id })];
  return pageWithTotal<Export>({ partitions, descending: true }, request);
}

/** Build the write of an export: new, or after the version that was read. */
export function exportWrite(before: Export | null, after: Export): Write {
  return versioned(exportEntity, before, after, { shard: shardOf(after.id, DUE_SHARDS) }, exportEndMs(after));
}

/** Build the writes of a new export. They fail with 409 while two of the workspace are running. */
export function newExportWrites(each: Export): Write[] {
  const detail = `A workspace can run ${MAX_RUNNING_EXPORTS} exports at a time. Wait until one is completed.`;
  return [
    exportWrite(null, each),
    {
      ...runningCount(each.workspace_id, 1),
      ifBelow: { attribute: 'running', limit: MAX_RUNNING_EXPORTS },
      onConflict: () => exportLimit(detail),
    },
  ];
}

/** Build the writes of a step. The last one makes room for another export. */
export function exportStepWrites(before: Export, after: Export): Write[] {
  const hasEnded = before.status === 'running' && after.status !== 'running';
  return [exportWrite(before, after), ...(hasEnded ? [runningCount(after.workspace_id, -1)] : [])];
}

/** Build the change of the number of running exports of a workspace. */
export function runningCount(workspace_id: string, by: 1 | -1) {
  return counterIncrement(workspace_id, 'exports', { running: by });
}

/** List exports whose next step was due before `before` (ISO 8601), and count those skipped for a newer schema. */
export async function listOverdueExports(before: string, limit: number): Promise<Supported<Export>> {
  const { records, skipped } = await loadDue<Export>(exportEntity, before, limit);
  // The index lags the table.
  return { records: records.filter(({ status }) => status === 'running'), skipped };
}
