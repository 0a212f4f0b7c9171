import { cellText, pad, widthOf, withoutControls } from './cell.ts';
import { type Row, renderTable } from './table.ts';

/** More rows than a person reads: `--json` has them. */
const MAX_ROWS = 50;

/** Write an object: a line for each field, then a table for each list of objects. Nothing is cut but texts in tables. */
export function renderObject(value: Row, width: number): string {
  const isTable = (field: unknown): field is Row[] =>
    Array.isArray(field) && field.length > 0 && field.every((item) => typeof item === 'object' && item !== null);
  const fields = Object.entries(value).filter(([, field]) => !isTable(field));
  const tables = Object.entries(value).flatMap(([name, field]) =>
    isTable(field) ? [tableOf(name, field, width)] : [],
  );
  return [renderFields(fields), ...tables].filter(Boolean).join('\n\n');
}

/** Write fields as lines of a name and a value. */
export function renderFields(fields: readonly (readonly [name: string, value: unknown])[]): string {
  const names = fields.map(([name]) => withoutControls(name));
  const width = Math.max(0, ...names.map(widthOf));
  return fields.map(([name, value], index) => `${pad(names[index]!, width)}  ${cellText(value, name)}`).join('\n');
}

/** Write a list of an object under its name. */
export function tableOf(name: string, rows: readonly Row[], width: number): string {
  const title = withoutControls(name);
  if (rows.length > MAX_ROWS) return `${title}: ${rows.length} rows, which --json prints.`;
  return `${title}\n${renderTable(rows, [...new Set(rows.flatMap((row) => Object.keys(row)))], width)}`;
}
