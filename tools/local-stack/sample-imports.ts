import type { Write } from '../../lib/core/table/commit.ts';
import { endPhase, newImport } from '../../lib/imports/rules/import.ts';
import { importWrite } from '../../lib/imports/store/imports.ts';

/** Build an import of a workspace that is checked, and can run. Its file and its rows are not in the bucket. */
export function sampleImportWrite(
  owner: { id: string; workspace_id: string; created_by: string },
  nowMs: number,
): Write {
  const run_by = { user_id: owner.created_by, client_id: owner.created_by, request_id: null, source_ip: null };
  const settings = { name: 'october.csv', format: 'csv', upload_bytes: null, is_dry_run: true, defaults: {} } as const;
  const columns = { columns: ['text'], mapping: { text: 'text' } };
  const started = newImport({ ...settings, mapping: null, run_by: { ...run_by, permissions: [] } }, owner, nowMs);
  return importWrite(null, endPhase(started, 'ready', columns, nowMs));
}
