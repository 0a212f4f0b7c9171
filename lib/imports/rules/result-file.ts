import { stringify } from 'csv-stringify/sync';
import { RESULT_COLUMNS, withGuardMark } from './result-columns.ts';
import { type RowResult, textOfCell } from './row-result.ts';

/**
 * Format results as a CSV file: the columns of the file and the status of each row. A value that a spreadsheet would run
 * as a formula is prefixed with an apostrophe, which an import of the file removes. With a header when `isFirst`.
 */
export function formatResults(results: readonly RowResult[], columns: readonly string[], isFirst: boolean): string {
  const records = results.map((result) => [
    ...columns.map((_, index) => withGuardMark(textOfCell(result.cells[index]))),
    ...[result.row, result.status, problemText(result), result.scheduled_at ?? '', result.content_id ?? ''],
  ]);
  const header = isFirst ? [[...columns.map(withGuardMark), ...RESULT_COLUMNS]] : [];
  return stringify([...header, ...records], { escape_formulas: true });
}

function problemText({ problems }: RowResult): string {
  return problems.map(({ column, detail }) => (column === null ? detail : `${column}: ${detail}`)).join(' ');
}
