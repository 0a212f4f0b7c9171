import { sha256 } from '../../core/crypto/sha256.ts';
import { fieldError } from '../../core/problems/request-errors.ts';
import { canonicalJson } from '../../core/values/canonical-json.ts';
import { isTooDeep, isTooLarge, isTooLong, MAX_CELL, MAX_LEVELS, MAX_ROW_BYTES } from './cell-limits.ts';
import type { ImportFormat } from './import-limits.ts';
import type { RowRequest } from './row-request.ts';
import { textOfCell } from './row-result.ts';

/** New cells of a row, by column. */
type CorrectedRow = { row: number; values: Record<string, unknown> };

/** Cells of rows that a person has changed, by row and column. */
export type Corrections = Record<string, Record<string, unknown>>;

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

/**
 * Merge corrections: later ones replace the earlier ones of the same cell. In CSV, a JSON value is its text. Throws 422 for a
 * row with more bytes than one may have.
 */
export function mergeCorrections(
  before: Corrections,
  rows: readonly CorrectedRow[],
  { format }: { format: ImportFormat },
): Corrections {
  const merged = { ...before };
  for (const [index, { row, values }] of rows.entries()) {
    const entries = Object.entries(values).map(([column, value]) => [column, toCell(value, format)]);
    const cells: Corrections[string] = { ...merged[row], ...Object.fromEntries(entries) };
    merged[row] = cells;
    if (isTooLarge(Object.values(cells))) {
      const detail = `A row must have at most ${MAX_ROW_BYTES} bytes as JSON.`;
      throw fieldError(`/corrections/${index}/values`, 'too_long', detail);
    }
  }
  return merged;
}

function toCell(value: unknown, format: ImportFormat): unknown {
  return format === 'csv' ? textOfCell(value) : value;
}

/** Throw 422 for corrections of a row or of a column that the file does not have, or with cells beyond the limits. */
export function assertCorrections(
  rows: readonly CorrectedRow[],
  { columns, row_count, format }: { columns: readonly string[]; row_count: number; format: ImportFormat },
): void {
  for (const [index, { row, values }] of rows.entries()) {
    const pointer = `/corrections/${index}`;
    if (row > row_count) throw fieldError(`${pointer}/row`, 'unknown_row', `The file has ${row_count} rows.`);
    if (Object.keys(values).some((column) => !columns.includes(column)))
      throw fieldError(`${pointer}/values`, 'unknown_column', 'The file has no column with this name.');
    const cells = Object.values(values).map((value) => toCell(value, format));
    if (cells.some(isTooLong))
      throw fieldError(`${pointer}/values`, 'too_long', `A cell must have at most ${MAX_CELL} characters.`);
    if (cells.some(isTooDeep))
      throw fieldError(`${pointer}/values`, 'nested_too_deeply', `A value must have at most ${MAX_LEVELS} levels.`);
  }
}

/** Throw 422 for corrections of a row that has become an item: they would not change it. */
export function assertWithoutItems(
  rows: readonly CorrectedRow[],
  made: ReadonlyMap<number, { content_id: string }>,
): void {
  for (const [index, { row }] of rows.entries()) {
    const item = made.get(row)?.content_id;
    if (item === undefined) continue;
    const detail = `Row ${row} has become the item ${item}. Change it with PUT /v1/content/{id}.`;
    throw fieldError(`/corrections/${index}/row`, 'row_created', detail);
  }
}
