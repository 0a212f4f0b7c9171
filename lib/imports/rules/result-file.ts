import { stringify } from 'csv-stringify/sync';
import type { ImportFormat } from './import-limits.ts';
import { RESULT_COLUMNS, withGuardMark } from './result-columns.ts';
import { type RowResult, textOfCell } from './row-result.ts';

/**
 * Format results in the format of their file: its columns and the status of each row. So an import of the result reads each
 * value as it was. In CSV, a value that a spreadsheet would run as a formula is prefixed with an apostrophe, which an import
 * removes, and there is a header when `isFirst`.
 */
export function formatResults(
  results: readonly RowResult[],
  { columns, format }: { columns: readonly string[]; format: ImportFormat },
  isFirst: boolean,
): string {
  if (format === 'jsonl') return results.map((result) => `${jsonLine(result, columns)}\n`).join('');
  const records = results.map((result) => [
    ...columns.map((_, index) => withGuardMark(textOfCell(result.cells[index]))),
    ...resultValues(result).map((value) => value ?? ''),
  ]);
  const header = isFirst ? [[...columns.map(withGuardMark), ...RESULT_COLUMNS]] : [];
  return stringify([...header, ...records], { escape_formulas: true });
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
