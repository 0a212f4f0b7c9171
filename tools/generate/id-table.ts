import { importDeclarations } from '../../lib/bundle/declarations.ts';
import { renderHead, renderRows } from './module-text.ts';

export const ID_TABLE_PATH = 'lib/core/values/id-prefixes.ts';

const MODULES = await importDeclarations<{ IDS: Record<string, string> }>('*/ids.ts');

/**
 * Render the prefixes of all ids, which each feature declares in its `ids.ts`. Every function makes and checks ids by the names
 * of their kinds, so the table is one file without imports. Throws when two kinds have the same name or prefix.
 */
export function renderIdTable(): string {
  const rows = MODULES.flatMap(([, { IDS }]) => Object.entries(IDS)).sort(([one], [other]) => (one < other ? -1 : 1));
  for (const column of [0, 1] as const) {
    const values = rows.map((row) => row[column]);
    const twice = values.filter((value, index) => values.indexOf(value) !== index);
    if (twice.length > 0) throw new Error(`Two kinds of ids have the name or prefix ${twice.join(', ')}.`);
  }
  return `${renderHead('the ids of the features')}

/** The prefix of each kind of id. */
export const ID_PREFIXES = {
${renderRows(rows.map(([kind, prefix]) => `${kind}: '${prefix}'`))}} as const;
`;
}
