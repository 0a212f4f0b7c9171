import { createHash } from 'node:crypto';
import { fill, mustFill, type Values } from './key-template.ts';

/**
 * The single table as a chart: every kind of item, how its key is made of its fields, and where the three
 * indexes find it. `{name}` is a field of the record or a value given beside it. `docs/table.md` is this
 * chart in prose, compared by a test.
 *
 * - `by_facet`: lists by status, in the order the API answers them.
 * - `by_group`: lists by what an item belongs to.
 * - `by_due`: sparse; what somebody has to look after at a time, spread over shards.
 */
export const CHART = {
  Workspace: { pk: 'WS#{id}', sk: 'WORKSPACE' },
  Member: { pk: 'WS#{workspace_id}#MEMBER', sk: '{id}' },
  Email: { pk: 'WS#{workspace_id}#EMAIL', sk: '{email_hash}' },
  Invitation: {
    pk: 'WS#{workspace_id}#INVITATION',
    sk: '{id}',
    facet_pk: 'WS#{workspace_id}#INVITATION#{status}',
    facet_sk: '{expires_at}#{id}',
  },
  InvitationToken: { pk: 'INVITATIONTOKEN#{hash}', sk: 'INVITATIONTOKEN' },
  Key: {
    pk: 'KEY#{client_id}',
    sk: 'KEY',
    group_pk: 'WS#{workspace_id}#KEYS',
    group_sk: '{id}',
  },
  KeyUse: { pk: 'KEYUSE#{client_id}', sk: 'KEYUSE' },
  FailedExchange: { pk: 'KEY#{client_id}', sk: 'FAILED#{minute}' },
  Token: { pk: 'TOKEN#{hash}', sk: 'TOKEN' },
  Rate: { pk: 'RATE#{counted}', sk: '{window}' },
  Idempotency: { pk: 'WS#{workspace_id}#IDEMPOTENCY', sk: '{operation}#{key_hash}' },
  Content: {
    pk: 'WS#{workspace_id}#CONTENT',
    sk: '{id}',
    facet_pk: 'WS#{workspace_id}#CONTENT#{status}#{subset}',
    facet_sk: '{id}',
    group_pk: 'WS#{workspace_id}#CONTENT#{subset}',
    group_sk: '{id}',
  },
  Entry: {
    pk: 'WS#{workspace_id}#ENTRY',
    sk: '{id}',
    facet_pk: 'WS#{workspace_id}#ENTRY#{status}#{platform}',
    facet_sk: '{scheduled_at}#{id}',
    group_pk: 'WS#{workspace_id}#ENTRIES#{content_id}',
    group_sk: '{scheduled_at}#{id}',
    due_pk: 'DUE#ENTRY#{shard}',
    due_sk: '{due_at}',
  },
  Counter: { pk: 'WS#{workspace_id}#COUNT', sk: '{shard}' },
  Endpoint: { pk: 'WS#{workspace_id}#ENDPOINT', sk: '{id}' },
  EndpointUrl: { pk: 'WS#{workspace_id}#ENDPOINTURL', sk: '{url_hash}' },
  Event: {
    pk: 'WS#{workspace_id}#EVENT',
    sk: '{id}',
    facet_pk: 'WS#{workspace_id}#EVENT#{type}',
    facet_sk: '{id}',
  },
  Delivery: {
    pk: 'WS#{workspace_id}#DELIVERY#{endpoint_id}',
    sk: '{id}',
    facet_pk: 'WS#{workspace_id}#DELIVERY#{endpoint_id}#{status}#{event_type}',
    facet_sk: '{id}',
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
  Measurement: {
    pk: 'WS#{workspace_id}#MEASUREMENT',
    sk: '{id}',
    due_pk: 'DUE#MEASUREMENT#{shard}',
    due_sk: '{due_at}',
  },
  Observation: { pk: 'WS#{workspace_id}#OBSERVATION', sk: '{id}' },
  PublishedPost: { pk: 'WS#{workspace_id}#POST', sk: '{platform}#{post_hash}' },
  EarlyComment: { pk: 'WS#{workspace_id}#EARLYCOMMENT#{post_hash}', sk: '{comment_hash}' },
  Engagement: { pk: 'WS#{workspace_id}#ENGAGEMENT', sk: '{engagement_hash}' },
  EngagementMinute: {
    pk: 'WS#{workspace_id}#ENGAGEMENTMINUTE',
    sk: '{since}#{content_id}#{platform}',
    due_pk: 'DUE#ENGAGEMENTMINUTE#{shard}',
    due_sk: '{due_at}',
  },
  Bucket: { pk: 'WS#{workspace_id}#BUCKET#{scope}', sk: '{time}' },
  ContentBucket: { pk: 'WS#{workspace_id}#CONTENTBUCKET#{time}', sk: '{content_id}' },
  TermBlock: { pk: 'WS#{workspace_id}#TERMBLOCK#{series}', sk: '{since}' },
  TermDay: { pk: 'WS#{workspace_id}#TERMDAY#{series}', sk: '{day}' },
  TermedPost: { pk: 'WS#{workspace_id}#TERMEDPOST#{series}', sk: '{content_id}' },
  Removal: { pk: 'WS#{workspace_id}#REMOVAL', sk: '{removed_id}' },
  AuditEntry: { pk: 'WS#{workspace_id}#AUDIT', sk: '{place}' },
  AuditHead: { pk: 'WS#{workspace_id}#AUDITHEAD', sk: 'HEAD' },
  AuditedChange: { pk: 'WS#{workspace_id}#AUDITED', sk: '{change_hash}' },
} as const satisfies Record<string, Chart>;

export interface Chart {
  pk: string;
  sk: string;
  facet_pk?: string;
  facet_sk?: string;
  group_pk?: string;
  group_sk?: string;
  due_pk?: string;
  due_sk?: string;
}

export type Entity = keyof typeof CHART;
export type Item = Record<string, unknown>;
export interface Key {
  pk: string;
  sk: string;
}

/** The indexes, by the names of their key attributes. */
export const INDEXES = {
  by_facet: { pk: 'facet_pk', sk: 'facet_sk' },
  by_group: { pk: 'group_pk', sk: 'group_sk' },
  by_due: { pk: 'due_pk', sk: 'due_sk' },
} as const;

/** What the list indexes carry besides keys: everything a list answers, and nothing that is long. */
export const LISTED_ATTRIBUTES = [
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
export const SCHEMA = 1;

/** Readers accept every version up to this one. It is raised a deploy before `SCHEMA`: see docs/upgrade.md. */
export const READABLE_SCHEMA = 1;

export const DUE_SHARDS = 8;

/** What an item carries beside its record. Who changed it last is no part of it: the next change is another's. */
const BESIDE_THE_RECORD = [
  'pk',
  'sk',
  'facet_pk',
  'facet_sk',
  'group_pk',
  'group_sk',
  'due_pk',
  'due_sk',
  'entity',
  'schema',
  'expires_at_seconds',
  'changed_by',
] as const;

/** The primary key of an item. Throws when a value is missing or holds the separator. */
export function keyOf(entity: Entity, values: Values): Key {
  return { pk: mustFill(CHART[entity].pk, values), sk: mustFill(CHART[entity].sk, values) };
}

/** A partition key by name, for queries. */
export function partition(
  entity: Entity,
  attribute: 'pk' | 'facet_pk' | 'group_pk' | 'due_pk',
  values: Values,
): string {
  const template = (CHART[entity] as Chart)[attribute];
  if (!template) throw new Error(`${entity} has no ${attribute}.`);
  return mustFill(template, values);
}

/**
 * The item a record is stored as: its fields, its keys, its kind and schema version. An index pair is left
 * out while one of its values is null. `expiresAtMs` lets the table delete it some time after that.
 */
export function itemOf(entity: Entity, record: object, beside: Values = {}, expiresAtMs?: number): Item {
  const values = { ...record, ...beside };
  const item: Item = { ...record, entity, schema: SCHEMA, ...keyOf(entity, values) };
  for (const { pk, sk } of Object.values(INDEXES)) {
    const chart: Chart = CHART[entity];
    const hash = chart[pk] && fill(chart[pk], values);
    const range = chart[sk] && fill(chart[sk], values);
    if (hash && range) Object.assign(item, { [pk]: hash, [sk]: range });
  }
  if (expiresAtMs !== undefined) item.expires_at_seconds = Math.ceil(expiresAtMs / 1000);
  return item;
}

/** An item was written in a form that is newer than this code: it was not read, and nothing was guessed. */
export class NewerItem extends Error {
  constructor(item: Item) {
    super(
      `Item of schema ${item.schema}; this version reads up to ${READABLE_SCHEMA}: ${item.pk} ${item.sk}.`,
    );
    this.name = 'NewerItem';
  }
}

/** False for an item of a form newer than this code. */
export function isReadable(item: Item): boolean {
  return !(Number(item.schema) > READABLE_SCHEMA);
}

/** What says of an item that is made by adding to it what it is. */
export function markOf(entity: Entity): { entity: Entity; schema: number } {
  return { entity, schema: SCHEMA };
}

/** The record in an item, without what is beside it. Throws `NewerItem` on one of a form newer than this code. */
export function recordOf<T>(item: Item): T {
  if (!isReadable(item)) throw new NewerItem(item);
  const record = { ...item };
  for (const attribute of BESIDE_THE_RECORD) delete record[attribute];
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
