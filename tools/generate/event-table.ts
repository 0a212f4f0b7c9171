import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const EVENT_TABLE_PATH = 'lib/webhooks/events/events.ts';

const FOLDER = join(import.meta.dirname, '../../lib/events');

/**
 * Render lib/webhooks/events/events.ts: the imports of all event modules, and one row for each. A file is an event module when
 * it says so; `content-published.ts` exports `contentPublished`, the kind `content.published`. The table is source code
 * rather than discovered at run time, because a bundle contains only what is imported by name.
 */
export function renderEventTable(): string {
  const files = globSync('*.ts', { cwd: FOLDER }).filter((file) =>
    readFileSync(join(FOLDER, file), 'utf8').includes('satisfies EventModule;'),
  );
  const modules = files.map((file) => file.slice(0, -'.ts'.length)).sort();
  const imports = [...modules, 'event-module'].sort().map((name) => {
    const imported = name === 'event-module' ? 'type { EventModule }' : `{ ${exportOf(name)} }`;
    return `import ${imported} from './${name}.ts';`;
  });
  const width = Math.max(...modules.map((name) => name.length)) + 4;
  const rows = modules.map((name) => `  ${`'${kindOf(name)}':`.padEnd(width)}${exportOf(name)},`);
  return `// Generated from the event modules of this folder by \`npm run generate\`; do not edit.
${imports.join('\n')}

/** Every event kind a webhook endpoint can subscribe to. Reference, section 6. */
// biome-ignore format: one row per line is what makes it a table.
const TABLE = {
${rows.join('\n')}
} satisfies Record<string, EventModule>;

export type EventKind = keyof typeof TABLE;

export const EVENTS: Record<EventKind, EventModule> = TABLE;

export const EVENT_KINDS = Object.keys(EVENTS) as EventKind[];
`;
}

/** The first hyphen of a file's name separates the subject of an event kind from what happened to it. */
function kindOf(name: string): string {
  return name.replace('-', '.').replaceAll('-', '_');
}

function exportOf(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
