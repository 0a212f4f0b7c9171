import { log } from '../../core/observability/log.ts';
import { tryCommit } from '../../core/table/commit.ts';
import { endPhase, type Import, isBeyondLimits, isWorking } from '../rules/import.ts';
import { deleteObjects } from '../store/import-objects.ts';
import { importWrites, loadImport } from '../store/imports.ts';
import { checkNextRows } from './check-import.ts';
import { runNextRows } from './run-rows.ts';
import { undoNextRows } from './undo-rows.ts';

const STEPS = { checking: checkNextRows, running: runNextRows, undoing: undoNextRows };

/**
 * Run one step of an import: check, create or remove its next rows. The progress that it saves is the change that starts the
 * next step. Deletes the objects of an import that is erased.
 */
export async function onImportChanged(before: Import | null, after: Import | null, nowMs: number): Promise<void> {
  if (before && !after) await deleteObjects(before);
  if (!after || !isWorking(after)) return;
  const current = await loadImport(after.workspace_id, after.id);
  // The import has moved on: the step of this change is complete.
  if (current?.version !== after.version) return;
  if (isBeyondLimits(current, nowMs)) {
    const problem = { code: 'timed_out', detail: 'The import has not ended within a day.' };
    await tryCommit(importWrites(current, endPhase(current, 'failed', { problem }, nowMs)));
    return;
  }
  await STEPS[current.status as keyof typeof STEPS](current, nowMs);
  const { workspace_id, id: import_id, status, position, row_count } = current;
  log.info('import step finished', { workspace_id, import_id, status, position, row_count });
}
