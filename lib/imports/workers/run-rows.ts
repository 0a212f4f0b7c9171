import { toLocalView } from '../../content/rules/scheduled-local.ts';
import { loadContents } from '../../content/store/contents.ts';
import { commitStep } from '../../core/queue/commit-step.ts';
import { ConflictError } from '../../core/retry/conflict.ts';
import { withActor } from '../../core/table/audit-stamps-and-tombstones.ts';
import { tryCommit } from '../../core/table/commit.ts';
import { duplicateContent } from '../../duplicates/problems.ts';
import { claimSlot, claimSlotAt } from '../../queues/steps/claim-slot.ts';
import { endPhase, type Import, PART_ROWS, withProgress } from '../rules/import.ts';
import { rowRequest } from '../rules/row-request.ts';
import { problemsOf, type RowProblem, type RowResult } from '../rules/row-result.ts';
import { inCheckedZone } from '../rules/row-time.ts';
import { loadPart, storeObject } from '../store/import-objects.ts';
import { type ImportKey, loadImportKeys, newRowWrites } from '../store/import-rows.ts';
import { importWrite, importWrites, loadImport } from '../store/imports.ts';

import { stampOfImport } from './import-author.ts';
import { type ClaimOfRow, planRow } from './plan-row.ts';
import { storeResultFile } from './result-file.ts';

/** The rows that one step turns into items. */
const STEP_ROWS = 20;

/**
 * Create the items of the next rows of an import. Each is one transaction with the progress of the import, on the condition
 * of its version: whatever ends this run or runs beside it, a row becomes an item once. A row that fails keeps its problem.
 */
export async function runNextRows(each: Import, nowMs: number): Promise<void> {
  let current: Import | null = each;
  let part: { index: number; results: RowResult[] } = { index: -1, results: [] };
  for (let tried = 0; current.position < current.row_count && tried < STEP_ROWS; ) {
    const index = Math.floor(current.position / PART_ROWS);
    if (part.index !== index) part = { index, results: await loadPart(current, index) };
    const result: RowResult = part.results[current.position % PART_ROWS]!;
    if (result.status !== 'valid') {
      current = { ...current, position: current.position + 1 };
      continue;
    }
    tried++;
    current = await runRow(current, result, part.results, nowMs);
    // Another run continues, or the import is undone.
    if (current === null) return;
  }
  if (current.position >= current.row_count) {
    const ended = endPhase(current, 'completed', { result: await storeResultFile(current) }, nowMs);
    await tryCommit(importWrites(current, ended));
  } else if (current.version === each.version) {
    await tryCommit([importWrite(each, current)]);
  }
}

/** Create the item of a row, or record why it fails. Returns the import after it; null when another run has changed it. */
async function runRow(before: Import, result: RowResult, part: RowResult[], nowMs: number): Promise<Import | null> {
  try {
    return await createRow(before, result, nowMs);
  } catch (error) {
    if (error instanceof ConflictError) throw error;
    return failRow(before, result, part, problemsOf(error, before.mapping ?? {}), nowMs);
  }
}

function createRow(before: Import, result: RowResult, nowMs: number): Promise<Import | null> {
  const { columns, mapping, defaults, source, workspace_id } = before;
  const read = rowRequest(result.cells, { columns, mapping: mapping ?? {}, defaults, source });
  const request = { ...read, body: inCheckedZone(read.body, result) };
  return commitStep(before, loadImport, async () => {
    const known = (await loadImportKeys(workspace_id, [result.hash])).get(result.hash) ?? null;
    if (known) await assertDeleted(workspace_id, known);
    const claim: ClaimOfRow = (queue, id, at) =>
      at === null ? claimSlot(workspace_id, { queue }, id, nowMs) : claimSlotAt(workspace_id, { queue, at }, id, nowMs);
    const { state, time, writes } = await planRow(request, before, claim, nowMs);
    const { id: content_id } = state.content;
    const { row, hash } = result;
    const planned = { scheduled_at: time?.at ?? null, scheduled_local: toLocalView(time?.local) };
    const made = { workspace_id, import_id: before.id, row, hash, content_id, ...planned };
    const after = withProgress(
      before,
      { position: before.position + 1, created_count: before.created_count + 1 },
      nowMs,
    );
    const all = [
      ...withActor(writes, stampOfImport(before, 'imports.run', nowMs)),
      ...newRowWrites(before, made, known, nowMs),
      importWrite(before, after),
    ];
    return { after, writes: all };
  });
}

async function assertDeleted(workspaceId: string, { content_id, import_id, row }: ImportKey): Promise<void> {
  if ((await loadContents(workspaceId, [content_id])).length === 0) return;
  const detail = `Row ${row} of the import ${import_id} has made this item.`;
  throw duplicateContent(detail, { extensions: { content_id } });
}

async function failRow(
  before: Import,
  result: RowResult,
  part: RowResult[],
  problems: RowProblem[],
  nowMs: number,
): Promise<Import | null> {
  const index = Math.floor(before.position / PART_ROWS);
  part[part.indexOf(result)] = { ...result, status: 'failed', problems, scheduled_at: null, scheduled_local: null };
  const token = await storeObject(before, 'rows', part);
  const after = withProgress(
    before,
    {
      position: before.position + 1,
      failed_count: before.failed_count + 1,
      parts: before.parts.with(index, token),
      part_problems: before.part_problems.with(index, before.part_problems[index]! + 1),
    },
    nowMs,
  );
  return (await tryCommit([importWrite(before, after)])) ? { ...after, version: before.version + 1 } : null;
}
