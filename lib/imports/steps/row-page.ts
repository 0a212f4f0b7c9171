import { exactTotal } from '../../core/table/list-total.ts';
import type { PageRequest, TotalPage } from '../../core/table/page.ts';
import { type Import, PART_ROWS } from '../rules/import.ts';
import { hasProblem, type RowResult, rowsOfResponse } from '../rules/row-result.ts';
import { loadCurrentPart } from '../store/current-rows.ts';

/**
 * Load a page of the rows of an import, in their order: all, or those with problems. The position is the row. A page of long
 * rows has fewer than the limit, and the next one begins after its last row.
 */
export async function pageOfRows(
  each: Import,
  { limit, skip, after }: PageRequest,
  onlyProblems: boolean,
): Promise<TotalPage<RowResult>> {
  const wanted = (result: RowResult) => !onlyProblems || hasProblem(result);
  const afterRow = after === null ? 0 : Number(after);
  const found: RowResult[] = [];
  let left = skip;
  for (let index = Math.floor(afterRow / PART_ROWS); index < each.parts.length && found.length <= limit; index++) {
    const count = countIn(each, index, onlyProblems);
    const isWhole = index * PART_ROWS >= afterRow;
    if (count === 0 || (isWhole && left >= count)) {
      left -= count;
      continue;
    }
    const rows = (await loadCurrentPart(each, index)).filter((result) => result.row > afterRow && wanted(result));
    found.push(...rows.slice(left));
    left = Math.max(0, left - rows.length);
  }
  const records = rowsOfResponse(found.slice(0, limit), each.columns);
  const next = found.length > records.length ? String(records.at(-1)!.row) : null;
  const total = each.parts.reduce((sum, _, index) => sum + countIn(each, index, onlyProblems), 0);
  return { records, next, total: exactTotal(total), skipped: 0 };
}

function countIn(each: Import, index: number, onlyProblems: boolean): number {
  if (onlyProblems) return each.part_problems[index] ?? 0;
  return Math.min(PART_ROWS, each.row_count - index * PART_ROWS);
}
