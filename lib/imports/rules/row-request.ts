import type { FieldError } from '../../core/problems/request-errors.ts';
import { isObject } from '../../core/values/is-object.ts';
import { readJsonCell } from './cell-limits.ts';
import { readExportedItem } from './exported-targets.ts';
import type { ColumnMapping, ImportSource } from './import-columns.ts';
import { type AskedSlot, type ReadText, type ReadValue, scheduleOf } from './row-schedule.ts';
import { isMarkedAsDraft, readState } from './row-state.ts';
import type { DateOrder } from './row-time.ts';

/** The fields that the rows of an import have unless they say otherwise. */
export interface ImportDefaults {
  platforms?: string[] | undefined;
  accounts?: string[] | undefined;
  queue?: string | undefined;
  time_zone?: string | undefined;
  date_order?: DateOrder | undefined;
  labels?: string[] | undefined;
  campaign?: string | undefined;
  templates?: Record<string, unknown> | undefined;
}

/** How the cells of an import become the fields of `POST /content`. */
export interface RowReading {
  columns: readonly string[];
  mapping: ColumnMapping;
  defaults: ImportDefaults;
  source: ImportSource | null;
}

/** A row as a request, the problems that its cells have already, and the key that it names. */
export interface RowRequest {
  key: string | null;
  body: Record<string, unknown>;
  /** The slot that a row of an export takes if it is free; else it is published at the time of the body. */
  slot: AskedSlot | null;
  /** The accounts of the posts that a row of an export plans again, which may not be the default ones any more. */
  exportedAccounts?: string[];
  /** The texts of a row of an export are those of an item: what looks like a saved mention in them is text. */
  keepsTexts?: boolean;
  errors: FieldError[];
}

// Cells of these may be JSON: in CSV, and where a person has corrected one.
const JSON_FIELDS: ReadonlySet<string> = new Set([
  ...(['platforms', 'accounts', 'scheduled_at', 'labels', 'media'] as const),
  ...(['thread', 'platform_options', 'metadata', 'templates'] as const),
]);
const LIST = /[,;|\n]+/;
const MAX_TITLE = 100;
const VIDEO = /\.(mp4|mov|m4v|webm)(\?|#|$)/i;

// How other products write the platforms.
const OTHER_SPELLINGS = new Map<string, string>([
  ...(['twitter/x', 'x/twitter', 'x (twitter)', 'twitter (x)'] as const).map((name) => [name, 'twitter'] as const),
  ...(['linkedin-page', 'linkedin page'] as const).map((name) => [name, 'linkedin'] as const),
  ...(['instagram-standalone', 'instagram business'] as const).map((name) => [name, 'instagram'] as const),
]);

/** Build the request of a row. Cells that are empty are absent, and the defaults of the import fill what is absent. */
export function rowRequest(cells: readonly unknown[], reading: RowReading): RowRequest {
  const { mapping, defaults, source } = reading;
  const cellOf = (field: string): unknown => {
    const value = Object.hasOwn(mapping, field) ? cells[reading.columns.indexOf(mapping[field]!)] : undefined;
    if (typeof value !== 'string') return value ?? undefined;
    if (value.trim() === '') return undefined;
    return JSON_FIELDS.has(field) ? readJsonCell(value) : value;
  };
  const textOf = (field: string): string | undefined => {
    const value = cellOf(field);
    if (value === undefined) return undefined;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    // An export has each value as it was.
    if (source === 'export') return text;
    return (source === 'postiz' && field === 'text' ? plainText(text) : text).trim();
  };
  const text = withLink(textOf('text'), textOf('link'));
  const templates = templatesOf(textOf, cellOf, reading);
  const hasAccountSet = isObject(templates) && templates.account_set !== undefined;
  const state = isMarkedAsDraft(cells, reading) ? 'draft' : readState(textOf('state'));
  // A draft has no time, whatever its cells and the defaults say.
  const planned = state === 'draft' ? { errors: [] } : scheduleOf(textOf, cellOf, defaults, source === 'export');
  const { errors, slot = null, ...time } = planned;
  const body: Record<string, unknown> = {
    title: textOf('title') ?? titleOf(text),
    description: text,
    platforms: platformsOf(cellOf('platforms')) ?? defaults.platforms,
    accounts: listOf(cellOf('accounts'), /[,;|\s]+/) ?? (hasAccountSet ? undefined : defaults.accounts),
    ...time,
    labels: listOf(cellOf('labels'), LIST) ?? defaults.labels,
    campaign: textOf('campaign') ?? defaults.campaign,
    media: mediaOf(cellOf('media'), textOf('alt')),
    first_comment: textOf('first_comment'),
    thread: cellOf('thread'),
    platform_options: cellOf('platform_options'),
    metadata: metadataOf(cellOf, reading),
    templates,
  };
  const exported = exportedItem(cells, reading, body);
  const given = Object.entries(body).filter(([, value]) => value !== undefined);
  return {
    // A spreadsheet may leave spaces around an id.
    key: textOf('key')?.trim() ?? null,
    body: Object.fromEntries(given),
    slot,
    ...(source === 'export' ? { keepsTexts: true } : {}),
    ...(exported.accounts.length > 0 ? { exportedAccounts: exported.accounts } : {}),
    errors: [...(typeof state === 'string' ? [] : [state]), ...errors, ...exported.errors],
  };
}

// No column can be mapped to these cells: only an export has them.
function exportedItem(cells: readonly unknown[], { columns, source }: RowReading, body: Record<string, unknown>) {
  const isPlanned = body.scheduled_at !== undefined || body.queue !== undefined;
  if (source !== 'export' || !isPlanned) return { accounts: [], errors: [] };
  const [targets, recurrence] = [cells[columns.indexOf('targets')], cells[columns.indexOf('recurrence')]];
  return readExportedItem({ targets, recurrence }, { platforms: body.platforms, accounts: body.accounts });
}

function titleOf(text: string | undefined): string | undefined {
  const [line = ''] = (text ?? '').split('\n', 1);
  return line.trim() === '' ? undefined : [...line.trim()].slice(0, MAX_TITLE).join('');
}

function withLink(text: string | undefined, link: string | undefined): string | undefined {
  if (link === undefined || text?.includes(link)) return text;
  return text === undefined ? link : `${text}\n${link}`;
}

function listOf(value: unknown, separator: RegExp): unknown {
  if (typeof value !== 'string') return value;
  return value.split(separator).flatMap((part) => part.trim() || []);
}

function platformsOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const names = value.split(LIST).flatMap((part) => {
    const name = part.trim().toLowerCase();
    return OTHER_SPELLINGS.get(name) ?? name.split(/\s+/).map((each) => OTHER_SPELLINGS.get(each) ?? each);
  });
  return [...new Set(names)].filter((name) => name !== '');
}

