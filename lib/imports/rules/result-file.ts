import { stringify } from 'csv-stringify/sync';
import { GUARDED_CSV } from '../../core/values/formula-guard.ts';
import type { ImportFormat } from './import-limits.ts';
import { RESULT_COLUMNS } from './result-columns.ts';
import { type RowResult, textOfCell } from './row-result.ts';

/**
 * Format results in the format of their file: its columns and the status of each row. So an import of the result reads each
 * value as it was. CSV has the guard against formulas, which an import removes, and a header when `isFirst`.
 */
export function formatResults(
  results: readonly RowResult[],
  { columns, format }: { columns: readonly string[]; format: ImportFormat },
  isFirst: boolean,
): string {
  if (format === 'jsonl') return results.map((result) => `${jsonLine(result, columns)}\n`).join('');
  const records = results.map((result) => [
    ...columns.map((_, index) => textOfCell(result.cells[index])),
    ...resultValues(result).map((value) => value ?? ''),
  ]);
  const header = isFirst ? [[...columns, ...RESULT_COLUMNS]] : [];
  return stringify([...header, ...records], GUARDED_CSV);
}

function jsonLine(result: RowResult, columns: readonly string[]): string {
  const own = columns.map((column, index) => [column, result.cells[index] ?? null]);
  const added = resultValues(result).map((value, index) => [RESULT_COLUMNS[index], value]);
  return JSON.stringify(Object.fromEntries([...own, ...added]));
}

/** List the values of `RESULT_COLUMNS`. */
function resultValues(result: RowResult): (string | number | null)[] {
  return [result.row, result.status, problemText(result), result.scheduled_at, result.content_id];
}

function problemText({ problems }: RowResult): string {
  return problems.map(({ column, detail }) => (column === null ? detail : `${column}: ${detail}`)).join(' ');
}
