import { operation } from '../../lib/exports/api/exports/create.ts';
import { newExport, permissionOf, toExportView } from '../../lib/exports/rules/export.ts';
import { exportPeriod } from '../../lib/exports/rules/export-period.ts';
import { newExportWrites } from '../../lib/exports/store/exports.ts';
import { assertAnyPermission } from '../../lib/identity/pipeline/authorize.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';

/** Create an export. The stream worker writes its file. */
export const handler = defineEndpoint(operation, async ({ caller, body, nowMs, newId }) => {
  assertAnyPermission(caller, [permissionOf(body)]);
  const owner = { id: newId('export'), workspace_id: caller.workspace.id, created_by: caller.userId };
  const { kind, format } = body;
  const created = newExport({ kind, format, ...exportPeriod(body) }, owner, nowMs);
  return {
    status: 202,
    headers: { location: `/v1/exports/${created.id}` },
    body: toExportView(created),
    writes: newExportWrites(created),
  };
});
