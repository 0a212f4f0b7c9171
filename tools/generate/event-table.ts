import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export const EVENT_TABLE_PATH = 'lib/webhooks/events/events.ts';

/** The modules of which only a type is imported. */
const TYPES = new Map([
  ['accounts/events/schema-parts.ts', 'AccountParts'],
  ['analytics/events/schema-parts.ts', 'AnalyticsParts'],
  ['content/events/schema-parts.ts', 'ContentParts'],
  ['core/events/event-module.ts', 'EventModule'],
  ['exports/events/schema-parts.ts', 'ExportParts'],
  ['feeds/events/schema-parts.ts', 'CalendarFeedParts'],
  ['halts/events/schema-parts.ts', 'HaltParts'],
  ['imports/events/schema-parts.ts', 'ImportParts'],
  ['link-rules/events/schema-parts.ts', 'LinkRuleParts'],
  ['media/events/schema-parts.ts', 'MediaParts'],
  ['queues/events/schema-parts.ts', 'QueueParts'],
  ['recurrences/events/schema-parts.ts', 'RecurrenceParts'],
  ['templates/events/schema-parts.ts', 'TemplateParts'],
]);

/** The subjects of event kinds that are two words. */
const TWO_WORD_SUBJECTS = ['calendar-feed', 'link-rule'];

const LIB = join(import.meta.dirname, '../../lib');

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
  const imports = [...files, ...TYPES.keys()].sort().map((file) => {
    const type = TYPES.get(file);
    const imported = type ? `type { ${type} }` : `{ ${exportOf(basename(file, '.ts'))} }`;
    return `import ${imported} from '../../${file}';`;
  });
  const parts = [...TYPES.values()].filter((type) => type.endsWith('Parts'));
  const width = Math.max(...modules.map((name) => name.length)) + 4;
  const rows = modules.map((name) => `  ${`'${kindOf(name)}':`.padEnd(width)}${exportOf(name)},`);
  return `// Generated from the event modules of the features by \`npm run generate\`; do not edit.
${imports.join('\n')}

/** Every event kind a webhook endpoint can subscribe to. */
// biome-ignore format: one row per line is what makes it a table.
const TABLE = {
${rows.join('\n')}
} satisfies Record<string, EventModule<never, EventParts>>;

/** The building blocks of the schemas of all event kinds. */
export type EventParts = ${parts.join(' &\n  ')};
export type EventTable = typeof TABLE;
export type EventKind = keyof EventTable;

export const EVENTS: Record<EventKind, EventModule<never, EventParts>> = TABLE;

export const EVENT_KINDS = Object.keys(EVENTS) as EventKind[];
`;
}

/** The subject of an event kind and what happened to it, which a hyphen separates in the name of the file. */
function kindOf(name: string): string {
  const subject = TWO_WORD_SUBJECTS.find((words) => name.startsWith(`${words}-`)) ?? name.split('-')[0]!;
  return `${subject}.${name.slice(subject.length + 1)}`.replaceAll('-', '_');
}

function exportOf(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
