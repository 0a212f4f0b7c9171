import type { Schemas } from '../../api/client.ts';
import { hasText, t } from '../../language/texts.ts';

export type Import = Schemas['ImportDetails'];
export type ImportRow = Import['rows'][number];
export type ImportDefaults = NonNullable<Schemas['ImportCreate']['defaults']>;

/** The fields that a column can be mapped to, in the order of the list. */
// biome-ignore format: several fields per line keep the list short.
const FIELDS = [
  'text', 'title', 'link', 'platforms', 'accounts', 'scheduled_at', 'date', 'time', 'time_zone', 'queue', 'labels', 'campaign',
  'media', 'alt', 'first_comment', 'snippet', 'signature', 'hashtags', 'account_set', 'options', 'key',
] as const;

/** Return the choices for a column: every field, also one that only the file names, and none. */
export function fieldChoices(present: string): { value: string; label: string }[] {
  const names: string[] = (FIELDS as readonly string[]).includes(present) || present === '' ? [] : [present];
  return [
    { value: '', label: t('imports.unused') },
    ...[...FIELDS, ...names].map((value) => ({ value, label: fieldName(value) })),
  ];
}

/** Return the name of a field. One that this version does not know is written as the API does. */
export function fieldName(field: string): string {
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
