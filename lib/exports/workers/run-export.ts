import { log } from '../../core/observability/log.ts';
import { tryCommit } from '../../core/table/commit.ts';
import { type Export, type ExportKind, failExport, isBeyondLimits, recordExportStep } from '../rules/export.ts';
import { type AuditRow, auditRow } from '../rules/export-rows.ts';
import { deleteExportObjects, deleteRest } from '../store/export-objects.ts';
import { type LoadExportPage, loadContentPage, loadMetricsPage } from '../store/export-pages.ts';
import { exportStepWrites, loadExport } from '../store/exports.ts';
import { writeNextPart } from './write-part.ts';

const AUDIT_PAGE = 500;

/** Lists the audit log. The stream worker passes it: the audit log knows the exports, and not the reverse. */
type ListAudit = (
  workspaceId: string,
  range: { fromMs?: number | undefined; toMs?: number | undefined },
  request: { limit: number; skip: number; after: string | null },
  nowMs: number,
) => Promise<{ records: AuditRow[]; next: string | null }>;

/**
 * Create the handler of exports, which runs one step of an export: one part of its file. The cursor that it saves is the
 * change that starts the next step. Deletes the objects of an export that is erased.
 */
export function exportHandler(listAudit: ListAudit) {
  const pages: Record<ExportKind, LoadExportPage> = {
    content: loadContentPage,
    metrics: loadMetricsPage,
    audit: async ({ workspace_id, from, to }, after, nowMs) => {
      const range = { fromMs: instantOf(from), toMs: instantOf(to) };
      const { records, next } = await listAudit(workspace_id, range, { limit: AUDIT_PAGE, skip: 0, after }, nowMs);
      return { rows: records.map(auditRow), next };
    },
  };
  return async (before: Export | null, after: Export | null, nowMs: number): Promise<void> => {
    if (before && !after) await deleteExportObjects(before);
    if (after?.status !== 'running') return;
    const current = await loadExport(after.workspace_id, after.id);
    // The export has moved on: the step of this change is complete.
    if (current?.version !== after.version) return;
    const next = isBeyondLimits(current, nowMs)
      ? failExport(current, nowMs)
      : recordExportStep(current, await writeNextPart(current, pages[current.kind], nowMs), nowMs);
    const isSaved = await tryCommit(exportStepWrites(current, next));
    // Only this step reads it. After a crash at this point the bucket deletes it.
    if (isSaved && current.rest) await deleteRest(current, current.rest);
    const { workspace_id, id: export_id, status, row_count } = next;
    log.info('export step finished', { workspace_id, export_id, status, row_count });
  };
}

function instantOf(time: string | null): number | undefined {
  return time === null ? undefined : Date.parse(time);
}
