import { globSync } from 'node:fs';
import { join } from 'node:path';
import { importDeclarations } from '../../lib/bundle/declarations.ts';
import { camelCase, type Import, renderHead, renderRows } from './module-text.ts';

export const CHANGE_TABLE_PATH = 'lib/app/stream/change-table.ts';
export const HANDLED_ENTITIES_PATH = 'lib/app/stream/handled-entities.ts';

const CHANGE_FILES = '*/{workers,sweep}/changes.ts';
const SOURCE = 'what the features declare';

/** Render the list of what follows from changes of the table, which each feature declares in a `changes.ts`. */
export function renderChangeTable(): string {
  const files = globSync(CHANGE_FILES, { cwd: join(import.meta.dirname, '../../lib') }).sort();
  const modules = files.map((file) => ({ name: `${camelCase(file.replace(/\/.*/, ''))}Changes`, file }));
  const pathOf = (file: string) => (file.startsWith('app/') ? `../${file.slice('app/'.length)}` : `../../${file}`);
  const imports: Import[] = [
    ...modules.map(({ name, file }) => [pathOf(file), `{ changes as ${name} }`] as const),
    ['../../core/stream/on-change.ts', 'type { BatchedChanges, SingleChanges }'],
  ];
  return `${renderHead(SOURCE, imports)}

/** What follows from changes of the table, by feature. */
export const CHANGES: (SingleChanges | BatchedChanges)[] = [
${renderRows(modules.map(({ name }) => `...${name}`))}];
`;
}

/** Render the names of the entities in that list: the stack has them without the code of the handlers. */
export async function renderHandledEntities(): Promise<string> {
  const modules = await importDeclarations<{ changes: { entity: string }[] }>(CHANGE_FILES);
  const names = modules.flatMap(([, { changes }]) => changes.map(({ entity }) => entity));
  return `${renderHead(SOURCE)}

/** The entities whose changes a feature handles. */
export const HANDLED_ENTITIES = [
${renderRows([...new Set(names)].sort().map((name) => `'${name}'`))}] as const;
`;
}
