import { pascal } from '../openapi/schema-names.ts';
import type { Type } from './model.ts';
import { GENERATED } from './text.ts';

/** Abbreviations, which Go writes in capitals. */
const INITIALISMS = /^(Id|Url|Uri|Http|Api|Ip)$/;

/** The first line of a generated file, in the form that the tools of Go know. */
export const GO_GENERATED = `// Code ${GENERATED.replace(/^G/, 'g').replace(' Do not edit.', '')} DO NOT EDIT.`;

/** Align the cells of rows as gofmt does. */
export function aligned(rows: string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]!.length))) ?? [];
  return rows
    .map((row) => `	${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' ')}`.trimEnd())
    .join('\n');
}

/** Write a type; one of a request can be null without being absent. */
export function typeText(type: Type, isSent: boolean): string {
  switch (type.kind) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    case 'integer':
      return 'int64';
    case 'number':
      return 'float64';
    case 'time':
      return 'time.Time';
    case 'any':
    // Go has no type for one of two forms: a value of either is assigned as it is.
    case 'choice':
      return 'any';
    case 'const':
      return typeof type.value === 'string' ? 'string' : 'bool';
    case 'ref':
    case 'open':
      return type.name;
    case 'list':
      return `[]${typeText(type.item, isSent)}`;
    case 'map':
      return `map[string]${typeText(type.value, isSent)}`;
    case 'nullable':
      if (isSent) return `Nullable[${typeText(type.of, isSent)}]`;
      return ['list', 'map', 'any'].includes(type.of.kind)
        ? typeText(type.of, isSent)
        : `*${typeText(type.of, isSent)}`;
  }
}

/** Write a name as an exported name of Go. */
export function goName(name: string): string {
  const words = name.split(/[^A-Za-z0-9]/).map((word) => pascal(word));
  return words.map((word) => (INITIALISMS.test(word) ? word.toUpperCase() : word)).join('');
}
