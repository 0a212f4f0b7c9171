import { isDeletable } from '../../content/rules/actions/content-actions.ts';
import type { Content } from '../../content/rules/content.ts';
import { LIVE_STATUSES } from '../../content/rules/schedule-entry.ts';
import { loadContentState } from '../../content/store/contents.ts';
import { commitStep } from '../../core/queue/commit-step.ts';
import { withActor } from '../../core/table/audit-stamps-and-tombstones.ts';
import { tryCommit } from '../../core/table/commit.ts';
import { deletionOf, ENDED_STATUSES } from '../../planning/steps/delete-item.ts';
import { endPhase, type Import, withProgress } from '../rules/import.ts';
import { deleteRowWrites, type ImportRow, listImportRows, loadImportKeys } from '../store/import-rows.ts';
import { importWrite, importWrites, loadImport } from '../store/imports.ts';
import { stampOfImport } from './import-author.ts';
import { storeResultFile } from './result-file.ts';

/** The items that one step removes. */
const STEP_ROWS = 20;

/**
 * Remove the next items of an import. Each is one transaction with the progress of the import, on the condition of its
 * version. An item with a post that is live, may be live or is being sent stays.
 */
export async function undoNextRows(each: Import, nowMs: number): Promise<void> {
  const rows = await listImportRows(each, each.position, STEP_ROWS);
  let current: Import | null = each;
  for (const row of rows) {
    current = await undoRow(current, row, nowMs);
    // Another run continues.
    if (current === null) return;
  }
  if (rows.length === STEP_ROWS) return;
  const ended = endPhase(current, 'undone', { created_count: 0, result: await resultOf(current) }, nowMs);
  await tryCommit(importWrites(current, ended));
}

// An import whose check has not ended has no results.
async function resultOf(each: Import): Promise<string | null> {
  return each.parts.length > 0 ? storeResultFile(each) : null;
}

function undoRow(before: Import, row: ImportRow, nowMs: number): Promise<Import | null> {
  return commitStep(before, loadImport, async () => {
    const { workspace_id } = before;
    const [state, keys] = await Promise.all([
      loadContentState(workspace_id, row.content_id, ENDED_STATUSES),
      loadImportKeys(workspace_id, [row.hash]),
    ]);
    const isKept = state !== null && !isRemovable(state.content);
    const counts = isKept ? { kept_count: before.kept_count + 1 } : { removed_count: before.removed_count + 1 };
    const after = withProgress(before, { position: row.row, ...counts }, nowMs);
    const deletion = state && !isKept ? (await deletionOf(state, nowMs)).writes : [];
    const writes = [
      ...withActor(deletion, stampOfImport(before, 'imports.undo', nowMs)),
      ...(isKept ? [] : deleteRowWrites(row, keys.get(row.hash) ?? null)),
      importWrite(before, after),
    ];
    return { after, writes };
  });
}

function isRemovable(content: Content): boolean {
  return isDeletable(content) && !Object.values(content.targets).some(({ status }) => LIVE_STATUSES.includes(status));
}
