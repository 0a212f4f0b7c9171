import { ApiError } from '../../core/problems/define-problem.ts';
import type { FieldError } from '../../core/problems/request-errors.ts';
import type { LocalTime } from '../../core/values/local-time.ts';
import type { ColumnMapping } from './import-columns.ts';

export const ROW_STATUSES = ['valid', 'invalid', 'duplicate', 'created', 'failed', 'removed'] as const;
export type RowStatus = (typeof ROW_STATUSES)[number];

/** What is wrong with a row: the field and the column that it comes from, where there is one. */
export interface RowProblem {
  field: string | null;
  column: string | null;
  code: string;
  detail: string;
  /** The item that is in the way, of a duplicate. */
  content_id: string | null;
}

/** A row with the result of its check or run, as the parts of an import store it. `row` counts from 1. */
export interface RowResult {
  row: number;
  key: string | null;
  /** What identifies the row among the rows of the workspace: the hash of its key, or of what it asks for. */
  hash: string;
  cells: unknown[];
  status: RowStatus;
  title: string | null;
  platforms: string[];
  scheduled_at: string | null;
  scheduled_local: LocalTime | null;
  queue_id: string | null;
  warnings: { code: string; detail: string }[];
  problems: RowProblem[];
  content_id: string | null;
}

// Where a part of a request comes from: the first of these fields that is mapped.
const FIELDS_OF_POINTER: Record<string, readonly string[]> = {
  description: ['text', 'link'],
  title: ['title', 'text'],
  scheduled_at: ['scheduled_at', 'date', 'time'],
};

/** Build the problems of a row from the error of its request. Throws any other error. */
export function problemsOf(error: unknown, mapping: ColumnMapping): RowProblem[] {
  if (!(error instanceof ApiError)) throw error;
  const { errors, content_id } = error.extensions as { errors?: FieldError[]; content_id?: string };
  if (errors && errors.length > 0) return errors.map((each) => fieldProblem(each, mapping));
  return [{ field: null, column: null, code: error.code, detail: error.message, content_id: content_id ?? null }];
}

/** Build the problem of a row from a violated rule of its request. */
export function fieldProblem({ pointer, code, detail }: FieldError, mapping: ColumnMapping): RowProblem {
  const [, first = '', second = ''] = pointer.split('/');
  const named = [`${first}.${second}`, second, first, ...(fieldsOf(first) ?? [])];
  const field = named.find((name) => Object.hasOwn(mapping, name)) ?? (first || null);
  const column = field !== null && Object.hasOwn(mapping, field) ? mapping[field]! : null;
  return { field, column, code, detail, content_id: null };
}

function fieldsOf(pointer: string): readonly string[] | undefined {
  return Object.hasOwn(FIELDS_OF_POINTER, pointer) ? FIELDS_OF_POINTER[pointer] : undefined;
}

/** Return whether a result has a problem that a person can correct. */
export function hasProblem({ status }: Pick<RowResult, 'status'>): boolean {
  return status === 'invalid' || status === 'duplicate' || status === 'failed';
}

/** Build the API view of a row, with its cells by their columns. */
export function toRowView(result: RowResult, columns: readonly string[]) {
  const { hash: _, cells, ...rest } = result;
  const values = columns.map((column, index) => ({ column, value: textOfCell(cells[index]) }));
  return { ...rest, values };
}

/** The most bytes of the rows of a page in a response. Lambda returns at most 6 MB, in which the body is text within JSON. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024;

/** Return the first of these rows that one response can have: one at least. */
export function rowsOfResponse(rows: readonly RowResult[], columns: readonly string[]): RowResult[] {
  let bytes = 0;
  const end = rows.findIndex((row, index) => {
    bytes += Buffer.byteLength(JSON.stringify(JSON.stringify(toRowView(row, columns))));
    return index > 0 && bytes > MAX_PAGE_BYTES;
  });
  return end === -1 ? [...rows] : rows.slice(0, end);
}

/** Return a cell as text: JSON for a value of JSON lines that is none. */
export function textOfCell(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'string' ? cell : JSON.stringify(cell);
}
