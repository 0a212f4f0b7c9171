import type { Write } from '../../lib/core/table/commit.ts';
import { newExport } from '../../lib/exports/rules/export.ts';
import { exportWrite } from '../../lib/exports/store/exports.ts';

/** Build an export of a workspace that is completed. Its file is not in the bucket. */
export function sampleExportWrite(
  owner: { id: string; workspace_id: string; created_by: string },
  nowMs: number,
): Write {
  const started = newExport({ kind: 'content', format: 'csv', from: null, to: null }, owner, nowMs);
  const completed = { status: 'completed', due_at: null, completed_at: started.created_at } as const;
  return exportWrite(null, { ...started, ...completed, row_count: 1, size_bytes: 200 });
}
