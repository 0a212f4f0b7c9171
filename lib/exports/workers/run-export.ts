import type { StepJob } from '../../core/queue/step-job.ts';
import { tryCommit } from '../../core/table/commit.ts';
import { type Export, type ExportKind, failExport, isBeyondLimits, recordExportStep } from '../rules/export.ts';
import { type AuditRow, auditRow } from '../rules/export-rows.ts';
import { deleteRest } from '../store/export-objects.ts';
import { type LoadExportPage, loadContentPage, loadMetricsPage } from '../store/export-pages.ts';
import { exportStepWrites, loadExport } from '../store/exports.ts';
import { writeNextPart } from './write-part.ts';

const AUDIT_PAGE = 500;

/** Lists the audit log. The step worker passes it: the audit log knows the exports, and not the reverse. */
type ListAudit = (
  workspaceId: string,
  range: { fromMs?: number | undefined; toMs?: number | undefined },
  request: { limit: number; skip: number; after: string | null },
  nowMs: number,
) => Promise<{ records: AuditRow[]; next: string | null }>;

/** Create the job of exports. A step writes one part of the file. */
export function exportJob(listAudit: ListAudit): StepJob<Export> {
  const pages: Record<ExportKind, LoadExportPage> = {
    content: loadContentPage,
    metrics: loadMetricsPage,
    audit: async ({ workspace_id, from, to }, after, nowMs) => {
      const range = { fromMs: instantOf(from), toMs: instantOf(to) };
      const { records, next } = await listAudit(workspace_id, range, { limit: AUDIT_PAGE, skip: 0, after }, nowMs);
      return { rows: records.map(auditRow), next };
    },
  };
  return {
    load: loadExport,
    run: async (job, nowMs) => {
      const next = isBeyondLimits(job, nowMs)
        ? failExport(job, nowMs)
        : recordExportStep(job, await writeNextPart(job, pages[job.kind], nowMs), nowMs);
      const isSaved = await tryCommit(exportStepWrites(job, next));
      // Only this step reads it. After a crash at this point the bucket deletes it.
      if (isSaved && job.rest) await deleteRest(job, job.rest);
      return { status: next.status, row_count: next.row_count };
    },
  };
}

function instantOf(time: string | null): number | undefined {
  return time === null ? undefined : Date.parse(time);
}
