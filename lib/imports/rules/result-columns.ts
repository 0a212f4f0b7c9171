/** The columns that a result file adds to those of the file. */
export const RESULT_COLUMNS = [
  ...(['import_row', 'import_status', 'import_problem'] as const),
  ...(['import_scheduled_at', 'import_content_id'] as const),
] as const;

// What the guard of csv-stringify against formulas prefixes with an apostrophe, after at least one.
const GUARDED = /^'+[-=+@\t\r\uff0b\uff0d\uff1d\uff20]/;

/** Mark a value that looks as if the guard had prefixed it, so that `withoutGuard` returns each value as it was. */
export function withGuardMark(value: string): string {
  return GUARDED.test(value) ? `'${value}` : value;
}

/** Return a value of a result file without the apostrophe that the guard has added. */
export function withoutGuard(value: string): string {
  return GUARDED.test(value) ? value.slice(1) : value;
}

/** Return whether a result file adds a column with this name. */
export function isResultColumn(name: string): boolean {
  return (RESULT_COLUMNS as readonly string[]).includes(name);
}

/** Return whether these are the columns of a result file. */
export function isResultFile(columns: readonly string[]): boolean {
  return RESULT_COLUMNS.every((column) => columns.includes(column));
}
