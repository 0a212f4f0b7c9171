/** What a column can be mapped to, besides `variables.<name>` and `metadata.<name>`. */
// biome-ignore format: several fields per line keep the list short.
export const IMPORT_FIELDS = [
  'key', 'title', 'text', 'link', 'platforms', 'accounts', 'scheduled_at', 'scheduled_local', 'date', 'time', 'time_zone', 'queue',
  'labels', 'campaign', 'media', 'alt', 'first_comment', 'thread', 'platform_options', 'metadata', 'templates',
  'snippet', 'signature', 'hashtags', 'account_set', 'options', 'state',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** The files that are recognized by their columns: an export of this service, and those of other products. */
export const IMPORT_SOURCES = ['export', 'buffer', 'hootsuite', 'postiz'] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

/** Which column has which field, by field. */
export type ColumnMapping = Record<string, string>;

const NAMED_FIELD = /^(variables|metadata)\.[A-Za-z][A-Za-z0-9_-]{0,39}$/;

/** Return whether a text is a field that a column can be mapped to. */
export function isImportField(name: string): boolean {
  return (IMPORT_FIELDS as readonly string[]).includes(name) || NAMED_FIELD.test(name);
}

// The names of columns in files of these products, and those that people give them, without case and signs.
// biome-ignore format: one line per field is what makes it a table.
const COLUMN_NAMES: Partial<Record<ImportField, readonly string[]>> = {
  key: ['key', 'id', 'external_id', 'row_id'],
  title: ['title', 'headline', 'subject'],
  text: ['text', 'message', 'content', 'post', 'post_text', 'post_content', 'caption', 'description', 'body'],
  link: ['link', 'url', 'link_url'],
  platforms: ['platforms', 'platform', 'network', 'networks', 'social_network', 'integration_provideridentifier'],
  accounts: ['accounts', 'account_ids'],
  scheduled_at: ['scheduled_at', 'posting_time', 'publishdate', 'publish_date', 'scheduled_time', 'date_time', 'datetime', 'schedule_date', 'postatspecifictime', 'date_and_time'],
  scheduled_local: ['scheduled_local'],
  date: ['date', 'scheduled_date', 'publish_day', 'day'],
  time: ['time', 'clock', 'hour'],
  time_zone: ['time_zone', 'timezone', 'tz'],
  queue: ['queue'],
  labels: ['labels', 'label', 'tags', 'tag'],
  campaign: ['campaign'],
  media: ['media', 'image_url', 'image_urls', 'imageurls', 'image', 'images', 'media_url', 'media_urls', 'mediaurls', 'picture', 'video_url', 'video'],
  alt: ['alt', 'alt_text', 'image_alt'],
  first_comment: ['first_comment', 'firstcomment'],
  thread: ['thread'],
  platform_options: ['platform_options'],
  metadata: ['metadata'],
  templates: ['templates'],
  snippet: ['snippet', 'template'],
  signature: ['signature'],
  hashtags: ['hashtags', 'hashtag_group'],
  account_set: ['account_set'],
  options: ['options'],
};

// Columns that no other product has together.
const SOURCE_COLUMNS: Record<ImportSource, readonly string[]> = {
  export: ['id', 'status', 'scheduled_at', 'scheduled_local', 'queue', 'created_at', 'updated_at'],
  buffer: ['text', 'image_url', 'tags', 'posting_time'],
  hootsuite: ['date', 'message', 'link'],
  postiz: ['content', 'publishdate', 'state'],
};

/** The columns of a file of Hootsuite, which has no header. */
export const HOOTSUITE_COLUMNS = ['Date', 'Message', 'Link'] as const;

/** Return what has written a file with these columns, or null for any other file. */
export function sourceOf(columns: readonly string[]): ImportSource | null {
  const names = columns.map(columnName);
  return IMPORT_SOURCES.find((source) => SOURCE_COLUMNS[source].every((name) => names.includes(name))) ?? null;
}

/** Return whether these are the columns of an export of content, as CSV or as JSON lines. */
export function isExport(columns: readonly string[]): boolean {
  return sourceOf(columns) === 'export';
}

/** Map the columns whose names say what they have. The first column of a name counts, and each column has one field. */
export function detectMapping(columns: readonly string[]): ColumnMapping {
  const mapping: ColumnMapping = {};
  const names = columns.map(columnName);
  for (const field of IMPORT_FIELDS) {
    const found = COLUMN_NAMES[field]?.map((name) => names.indexOf(name)).find((index) => index >= 0);
    if (found !== undefined) mapping[field] = columns[found]!;
  }
  for (const column of columns) if (NAMED_FIELD.test(column)) mapping[column] = column;
  // Elsewhere a column with this name has something else, such as the state of an address.
  if (sourceOf(columns) === 'postiz') mapping.state = columns[names.indexOf('state')]!;
  return mapping;
}

/**
 * Return the mapping of a file: the requested one, or else the detected one. The states of a file of Postiz count in any
 * case: a mapping without them would publish drafts, and posts that are published.
 */
export function mappingFor(columns: readonly string[], requested: ColumnMapping | null): ColumnMapping {
  const detected = detectMapping(columns);
  if (requested === null) return detected;
  return { ...(detected.state === undefined ? {} : { state: detected.state }), ...requested };
}

/** Return the name of a column without case and signs. */
export function columnName(column: string): string {
  return column
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
}
