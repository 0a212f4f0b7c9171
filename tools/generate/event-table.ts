import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { camelCase, type Import, renderHead, renderRows } from './module-text.ts';

export const EVENT_TABLE_PATH = 'lib/webhooks/events/events.ts';

export const EVENT_PARTS_PATH = 'lib/webhooks/events/event-parts.ts';

const SOURCE = 'the event modules of the features';
const LIB = join(import.meta.dirname, '../../lib');

/** The modules with building blocks of schemas, and what they export. */
const PARTS = globSync('*/events/schema-parts.ts', { cwd: LIB })
  .sort()
  .map((file) => {
    const source = readFileSync(join(LIB, file), 'utf8');
    const [, constant] = /^export const (\w*PARTS)\b/m.exec(source)!;
    const [, type] = /^export type (\w*Parts)\b/m.exec(source)!;
    return { file, constant: constant!, type: type! };
  });

/** The subjects of event kinds that are two words: a resource has the same ones. */
const TWO_WORD_SUBJECTS = globSync('*/api/*-*', { cwd: LIB }).map((folder) => basename(folder).replace(/s$/, ''));

/**
 * Render lib/webhooks/events/events.ts: the imports of all event modules, and one row for each. A file is an event module when
 * it says so; `content-published.ts` exports `contentPublished`, the kind `content.published`. The table is source code
 * rather than discovered at run time, because a bundle contains only what is imported by name.
 */
export function renderEventTable(): string {
  const files = globSync('*/events/*.ts', { cwd: LIB }).filter((file) =>
    readFileSync(join(LIB, file), 'utf8').includes('satisfies EventModule<'),
  );
  const modules = files.map((file) => basename(file, '.ts')).sort();
  const ofFeatures = PARTS.filter(({ file }) => !file.startsWith('core/'));
  const imports: Import[] = [
    ...files.map((file) => [`../../${file}`, `{ ${camelCase(basename(file, '.ts'))} }`] as const),
    ...ofFeatures.map(({ file, type }) => [`../../${file}`, `type { ${type} }`] as const),
    ['../../core/events/event-module.ts', 'type { EventModule }'],
  ];
  const width = Math.max(...modules.map((name) => name.length)) + 4;
  const rows = modules.map((name) => `  ${`'${kindOf(name)}':`.padEnd(width)}${camelCase(name)},`);
  return `${renderHead(SOURCE, imports)}

/** Every event kind a webhook endpoint can subscribe to. */
// biome-ignore format: one row per line is what makes it a table.
const TABLE = {
${rows.join('\n')}
} satisfies Record<string, EventModule<never, EventParts, object>>;

/** The building blocks of the schemas of all event kinds. */
export type EventParts = ${ofFeatures.map(({ type }) => type).join(' &\n  ')};
export type EventTable = typeof TABLE;
export type EventKind = keyof EventTable;

export const EVENTS: Record<EventKind, EventModule<never, EventParts, object>> = TABLE;

export const EVENT_KINDS = Object.keys(EVENTS) as EventKind[];
`;
}

/** Render lib/webhooks/events/event-parts.ts: the building blocks of the schemas of all event kinds. */
export function renderEventParts(): string {
  const imports = PARTS.map(({ file, constant }) => [`../../${file}`, `{ ${constant} }`] as const);
  return `${renderHead(SOURCE, imports)}

/** The building blocks of the schemas of all event kinds. */
export const EVENT_PARTS = {
${renderRows(PARTS.map(({ constant }) => `...${constant}`))}};
`;
}

/** The subject of an event kind and what happened to it, which a hyphen separates in the name of the file. */
function kindOf(name: string): string {
  const subject = TWO_WORD_SUBJECTS.find((words) => name.startsWith(`${words}-`)) ?? name.split('-')[0]!;
  return `${subject}.${name.slice(subject.length + 1)}`.replaceAll('-', '_');
}
