import { globSync } from 'node:fs';
import { join } from 'node:path';

export const CHANGE_TABLE_PATH = 'lib/app/stream/change-table.ts';

const LIB = join(import.meta.dirname, '../../lib');

/** Render the list of what follows from changes of the table, which each feature declares in a `changes.ts`. */
export function renderChangeTable(): string {
  const files = globSync('*/{workers,sweep}/changes.ts', { cwd: LIB }).sort();
  const names = files.map(
    (file) => `${file.replace(/\/.*/, '').replaceAll(/-([a-z])/g, (_, letter) => letter.toUpperCase())}Changes`,
  );
  const pathOf = (file: string) => (file.startsWith('app/') ? `../${file.slice('app/'.length)}` : `../../${file}`);
  const modules: [string, string][] = [
    ...files.map((file, index): [string, string] => [pathOf(file), `{ changes as ${names[index]} }`]),
    ['../../core/stream/on-change.ts', 'type { BatchedChanges, SingleChanges }'],
  ];
  const imports = modules.sort().map(([path, imported]) => `import ${imported} from '${path}';`);
  return `// Generated from what the features declare by \`npm run generate\`; do not edit.
${imports.join('\n')}

/** What follows from changes of the table, by feature. */
export const CHANGES: (SingleChanges | BatchedChanges)[] = [
${names.map((name) => `  ...${name},\n`).join('')}];
`;
}
