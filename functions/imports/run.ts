import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { operation } from '../../lib/imports/api/imports/run.ts';
import { importEntity } from '../../lib/imports/entities/imports.ts';
import { assertChecked, startRun, toImportView } from '../../lib/imports/rules/import.ts';
import { runnerOf } from '../../lib/imports/steps/runner.ts';
import { importWrites, loadImport } from '../../lib/imports/store/imports.ts';

const prefetching = { ...operation, prefetch: itemInPath('import', importEntity) };

/** Run an import. The stream worker creates the items of its rows. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, body, nowMs, context }) => {
  const before = await loadOr404('import', params.id, (id) => loadImport(caller.workspace.id, id));
  assertChecked(before, body.checked_at);
  const after = startRun(before, runnerOf(caller, context), nowMs);
  return { status: 202, body: toImportView(after), writes: importWrites(before, after) };
});
