import { globSync } from 'node:fs';
import { join } from 'node:path';

export const ID_TABLE_PATH = 'lib/core/values/id-prefixes.ts';

// Relative, as in the imports of one declaration by another.
const LIB = '../../lib';
const FILES = globSync('*/ids.ts', { cwd: join(import.meta.dirname, LIB) }).sort();
const MODULES = await Promise.all(
  FILES.map(async (file) => (await import(join(LIB, file))) as { IDS: Record<string, string> }),
);

/**
 * Render the prefixes of all ids, which each feature declares in its `ids.ts`. Every function makes and checks ids by the names
 * of their kinds, so the table is one file without imports. Throws when two kinds have the same name.
 */
export function renderIdTable(): string {
  const rows = MODULES.flatMap(({ IDS }) => Object.entries(IDS)).sort(([one], [other]) => (one < other ? -1 : 1));
  const names = rows.map(([kind]) => kind);
  const twice = names.filter((kind, index) => names.indexOf(kind) !== index);
  if (twice.length > 0) throw new Error(`Two features declare the ids ${twice.join(', ')}.`);
  return `// Generated from the ids of the features by \`npm run generate\`; do not edit.

/** The prefix of each kind of id. */
export const ID_PREFIXES = {
${rows.map(([kind, prefix]) => `  ${kind}: '${prefix}',\n`).join('')}} as const;
`;
}
