import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { fieldError } from '../../lib/core/problems/request-errors.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { operation } from '../../lib/imports/api/imports/update.ts';
import { importEntity } from '../../lib/imports/entities/imports.ts';
import { importNotUploaded } from '../../lib/imports/problems.ts';
import { checkAgain, toImportView } from '../../lib/imports/rules/import.ts';
import { assertCorrections, assertWithoutItems, mergeCorrections } from '../../lib/imports/rules/row-identity.ts';
import { assertKnownDefaults } from '../../lib/imports/steps/known-defaults.ts';
import { runnerOf } from '../../lib/imports/steps/runner.ts';
import { isFileStored, loadCorrections, storeObject } from '../../lib/imports/store/import-objects.ts';
import { loadImportRows } from '../../lib/imports/store/import-rows.ts';
import { importWrites, loadImport } from '../../lib/imports/store/imports.ts';

const prefetching = { ...operation, prefetch: itemInPath('import', importEntity) };

/** Change the mapping, the defaults or cells of an import, and check its rows again. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, body, nowMs, context }) => {
  const before = await loadOr404('import', params.id, (id) => loadImport(caller.workspace.id, id));
  const { mapping, defaults, corrections } = body;
  const changes = {
    ...(mapping === undefined ? {} : { mapping, has_own_mapping: true }),
    ...(defaults === undefined ? {} : { defaults }),
    run_by: runnerOf(caller, context),
  };
  if (defaults) await assertKnownDefaults(caller, defaults);
  const after = checkAgain(before, changes, nowMs);
  if (before.status === 'uploading' && !(await isFileStored(before))) {
    throw importNotUploaded('The file of the import is not uploaded yet.');
  }
  const unknown = before.columns.length > 0 ? unknownColumn(mapping, before.columns) : undefined;
  if (unknown) throw fieldError(`/mapping/${unknown}`, 'unknown_column', 'The file has no column with this name.');
  if (corrections) {
    assertCorrections(corrections, before);
    const numbers = corrections.map(({ row }) => row);
    assertWithoutItems(corrections, await loadImportRows(before, numbers));
    const merged = mergeCorrections(await loadCorrections(before), corrections, before);
    after.corrections = await storeObject(before, 'corrections', merged);
  }
  return { status: 200, body: toImportView(after), writes: importWrites(before, after) };
});

function unknownColumn(mapping: Record<string, string> = {}, columns: readonly string[]): string | undefined {
  return Object.entries(mapping).find(([, column]) => !columns.includes(column))?.[0];
}
