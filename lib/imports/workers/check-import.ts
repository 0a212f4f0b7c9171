import { tryCommit } from '../../core/table/commit.ts';
import { endPhase, hasTimeForPhase, type Import, PART_ROWS, startCheckedRun, withProgress } from '../rules/import.ts';
import { mappingFor, sourceOf } from '../rules/import-columns.ts';
import { type FileProblem, type ParsedFile, parseFile } from '../rules/parse-file.ts';
import { correctedCells } from '../rules/row-identity.ts';
import { hasProblem } from '../rules/row-result.ts';
import { loadCheckProgress, loadCorrections, loadFile, storeObject } from '../store/import-objects.ts';
import { importWrites } from '../store/imports.ts';
import { type CheckProgress, checkRows, NOTHING_CHECKED } from './check-rows.ts';
import { storeResultFile } from './result-file.ts';

/** Check the next part of the rows of an import. After the last one the import is ready, or runs where it is no dry run. */
export async function checkNextRows(each: Import, nowMs: number): Promise<void> {
  const file = await readFile(each);
  if ('code' in file) return void (await fail(each, file, nowMs));
  const { columns, rows } = file;
  const mapping = mappingFor(columns, each.has_own_mapping ? each.mapping : null);
  const unknown = Object.entries(mapping).find(([, column]) => !columns.includes(column));
  if (unknown) {
    const detail = `The file has no column ${unknown[1]}, to which ${unknown[0]} is mapped.`;
    return void (await fail({ ...each, columns, row_count: rows.length }, { code: 'unknown_column', detail }, nowMs));
  }
  const source = sourceOf(columns);
  const reading = { columns, mapping, defaults: each.defaults, source };
  const progress = (await loadCheckProgress<CheckProgress>(each)) ?? structuredClone(NOTHING_CHECKED);
  const corrections = await loadCorrections(each);
  const given = rows.slice(each.position, each.position + PART_ROWS).map((cells, index) => {
    const row = each.position + index + 1;
    return { row, cells: correctedCells(cells, columns, corrections, row), item: file.items?.[row - 1] ?? null };
  });
  const results = await checkRows(each, reading, given, progress, nowMs);
  const count = (status: string) => results.filter((result) => result.status === status).length;
  const checked = withProgress(
    each,
    {
      ...{ source, columns, mapping, row_count: rows.length, position: each.position + results.length },
      parts: [...each.parts, await storeObject(each, 'rows', results)],
      part_problems: [...each.part_problems, results.filter(hasProblem).length],
      progress: await storeObject(each, 'progress', progress),
      valid_count: each.valid_count + count('valid'),
      invalid_count: each.invalid_count + results.filter(hasProblem).length,
      created_count: each.created_count + count('created'),
    },
    nowMs,
  );
  await tryCommit(importWrites(each, await next(checked, nowMs)));
}

async function next(checked: Import, nowMs: number): Promise<Import> {
  if (checked.position < checked.row_count) return checked;
  if (!checked.is_dry_run && hasTimeForPhase(checked, nowMs)) return startCheckedRun(checked, nowMs);
  return endPhase(checked, 'ready', { result: await storeResultFile(checked) }, nowMs);
}

async function readFile(each: Import): Promise<ParsedFile | FileProblem> {
  const bytes = await loadFile(each);
  if (bytes === null)
    return { code: 'file_missing', detail: 'The file is not stored any more. Create another import.' };
  if (bytes === 'too_large') return { code: 'file_too_large', detail: 'The file is too large. Divide it.' };
  return parseFile(bytes, each.format);
}

async function fail(each: Import, problem: FileProblem, nowMs: number): Promise<void> {
  await tryCommit(importWrites(each, endPhase(each, 'failed', { problem }, nowMs)));
}
