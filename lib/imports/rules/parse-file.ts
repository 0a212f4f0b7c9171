import { parse } from 'csv-parse/sync';
import { withoutGuard } from '../../core/values/formula-guard.ts';
import { isId } from '../../core/values/id.ts';
import { isTooDeep, isTooLarge, isTooLong, MAX_CELL, MAX_LEVELS, MAX_ROW_BYTES } from './cell-limits.ts';
import { HOOTSUITE_COLUMNS, isExport } from './import-columns.ts';
import { type ImportFormat, MAX_IMPORT_ROWS } from './import-limits.ts';
import { ITEM_COLUMN, isResultColumn, isResultFile, RESULT_COLUMNS } from './result-columns.ts';
import { readCellTime } from './row-time.ts';

/** The most columns of a file, and characters of a column name. */
const MAX_COLUMNS = 100;
const MAX_COLUMN_NAME = 200;

/** A file as rows: each has a value per column. CSV has texts, JSON lines any value. */
export interface ParsedFile {
  columns: string[];
  rows: unknown[][];
  /** The ids of the items that the rows of a result file have become; null for a row without one. Absent without any. */
  items?: (string | null)[];
}

/** Why a file cannot be read. */
export type FileProblem = { code: string; detail: string };

/** Read a file. Returns the problem of one that has none of the forms, or is beyond a limit. */
export function parseFile(bytes: Uint8Array, format: ImportFormat): ParsedFile | FileProblem {
  const text = decode(bytes);
  if (text === null) return { code: 'invalid_encoding', detail: 'The file must be encoded in UTF-8 or UTF-16.' };
  try {
    const parsed = format === 'csv' ? parseCsv(text) : parseJson(text);
    return 'columns' in parsed ? checked(parsed) : parsed;
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 200) : 'Unknown error.';
    return {
      code: format === 'csv' ? 'invalid_csv' : 'invalid_json_lines',
      detail: `The file cannot be read. ${detail}`,
    };
  }
}

const TOO_MANY_COLUMNS = { code: 'too_many_columns', detail: `The file has more than ${MAX_COLUMNS} columns.` };

function checked(file: ParsedFile): ParsedFile | FileProblem {
  const { columns, rows } = file;
  if (columns.length > MAX_COLUMNS) return TOO_MANY_COLUMNS;
  for (const [index, row] of rows.entries()) {
    const problem = problemOfRow(row, index + 1, isExport(columns));
    if (problem) return problem;
  }
  if (rows.length === 0) return { code: 'no_rows', detail: 'The file has no rows.' };
  if (rows.length > MAX_IMPORT_ROWS)
    return { code: 'too_many_rows', detail: `The file has more than ${MAX_IMPORT_ROWS} rows. Divide it.` };
  if (columns.some((column) => column.length > MAX_COLUMN_NAME))
    return { code: 'column_name_too_long', detail: `A column name has more than ${MAX_COLUMN_NAME} characters.` };
  const repeated = columns.find((column, index) => columns.indexOf(column) !== index);
  if (repeated !== undefined)
    return { code: 'duplicate_column', detail: `The column ${repeated} is in the file twice. Rename one of them.` };
  return file;
}

// The thread of an item can be longer than a cell of any other file.
function problemOfRow(cells: unknown[], row: number, isExported: boolean): FileProblem | null {
  if (!isExported && cells.some(isTooLong))
    return { code: 'cell_too_long', detail: `Row ${row} has a cell of more than ${MAX_CELL} characters.` };
  if (cells.some(isTooDeep))
    return { code: 'value_too_deep', detail: `Row ${row} has a value of more than ${MAX_LEVELS} levels.` };
  if (isTooLarge(cells))
    return { code: 'row_too_long', detail: `Row ${row} has more than ${MAX_ROW_BYTES} bytes as JSON.` };
  return null;
}

