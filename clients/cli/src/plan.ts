import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { suggestion, UsageError } from './usage.ts';

/** What happens with a row of a plan. */
export const STATUSES = ['draft', 'scheduled', 'published'] as const;

/** A row of a plan, as the file has it. */
export interface PlanRow {
  /** The line of the file, or of a CSV the number of the record: 1 is the first after the header. */
  number: number;
  /** Two rows with the same content have different keys. */
  key: string;
  text: string;
  title?: string;
  platforms: string[];
  accounts: string[];
  at?: string;
  status?: string;
  images: string[];
  alts: string[];
  thread: string[];
  firstComment?: string;
}

type Cells = Record<string, string[]>;

/** The columns, by their names in files. Names are compared in lower case, without a number at their end. */
const COLUMNS: Readonly<Record<string, string>> = {
  text: 'text',
  description: 'text',
  title: 'title',
  platform: 'platforms',
  platforms: 'platforms',
  at: 'at',
  image: 'images',
  images: 'images',
  alt: 'alts',
  thread: 'thread',
  first_comment: 'firstComment',
  account: 'accounts',
  accounts: 'accounts',
  status: 'status',
};
/** Columns that may be numbered: `image_2`, `alt_2`, `thread_2`. */
const NUMBERED = ['images', 'alts', 'thread'];
const SEPARATORS: Readonly<Record<string, RegExp>> = { platforms: /[\s,;]+/, accounts: /[\s,;]+/, images: /;/ };

/** Parse a plan: CSV with a header, or JSON lines. Throws a UsageError that names the line and what is wrong with it. */
export function parsePlan(text: string, name: string): PlanRow[] {
  const rows = /\.(jsonl|ndjson)$/i.test(name) ? jsonRows(text) : csvRows(text);
  const counts = new Map<string, number>();
  return rows.map(({ number, cells }) => {
    const content = JSON.stringify(Object.entries(cells).sort(([one], [other]) => (one < other ? -1 : 1)));
    const ordinal = (counts.get(content) ?? 0) + 1;
    counts.set(content, ordinal);
    const key = `cis-import-${createHash('sha256').update(`${ordinal} ${content}`).digest('hex').slice(0, 40)}`;
    return rowOf(cells, number, key);
  });
}

function rowOf(cells: Cells, number: number, key: string): PlanRow {
  const one = (name: string) => cells[name]?.[0];
  const list = (name: string) => cells[name] ?? [];
  const [title, at, status, firstComment] = [
    one('title'),
    one('at'),
    one('status')?.toLowerCase(),
    one('firstComment'),
  ];
  return {
    number,
    key,
    text: one('text') ?? title ?? '',
    platforms: list('platforms'),
    accounts: list('accounts'),
    images: list('images'),
    alts: list('alts').slice(0, list('alts').findLastIndex((alt) => alt !== '') + 1),
    thread: list('thread'),
    ...(title !== undefined && { title }),
    ...(at !== undefined && { at }),
    ...(status !== undefined && { status }),
    ...(firstComment !== undefined && { firstComment }),
  };
}

function csvRows(text: string): { number: number; cells: Cells }[] {
  let records: string[][];
  try {
    records = parse(text, {
      bom: true,
      skip_empty_lines: true,
      // Spreadsheets write the separators of rows that were emptied.
      skip_records_with_empty_values: true,
      delimiter: delimiterOf(text),
    });
  } catch (error) {
    throw new UsageError(
      `The file is no valid CSV: ${(error as Error).message}. Put a text with commas or quotes in quotes, and double those in it.`,
    );
  }
  const [header = [], ...rows] = records;
  const unnamed = header.findIndex((name) => name.trim() === '');
  if (unnamed >= 0) {
    throw new UsageError(`Column ${unnamed + 1} of the header has no name. Give it one, or delete the whole column.`);
  }
  const columns = header.map((name) => columnOf(name, 'The header'));
  const isRepeated = (column: string, index: number) => columns.indexOf(column) !== index && !NUMBERED.includes(column);
  const repeated = columns.findIndex(isRepeated);
  if (repeated >= 0) throw new UsageError(`The header has the column ${header[repeated]} twice.`);
  return rows.map((values, index) => {
    const cells: Cells = {};
    for (const [position, value] of values.entries()) addCell(cells, columns[position]!, value);
    return { number: index + 1, cells };
  });
}

/** Spreadsheets of some countries separate by semicolons. */
function delimiterOf(text: string): string {
  const [header = ''] = text.split(/\r?\n/);
  return !header.includes(',') && header.includes(';') ? ';' : ',';
}

function jsonRows(text: string): { number: number; cells: Cells }[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === '') return [];
    const place = `Line ${index + 1}`;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (error) {
      throw new UsageError(`${place} is not valid JSON: ${(error as Error).message}`);
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new UsageError(`${place} is no object.`);
    const cells: Cells = {};
    for (const [name, each] of Object.entries(value)) {
      const column = columnOf(name, place);
      for (const item of Array.isArray(each) ? each : [each]) {
        if (typeof item === 'string') addCell(cells, column, item);
        else if (item !== null) throw new UsageError(`${place}: ${name} must be a text, or a list of texts.`);
      }
    }
    return [{ number: index + 1, cells }];
  });
}

function addCell(cells: Cells, column: string, value: string): void {
  const separator = SEPARATORS[column];
  const values = (separator ? value.split(separator) : [value]).map((each) => each.replaceAll('\r\n', '\n').trim());
  // The second image may have a text although the first has none.
  const given = column === 'alts' ? values : values.filter(Boolean);
  if (given.length > 0) cells[column] = [...(cells[column] ?? []), ...given];
}

function ownColumn(name: string): string | undefined {
  return Object.hasOwn(COLUMNS, name) ? COLUMNS[name] : undefined;
}

function columnOf(name: string, place: string): string {
  const plain = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  const column = ownColumn(plain);
  if (column !== undefined) return column;
  const numbered = ownColumn(plain.replace(/_?\d+$/, ''));
  if (numbered !== undefined && NUMBERED.includes(numbered)) return numbered;
  const names = Object.keys(COLUMNS);
  throw new UsageError(
    `${place} has the unknown column ${JSON.stringify(name)}.${suggestion(plain, names)} Columns: ${names.join(', ')}`,
  );
}
