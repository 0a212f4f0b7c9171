import { canonicalJson } from './canonical-json.ts';

// A cell begins at the start of a value and, in a program that separates otherwise, after each separator and line break.
// There, a spreadsheet runs what begins with these characters as a formula, also behind quotation marks.
const CELL_START = '(?<=^|[,;\\t\\r\\n])';
const FORMULA = '[\'"]*[-=+@\\t\\r\\uff0b\\uff0d\\uff1d\\uff20]';
const UNGUARDED = new RegExp(`${CELL_START}(?=${FORMULA})`, 'g');
const GUARDED = new RegExp(`${CELL_START}'(?=${FORMULA})`, 'g');

/** Put an apostrophe where a spreadsheet would begin a formula. `withoutGuard` returns each value as it was. */
export function guardFormulas(value: string): string {
  return value.replaceAll(UNGUARDED, "'");
}

/** Remove the apostrophes that `guardFormulas` has put into a value. */
export function withoutGuard(value: string): string {
  return value.replaceAll(GUARDED, '');
}

/** How csv-stringify writes a file that people open in a spreadsheet: with the guard, and each text in quotes. */
export const GUARDED_CSV = { quoted_string: true, cast: { string: guardFormulas } };

/** Format a list or an object for a cell, with sorted keys. No text in it begins with what the guard would break the JSON for. */
export function jsonCell(value: unknown): string {
  return canonicalJson(value).replaceAll(
    /(?<="'*)[-=+@\uff0b\uff0d\uff1d\uff20]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