function mediaOf(value: unknown, alt: string | undefined): unknown {
  if (typeof value !== 'string') return value;
  return value
    .split(/[\s|;]+|,(?=\s*(?:https?:|med_))/)
    .filter(Boolean)
    .map((each, index) => ({
      ...(each.startsWith('med_') ? { media_id: each } : { url: each, type: VIDEO.test(each) ? 'video' : 'image' }),
      ...(index === 0 && alt !== undefined ? { alt } : {}),
    }));
}

function metadataOf(cellOf: ReadValue, { mapping }: RowReading): unknown {
  const whole = cellOf('metadata');
  const named = namedValues('metadata', cellOf, mapping);
  // What is no object stays as it is: the check says so.
  if (named.length === 0 || (whole !== undefined && !isObject(whole))) return whole;
  return { ...whole, ...Object.fromEntries(named) };
}

const ROLES = ['snippet', 'signature', 'hashtags', 'account_set', 'options'] as const;

function templatesOf(textOf: ReadText, cellOf: ReadValue, { mapping, defaults }: RowReading): unknown {
  const whole = cellOf('templates') ?? {};
  if (!isObject(whole)) return whole;
  const variables = namedValues('variables', cellOf, mapping);
  const roles = ROLES.flatMap((role) => (textOf(role) === undefined ? [] : [[role, textOf(role)] as const]));
  // The text of a row and its accounts stand in the place of those of a template.
  const { snippet, account_set, ...others } = defaults.templates ?? {};
  const hasText = textOf('text') !== undefined || textOf('link') !== undefined;
  const given: Record<string, unknown> = {
    ...others,
    ...(snippet === undefined || hasText ? {} : { snippet }),
    ...(account_set === undefined || cellOf('accounts') !== undefined ? {} : { account_set }),
    ...whole,
    ...Object.fromEntries(roles),
  };
  if (variables.length > 0) {
    given.variables = { ...(given.variables as object | undefined), ...Object.fromEntries(variables) };
  }
  return Object.keys(given).length > 0 ? given : undefined;
}

function namedValues(group: 'variables' | 'metadata', cellOf: ReadValue, mapping: ColumnMapping): [string, unknown][] {
  return Object.keys(mapping).flatMap((field): [string, unknown][] => {
    if (!field.startsWith(`${group}.`)) return [];
    const value = cellOf(field);
    return value === undefined ? [] : [[field.slice(group.length + 1), String(value)]];
  });
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** Return the text of a post that Postiz stores as HTML. */
function plainText(html: string): string {
  if (!/<\/?[a-z][^>]{0,200}>/i.test(html)) return html;
  return html
    .replaceAll(/<br\s{0,5}\/?>|<\/(p|div|li|h[1-6])>/gi, '\n')
    .replaceAll(/<[^>]{0,500}>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name]!)
    .replaceAll(/\n{3,}/g, '\n\n');
}
