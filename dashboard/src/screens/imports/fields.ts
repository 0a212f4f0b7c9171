import type { Schemas } from '../../api/client.ts';
import { hasText, t } from '../../language/texts.ts';
import type { Platform } from '../../platforms.ts';

export type Import = Schemas['ImportDetails'];
export type ImportRow = Import['rows'][number];
export type ImportDefaults = NonNullable<Schemas['ImportCreate']['defaults']>;

/** The fields that a column can be mapped to, in the order of the list. */
// biome-ignore format: several fields per line keep the list short.
const FIELDS = [
  'text', 'title', 'link', 'platforms', 'accounts', 'scheduled_at', 'scheduled_local', 'date', 'time', 'time_zone', 'queue', 'labels', 'campaign',
  'media', 'alt', 'first_comment', 'thread', 'platform_options', 'snippet', 'signature', 'hashtags', 'account_set', 'options',
  'templates', 'metadata', 'key',
] as const;

/** Fields of which a file has any number, each with a name: `metadata.client`. */
const GROUPS = ['variables', 'metadata'] as const;
type Group = (typeof GROUPS)[number];

/** The kinds of templates that an item can have, as `templates` names them. */
export const TEMPLATE_ROLES = ['snippet', 'signature', 'hashtags', 'account_set', 'options'] as const;
export type TemplateRole = (typeof TEMPLATE_ROLES)[number];
export type DefaultTemplates = NonNullable<ImportDefaults['templates']>;

/** Return default templates with one more, or with one less for an empty text. Values need a template that has them. */
export function withTemplate(templates: DefaultTemplates, role: TemplateRole, id: string): DefaultTemplates {
  const { [role]: _, ...others } = templates;
  const changed: DefaultTemplates = id === '' ? others : { ...others, [role]: id };
  return TEMPLATE_ROLES.some((each) => changed[each] !== undefined) ? changed : {};
}

/** Return the group of a field with a name, and null for any other. A group ends with a point: `metadata.`. */
export function groupOf(field: string): Group | null {
  return GROUPS.find((group) => field.startsWith(`${group}.`)) ?? null;
}

/** Return a field of a group with the name of a column, as far as a name can have its characters. */
export function newNamedField(group: string, column: string): string {
  const name = column
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^[^A-Za-z]+|_+$/g, '');
  return `${group}${name.slice(0, 40)}`;
}

/** Return the choices for a column: every field, also those that only the file has, and none. */
export function fieldChoices(others: readonly string[]): { value: string; label: string }[] {
  return [
    { value: '', label: t('imports.unused') },
    ...[...FIELDS, ...others].map((value) => ({ value, label: fieldName(value) })),
    ...GROUPS.map((group) => ({ value: `${group}.`, label: t(`imports.group_${group}`) })),
  ];
}

/** List the fields of a mapping that not every file is offered: the state of a file of Postiz, or one of a later version. */
export function otherFields({ mapping }: Pick<Import, 'mapping'>): string[] {
  return Object.keys(mapping).filter((field) => !(FIELDS as readonly string[]).includes(field) && !groupOf(field));
}

/** Return the name of a field. One that this version does not know is written as the API does. */
export function fieldName(field: string): string {
  const group = groupOf(field);
  if (group !== null) return `${t(`imports.group_${group}`)}: ${field.slice(group.length + 1)}`;
  const key = `imports.field_${field}`;
  return hasText(key) ? t(key) : field;
}

/** Return the field of each column, and an empty text for one that has none. */
export function fieldsOfColumns({ columns, mapping }: Pick<Import, 'columns' | 'mapping'>): string[] {
  const entries = Object.entries(mapping);
  return columns.map((column) => entries.find(([, mapped]) => mapped === column)?.[0] ?? '');
}

/** Return the mapping of columns with these fields. The first column of a field counts. */
export function mappingOf(columns: readonly string[], fields: readonly string[]): Record<string, string> {
  const mapping: Record<string, string> = {};
  for (const [index, field] of fields.entries()) if (field !== '') mapping[field] ??= columns[index]!;
  return mapping;
}

/** Return the columns of a row that a person may have to change: those of its problems, or else all. */
export function columnsToCorrect({ problems, values }: ImportRow): string[] {
  const named = [...new Set(problems.flatMap(({ column }) => column ?? []))];
  return named.length > 0 ? named : values.map(({ column }) => column);
}

/** Return whether steps of an import are due: it changes without a request. */
export function isWorking({ status }: Pick<Import, 'status'>): boolean {
  return status === 'checking' || status === 'running' || status === 'undoing';
}

/** What the form chooses for rows that say nothing. An empty text is no choice. */
interface ChosenDefaults {
  platforms: readonly string[];
  queue: string;
  zone: string;
  order: NonNullable<ImportDefaults['date_order']> | '';
  templates: NonNullable<ImportDefaults['templates']>;
}

/** Return the defaults of an import with those of the form, which a request leaves out where they are undefined. */
export function defaultsOf(given: ImportDefaults, chosen: ChosenDefaults): ImportDefaults {
  const { platforms, queue, zone, order, templates } = chosen;
  return {
    // What the form does not show is kept.
    ...given,
    // Without it, times are those of the zone of the workspace, as when the rows were checked first.
    time_zone: zone || undefined,
    platforms: platforms.length > 0 ? (platforms as Platform[]) : undefined,
    queue: queue || undefined,
    date_order: order || undefined,
    templates: Object.keys(templates).length > 0 ? templates : undefined,
  };
}