function decode(bytes: Uint8Array): string | null {
  // What spreadsheets call "Unicode text".
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function parseCsv(text: string): ParsedFile | FileProblem {
  const options = { bom: true, relax_column_count: true, max_record_size: 1024 * 1024 };
  const delimiter = delimiterOf(text);
  // `to` does not count the records that are skipped.
  const limits = { skip_records_with_empty_values: true, to: MAX_IMPORT_ROWS + 2 };
  const filled: string[][] = parse(text, { ...options, ...limits, delimiter });
  const [first = []] = filled;
  const hasHeader = !isTimeRow(first);
  const width = Math.max(0, ...filled.map((record) => record.length));
  // Before the rows are padded: a file of 118 kB can have a row of 100,000 columns and 9,000 others.
  if (width > MAX_COLUMNS + RESULT_COLUMNS.length) return TOO_MANY_COLUMNS;
  const columns = Array.from({ length: width }, (_, index) => columnAt(first, index, hasHeader));
  const rows = (hasHeader ? filled.slice(1) : filled).map((record) => columns.map((_, index) => record[index] ?? ''));
  return isResultFile(columns) || isExport(columns) ? ofOwnFile(columns, rows) : { columns, rows };
}

// Without the guard, and without the columns that an import has added: the next result file adds them again.
function ofOwnFile(columns: string[], rows: string[][]): ParsedFile {
  const isOwn = columns.map((column) => !isResultColumn(column));
  const own = (record: string[]) => record.filter((_, index) => isOwn[index]).map(withoutGuard);
  return { columns: own(columns), rows: rows.map(own), ...itemsOf(columns, rows) };
}

function itemsOf(columns: readonly string[], rows: readonly unknown[][]): Pick<ParsedFile, 'items'> {
  const index = isResultFile(columns) ? columns.indexOf(ITEM_COLUMN) : -1;
  return withItems(rows.map((row) => row[index]));
}

function itemOfObject(object: object): unknown {
  return isResultFile(Object.keys(object)) ? (object as Record<string, unknown>)[ITEM_COLUMN] : null;
}

function withItems(values: readonly unknown[]): Pick<ParsedFile, 'items'> {
  const items = values.map((value) => (typeof value === 'string' && isId('content', value) ? value : null));
  return items.some((item) => item !== null) ? { items } : {};
}

// Hootsuite's files begin with a post: its time, its text and its link.
function isTimeRow(record: string[]): boolean {
  return record.length > 1 && 'local' in readCellTime(record[0]!, null, 'month_first');
}

function columnAt(first: string[], index: number, hasHeader: boolean): string {
  const name = hasHeader ? (first[index]?.trim() ?? '') : (HOOTSUITE_COLUMNS[index] ?? '');
  return name === '' ? `Column ${index + 1}` : name;
}

/** Find the delimiter that divides the first record most. A quoted delimiter is none. */
function delimiterOf(text: string): string {
  const line =
    text
      .slice(0, 100_000)
      .replaceAll(/"[^"]*"/g, '')
      .split(/[\r\n]/, 1)[0] ?? '';
  const counts = [',', ';', '\t'].map((each) => ({ each, count: line.split(each).length }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).each;
}

function parseJson(text: string): ParsedFile | FileProblem {
  const objects = jsonObjects(text);
  if (!Array.isArray(objects)) return objects;
  const flat: Map<string, unknown>[] = [];
  const names = new Set<string>();
  for (const object of objects) {
    const entries = flatten(object);
    for (const name of entries.keys()) {
      names.add(name);
      if (names.size > MAX_COLUMNS) return TOO_MANY_COLUMNS;
    }
    flat.push(entries);
  }
  const columns = [...names];
  const rows = flat.map((entries) => columns.map((column) => entries.get(column) ?? null));
  return { columns, rows, ...withItems(objects.map(itemOfObject)) };
}

/** Return the objects of a file: one per line, or those of a list, also within `posts`, as APIs return it. */
function jsonObjects(text: string): object[] | FileProblem {
  const whole = parseWhole(text);
  const list = Array.isArray(whole) ? whole : (whole as { posts?: unknown } | null)?.posts;
  const values = Array.isArray(list) ? list : text.split(/\r?\n/).flatMap((line) => (line.trim() ? [line] : []));
  const objects: object[] = [];
  for (const [index, value] of values.slice(0, MAX_IMPORT_ROWS + 1).entries()) {
    const parsed = typeof value === 'string' ? parseWhole(value) : value;
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
      return { code: 'invalid_json_lines', detail: `Row ${index + 1} is not a JSON object.` };
    }
    objects.push(parsed);
  }
  return objects;
}

function parseWhole(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return null;
  }
}

// These fields have objects; other objects become columns, such as integration.providerIdentifier.
const OBJECT_FIELDS = new Set(['scheduled_at', 'metadata', 'templates', 'platform_options']);

function flatten(object: object): Map<string, unknown> {
  const entries = new Map<string, unknown>();
  // A result file has columns already: what is an object in one stays one.
  if (isResultFile(Object.keys(object)))
    return new Map(Object.entries(object).filter(([name]) => !isResultColumn(name)));
  if (isExport(Object.keys(object))) return new Map(Object.entries(object));
  for (const [name, value] of Object.entries(object)) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || OBJECT_FIELDS.has(name)) {
      entries.set(name, value);
    } else {
      for (const [inner, each] of Object.entries(value)) entries.set(`${name}.${inner}`, each);
    }
  }
  return entries;
}
