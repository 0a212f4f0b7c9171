import { isDeepStrictEqual } from 'node:util';
import { defaultsOf, type Entity } from './define-entity.ts';
import { isSupportedSchema, UnsupportedSchemaError, WRITE_SCHEMA_VERSION } from './schema-version.ts';

export type Item = Record<string, unknown>;
export type PrimaryKey = { pk: string; sk: string };
/** Values of a key template by name: fields of a record, and extra values. */
export type Values = Record<string, unknown>;

/** Keys and projection of each index. A `keys` index costs no write while its keys stay the same. */
export const INDEXES = {
  by_status: { pk: 'status_pk', sk: 'list_sk', projection: 'list' },
  by_category: { pk: 'category_pk', sk: 'list_sk', projection: 'keys' },
  by_parent: { pk: 'parent_pk', sk: 'list_sk', projection: 'keys' },
  by_due: { pk: 'due_pk', sk: 'due_sk', projection: 'keys' },
} as const;

/**
 * Attributes that a `list` index carries besides keys: the fields that lists return, none of them long. An attribute that
 * changes with every save, such as `version`, would cost a write of each index per save.
 */
// biome-ignore format: one line per kind of attribute keeps the list readable.
export const INDEX_PROJECTION = [
  'entity', 'schema', 'id', 'workspace_id', 'title', 'status', 'platforms', 'scheduled_at', 'created_at', 'updated_at',
  'content_id', 'group_id', 'platform', 'account_id', 'state', 'published_at', 'late_by_seconds', 'platform_post_id', 'url', 'error',
] as const;

export const DUE_SHARDS = 8;

/** Attributes of an item that are not part of its record. The actor is one: every change has its own. */
const STORAGE_ATTRIBUTES = new Set<string>([
  ...['pk', 'sk', 'entity', 'schema', 'expires_at_seconds', 'audit_stamp'],
  ...Object.values(INDEXES).flatMap(({ pk, sk }) => [pk, sk]),
]);

/** Build the primary key of an item. Throws when a value is missing or contains the separator. */
export function keyOf(entity: Entity, values: Values): PrimaryKey {
  return { pk: renderKey(entity.pk, values), sk: renderKey(entity.sk, values) };
}

/** Return a primary key as one text, e.g. as the key of a map. */
export function keyText({ pk, sk }: PrimaryKey): string {
  return `${pk}\n${sk}`;
}

/** Build the partition key of the table or of an index, for queries. */
export function partition(
  entity: Entity,
  attribute: 'pk' | 'status_pk' | 'category_pk' | 'parent_pk' | 'due_pk',
  values: Values,
): string {
  const template = entity[attribute];
  if (!template) throw new Error(`${entity.name} has no ${attribute}.`);
  return renderKey(template, values);
}

/** Build the item of a record. The keys of an index are left out while one of their values is null. */
export function toItem(entity: Entity, record: object, extraKeyFields: Values = {}, expiresAtMs?: number): Item {
  const values = { ...record, ...extraKeyFields };
  const item: Item = {
    ...withoutDefaults(entity, record),
    entity: entity.name,
    schema: WRITE_SCHEMA_VERSION,
    ...keyOf(entity, values),
    ...indexKeysOf(entity, values),
  };
  if (expiresAtMs !== undefined) item.expires_at_seconds = Math.ceil(expiresAtMs / 1000);
  return item;
}

/** Build the keys of each index, without those that lack a value. */
export function indexKeysOf(entity: Entity, values: Values): Item {
  const keys: Item = {};
  for (const { pk, sk } of Object.values(INDEXES)) {
    const hash = entity[pk] && tryRenderKey(entity[pk], values);
    const range = entity[sk] && tryRenderKey(entity[sk], values);
    if (hash && range) Object.assign(keys, { [pk]: hash, [sk]: range });
  }
  return keys;
}

// Without `delete`, which makes every later copy of the item slow.
function withoutDefaults(entity: Entity, record: object): Item {
  const defaults = Object.entries(entity.defaults?.() ?? {});
  if (defaults.length === 0) return { ...record };
  const isDefault = new Set(
    defaults.filter(([name, value]) => isSame((record as Item)[name], value)).map(([name]) => name),
  );
  const item: Item = {};
  for (const name in record) if (!isDefault.has(name)) item[name] = (record as Item)[name];
  return item;
}

function isSame(value: unknown, fallback: unknown): boolean {
  const isObject = typeof value === 'object' && value !== null;
  return isObject ? isDeepStrictEqual(value, fallback) : value === fallback;
}

/** Return the attributes that identify an item which an increment may create. */
export function entityAttributes({ name }: Entity): { entity: string; schema: number } {
  return { entity: name, schema: WRITE_SCHEMA_VERSION };
}

/** Return the record of an item, without storage attributes. Throws `UnsupportedSchemaError` for a newer item. */
export function fromItem<T>(item: Item): T {
  if (!isSupportedSchema(item)) throw new UnsupportedSchemaError(item);
  const record: Item = defaultsOf(item.entity);
  // Without `delete`, which makes every later access of the record slow.
  for (const attribute in item) if (!STORAGE_ATTRIBUTES.has(attribute)) record[attribute] = item[attribute];
  return record as T;
}

/** List the names of so many shards. */
export function shardNames(shards: number): string[] {
  return Array.from({ length: shards }, (_, shard) => shardName(shard));
}

/** Return the name of the shard of an id: always the same for the same id. */
export function shardOf(id: string, shards: number): string {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  return shardName(hash % shards);
}

function shardName(shard: number): string {
  return String(shard).padStart(2, '0');
}

/** Render a key template. Returns null when a value is missing; throws when a value contains the separator. */
function tryRenderKey(template: string, values: Values): string | null {
  const parts = partsOf(template);
  let key = parts[0]!;
  for (let index = 1; index < parts.length; index += 2) {
    const name = parts[index]!;
    const value = values[name];
    if (value === undefined || value === null || value === '') return null;
    const text = String(value);
    if (text.includes('#')) throw new Error(`"#" in the key value ${name}.`);
    key += text + parts[index + 1]!;
  }
  return key;
}

const PARTS = new Map<string, string[]>();

/** Split a key template into texts and, between them, the names of values. */
function partsOf(template: string): string[] {
  const parts = PARTS.get(template) ?? template.split(/\{([a-z_]+)\}/);
  PARTS.set(template, parts);
  return parts;
}

/** Render a key template. Throws an error that names the template when a value is missing. */
function renderKey(template: string, values: Values): string {
  const key = tryRenderKey(template, values);
  if (key === null) throw new Error(`A value is missing for the key ${template}.`);
  return key;
}
