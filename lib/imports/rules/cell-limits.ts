/** The most characters of a cell. */
export const MAX_CELL = 20_000;
/** The most levels of a list or an object: what `POST /content` takes has fewer than ten. */
export const MAX_LEVELS = 20;
/** The most bytes of a row as JSON: a content item has at most 280,000. */
export const MAX_ROW_BYTES = 300_000;

/** Return whether a cell has more characters than any may have. */
export function isTooLong(cell: unknown): boolean {
  return typeof cell === 'string' && cell.length > MAX_CELL;
}

/** Return whether a cell has more levels of lists and objects than any may have. Looks no deeper than these. */
export function isTooDeep(cell: unknown): boolean {
  return isDeeper(cell, MAX_LEVELS);
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/** Return whether the cells of a row have more bytes than any row may have. */
export function isTooLarge(cells: readonly unknown[]): boolean {
  return Buffer.byteLength(JSON.stringify(cells)) > MAX_ROW_BYTES;
}

/** Return the list or the object that a text is as JSON, and any other text as it is. */
export function readJsonCell(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return isTooDeep(value) ? text : value;
  } catch {
    return text;
  }
}
