import { createHash } from 'node:crypto';
import { renderKey, tryRenderKey, type Values } from './key-template.ts';

/**
 * The single table as a chart: every kind of item, how its key is made of its fields, and where the three
 * indexes find it. `{name}` is a field of the record or a value given beside it. `docs/table.md` is this
 * chart in prose, compared by a test.
 *
 * - `by_status`: lists by status, in the order the API answers them.
 * - `by_parent`: lists by what an item belongs to.
 * - `by_due`: sparse; what somebody has to look after at a time, spread over shards.
 */
export const ENTITIES = {
  Workspace: { pk: 'WS#{id}', sk: 'WORKSPACE' },
  Member: { pk: 'WS#{workspace_id}#MEMBER', sk: '{id}' },
  EmailReservation: { pk: 'WS#{workspace_id}#EMAIL', sk: '{email_hash}' },
  Invitation: {
    pk: 'WS#{workspace_id}#INVITATION',
    sk: '{id}',
    status_pk: 'WS#{workspace_id}#INVITATION#{status}',
    status_sk: '{expires_at}#{id}',
  },
  InvitationToken: { pk: 'INVITATIONTOKEN#{hash}', sk: 'INVITATIONTOKEN' },
  ApiKey: {
    pk: 'KEY#{client_id}',
    sk: 'KEY',
    parent_pk: 'WS#{workspace_id}#KEYS',
    parent_sk: '{id}',
  },
  ApiKeyUsage: { pk: 'APIKEYUSAGE#{client_id}', sk: 'APIKEYUSAGE' },
  FailedTokenRequest: { pk: 'KEY#{client_id}', sk: 'FAILED#{minute}' },
  AccessToken: { pk: 'TOKEN#{hash}', sk: 'TOKEN' },
  RateWindow: { pk: 'RATE#{subject_id}', sk: '{window}' },
  Idempotency: { pk: 'WS#{workspace_id}#IDEMPOTENCY', sk: '{operation}#{key_hash}' },
  Content: {
    pk: 'WS#{workspace_id}#CONTENT',
    sk: '{id}',
    status_pk: 'WS#{workspace_id}#CONTENT#{status}#{platform_set}',
    status_sk: '{id}',
    parent_pk: 'WS#{workspace_id}#CONTENT#{platform_set}',
    parent_sk: '{id}',
  },
  ScheduleEntry: {
    pk: 'WS#{workspace_id}#ENTRY',
    sk: '{id}',
    status_pk: 'WS#{workspace_id}#ENTRY#{status}#{platform}',
    status_sk: '{scheduled_at}#{id}',
    parent_pk: 'WS#{workspace_id}#ENTRIES#{content_id}',
    parent_sk: '{scheduled_at}#{id}',
    due_pk: 'DUE#ENTRY#{shard}',
    due_sk: '{due_at}',
  },
  Counter: { pk: 'WS#{workspace_id}#COUNT', sk: '{shard}' },
  Endpoint: { pk: 'WS#{workspace_id}#ENDPOINT', sk: '{id}' },
  EndpointUrlReservation: { pk: 'WS#{workspace_id}#ENDPOINTURL', sk: '{url_hash}' },
  Event: {
    pk: 'WS#{workspace_id}#EVENT',
    sk: '{id}',
    status_pk: 'WS#{workspace_id}#EVENT#{type}',
    status_sk: '{id}',
  },
  Delivery: {
    pk: 'WS#{workspace_id}#DELIVERY#{endpoint_id}',
    sk: '{id}',
    status_pk: 'WS#{workspace_id}#DELIVERY#{endpoint_id}#{status}#{event_type}',
    status_sk: '{id}',
    due_pk: 'DUE#DELIVERY#{shard}',
    due_sk: '{due_at}',
  },
  Recovery: { pk: 'WS#{workspace_id}#RECOVERY', sk: '{id}' },
  Account: {
    pk: 'WS#{workspace_id}#ACCOUNT',
    sk: '{platform}',
    due_pk: 'DUE#ACCOUNT#{shard}',
    due_sk: '{refresh_at}',
  },
  InboundAccount: { pk: 'INBOUND#{account_id}', sk: 'INBOUND' },
  PostMetrics: {
    pk: 'WS#{workspace_id}#POSTMETRICS',
    sk: '{id}',
    due_pk: 'DUE#POSTMETRICS#{shard}',
    due_sk: '{due_at}',
  },
  MetricsDelta: { pk: 'WS#{workspace_id}#METRICSDELTA', sk: '{id}' },
  PublishedPost: { pk: 'WS#{workspace_id}#POST', sk: '{platform}#{post_hash}' },
  OrphanComment: { pk: 'WS#{workspace_id}#ORPHANCOMMENT#{post_hash}', sk: '{comment_hash}' },
  Engagement: { pk: 'WS#{workspace_id}#ENGAGEMENT', sk: '{engagement_hash}' },
  EngagementWindow: {
    pk: 'WS#{workspace_id}#ENGAGEMENTWINDOW',
    sk: '{since}#{content_id}#{platform}',
    due_pk: 'DUE#ENGAGEMENTWINDOW#{shard}',
    due_sk: '{due_at}',
  },
  Bucket: { pk: 'WS#{workspace_id}#BUCKET#{scope}', sk: '{time}' },
  ContentBucket: { pk: 'WS#{workspace_id}#CONTENTBUCKET#{time}', sk: '{content_id}' },
  TermBucket: { pk: 'WS#{workspace_id}#TERMBUCKET#{series}', sk: '{since}' },
  DailyTextCount: { pk: 'WS#{workspace_id}#DAILYTEXTCOUNT#{series}', sk: '{day}' },
  PostTerms: { pk: 'WS#{workspace_id}#POSTTERMS#{series}', sk: '{content_id}' },
  Tombstone: { pk: 'WS#{workspace_id}#TOMBSTONE', sk: '{removed_id}' },
  AuditEntry: { pk: 'WS#{workspace_id}#AUDIT', sk: '{sequence}' },
  AuditHead: { pk: 'WS#{workspace_id}#AUDITHEAD', sk: 'HEAD' },
  AuditDedup: { pk: 'WS#{workspace_id}#AUDITDEDUP', sk: '{change_hash}' },
} as const satisfies Record<string, EntityKeys>;

