/** The column with the id of the item that a row has become. */
export const ITEM_COLUMN = 'import_content_id';

/** The columns that a result file adds to those of the file. */
export const RESULT_COLUMNS = [
  ...(['import_row', 'import_status', 'import_problem'] as const),
  ...(['import_scheduled_at', ITEM_COLUMN] as const),
] as const;

/** Return whether a result file adds a column with this name. */
export function isResultColumn(name: string): boolean {
  return (RESULT_COLUMNS as readonly string[]).includes(name);
}

/** Return whether these are the columns of a result file. */
export function isResultFile(columns: readonly string[]): boolean {
  return RESULT_COLUMNS.every((column) => columns.includes(column));
}
