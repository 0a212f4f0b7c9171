import { sha256 } from '../../core/crypto/sha256.ts';
import { fieldError } from '../../core/problems/api-error.ts';
import { canonicalJson } from '../../core/values/canonical-json.ts';
import type { RowRequest } from './row-request.ts';

/** Cells of rows that a person has changed, by row and column. */
export type Corrections = Record<string, Record<string, string>>;

/** Return the hash that identifies a row among those of its workspace: of its key, or else of what it asks for. */
export function rowHash({ key, body }: Pick<RowRequest, 'key' | 'body'>): string {
  return sha256(key === null ? `row\n${canonicalJson(body)}` : `key\n${key}`);
}

/** Return the cells of a row with the corrections of it. Columns that the file does not have count for nothing. */
export function correctedCells(
  cells: readonly unknown[],
  columns: readonly string[],
  corrections: Corrections,
  row: number,
): unknown[] {
  const changed = Object.hasOwn(corrections, row) ? corrections[row]! : {};
  return columns.map((column, index) => (Object.hasOwn(changed, column) ? changed[column] : cells[index]));
}

/** Merge corrections: later ones replace the earlier ones of the same cell. */
export function mergeCorrections(
  before: Corrections,
  rows: { row: number; values: Corrections[string] }[],
): Corrections {
  const merged = { ...before };
  for (const { row, values } of rows) merged[row] = { ...merged[row], ...values };
  return merged;
}

/** Throw 422 for corrections of a row or of a column that the file does not have. */
export function assertCorrections(
  rows: { row: number; values: Corrections[string] }[],
  { columns, row_count }: { columns: readonly string[]; row_count: number },
): void {
  for (const [index, { row, values }] of rows.entries()) {
    const pointer = `/corrections/${index}`;
    if (row > row_count) throw fieldError(`${pointer}/row`, 'unknown_row', `The file has ${row_count} rows.`);
    if (Object.keys(values).some((column) => !columns.includes(column)))
      throw fieldError(`${pointer}/values`, 'unknown_column', 'The file has no column with this name.');
  }
}
