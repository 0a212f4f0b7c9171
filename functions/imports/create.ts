import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { operation } from '../../lib/imports/api/imports/create.ts';
import { newImport } from '../../lib/imports/rules/import.ts';
import { withUpload } from '../../lib/imports/steps/import-response.ts';
import { assertKnownDefaults } from '../../lib/imports/steps/known-defaults.ts';
import { runnerOf } from '../../lib/imports/steps/runner.ts';
import { storeFile } from '../../lib/imports/store/import-objects.ts';
import { importWrites } from '../../lib/imports/store/imports.ts';

/** Create an import: of a file in the request, which is checked next, or of one that the caller uploads. */
export const handler = defineEndpoint(operation, async ({ caller, body, nowMs, newId, context }) => {
  const { format, name = null, content, size_bytes = null, dry_run = true, mapping = null, defaults = {} } = body;
  await assertKnownDefaults(caller, defaults);
  const owner = { id: newId('import'), workspace_id: caller.workspace.id, created_by: caller.userId };
  const settings = { format, name, upload_bytes: size_bytes, is_dry_run: dry_run, mapping, defaults };
  const created = newImport({ ...settings, run_by: runnerOf(caller, context) }, owner, nowMs);
  if (content !== undefined) await storeFile(created, content);
  return {
    status: 202,
    headers: { location: `/v1/imports/${created.id}` },
    body: await withUpload(created, { mayUpload: true }),
    writes: importWrites(null, created),
  };
});