export interface EntityKeys {
  pk: string;
  sk: string;
  status_pk?: string;
  status_sk?: string;
  parent_pk?: string;
  parent_sk?: string;
  due_pk?: string;
  due_sk?: string;
}

export type Entity = keyof typeof ENTITIES;
export type Item = Record<string, unknown>;
export interface PrimaryKey {
  pk: string;
  sk: string;
}

/** The indexes, by the names of their key attributes. */
export const INDEXES = {
  by_status: { pk: 'status_pk', sk: 'status_sk' },
  by_parent: { pk: 'parent_pk', sk: 'parent_sk' },
  by_due: { pk: 'due_pk', sk: 'due_sk' },
} as const;

/** What the list indexes carry besides keys: everything a list answers, and nothing that is long. */
export const INDEX_PROJECTION = [
  'entity',
  'schema',
  'id',
  'workspace_id',
  'title',
  'status',
  'platforms',
  'scheduled_at',
  'created_at',
  'updated_at',
  'content_id',
  'group_id',
  'platform',
  'state',
  'published_at',
  'late_by_seconds',
  'platform_post_id',
  'url',
  'error',
  'version',
] as const;

/** Version of the form items are written in. */
export const WRITE_SCHEMA_VERSION = 1;

/** Readers accept every version up to this one. It is raised a deploy before `WRITE_SCHEMA_VERSION`: see docs/upgrade.md. */
export const MAX_READ_SCHEMA_VERSION = 1;

export const DUE_SHARDS = 8;

/** What an item carries beside its record. Who changed it last is no part of it: the next change is another's. */
const STORAGE_ATTRIBUTES = [
  'pk',
  'sk',
  'status_pk',
  'status_sk',
  'parent_pk',
  'parent_sk',
  'due_pk',
  'due_sk',
  'entity',
  'schema',
  'expires_at_seconds',
  'audit_stamp',
] as const;

/** The primary key of an item. Throws when a value is missing or holds the separator. */
export function keyOf(entity: Entity, values: Values): PrimaryKey {
  return { pk: renderKey(ENTITIES[entity].pk, values), sk: renderKey(ENTITIES[entity].sk, values) };
}

/** A partition key by name, for queries. */
export function partition(
  entity: Entity,
  attribute: 'pk' | 'status_pk' | 'parent_pk' | 'due_pk',
  values: Values,
): string {
  const template = (ENTITIES[entity] as EntityKeys)[attribute];
  if (!template) throw new Error(`${entity} has no ${attribute}.`);
  return renderKey(template, values);
}

/**
 * The item a record is stored as: its fields, its keys, its kind and schema version. An index pair is left
 * out while one of its values is null. `expiresAtMs` lets the table delete it some time after that.
 */
export function toItem(
  entity: Entity,
  record: object,
  extraKeyFields: Values = {},
  expiresAtMs?: number,
): Item {
  const values = { ...record, ...extraKeyFields };
  const item: Item = { ...record, entity, schema: WRITE_SCHEMA_VERSION, ...keyOf(entity, values) };
  for (const { pk, sk } of Object.values(INDEXES)) {
    const chart: EntityKeys = ENTITIES[entity];
    const hash = chart[pk] && tryRenderKey(chart[pk], values);
    const range = chart[sk] && tryRenderKey(chart[sk], values);
    if (hash && range) Object.assign(item, { [pk]: hash, [sk]: range });
  }
  if (expiresAtMs !== undefined) item.expires_at_seconds = Math.ceil(expiresAtMs / 1000);
  return item;
}

/** An item was written in a form that is newer than this code: it was not read, and nothing was guessed. */
export class UnsupportedSchemaError extends Error {
  constructor(item: Item) {
    super(
      `Item of schema ${item.schema}; this version reads up to ${MAX_READ_SCHEMA_VERSION}: ${item.pk} ${item.sk}.`,
    );
    this.name = 'UnsupportedSchemaError';
  }
}

/** False for an item of a form newer than this code. */
export function isSupportedSchema(item: Item): boolean {
  return !(Number(item.schema) > MAX_READ_SCHEMA_VERSION);
}

/** What says of an item that is made by adding to it what it is. */
export function entityAttributes(entity: Entity): { entity: Entity; schema: number } {
  return { entity, schema: WRITE_SCHEMA_VERSION };
}

/** The record in an item, without what is beside it. Throws `UnsupportedSchemaError` on one of a form newer than this code. */
export function fromItem<T>(item: Item): T {
  if (!isSupportedSchema(item)) throw new UnsupportedSchemaError(item);
  const record = { ...item };
  for (const attribute of STORAGE_ATTRIBUTES) delete record[attribute];
  return record as T;
}

/** Free text as a key value: addresses and urls may hold the separator, or be too long. */
export function hashOfKey(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The shard of an id: always the same for the same id. */
export function shardOf(id: string, shards: number): string {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  return String(hash % shards).padStart(2, '0');
}
