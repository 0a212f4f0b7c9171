import type { Operation, Route } from '../routes.ts';
import { FIELD_DOCS, type FieldDoc } from './field-docs.ts';
import { tagOf } from './schema-names.ts';
import type { Json, Schemas } from './schemas.ts';

const MEMBER: FieldDoc = ['The id of the member.', 'usr_01K00000000000000000000000'];
// Numbers are kept by the hour.
const FROM_HOUR: FieldDoc = [
  'From the first full hour at or after this time on, RFC 3339.',
  '2026-11-01T00:00:00Z',
];
const TO_HOUR: FieldDoc = [
  'Before the first full hour at or after this time, RFC 3339; at most 366 days after `from`.',
  '2026-12-01T00:00:00Z',
];
const CURSOR = 'WyIwMUswMDAwMDAwIiwyXQ.kq0zXb3nVQm9sT1yRfPq2w';

/** Parameters of queries: those of `operation.name` where they mean something special. */
// biome-ignore format: one row per line is what makes it a table.
const QUERY: Record<string, FieldDoc> = {
  page: ['Which page, from 1. Reaches to item 10,000; beyond it, go by `cursor`. Not with `cursor` or `limit`.', 1],
  per_page: ['How many a page holds.', 20],
  cursor: ['The `next_cursor` of the page before, with the same filters.', CURSOR],
  limit: ['How many a page holds, by cursor.', 20],
  'analytics.trends.limit': ['How many topics and how many hashtags at most.', 20],
  status: ['Only those in this state.', 'published'],
  'team.list-invitations.status': ['Only those in this state.', 'sent'],
  'schedule.list.status': ['Only those in this state. Left out: those that are not finished.', 'pending'],
  'webhooks.list-deliveries.status': ['Only those in this state.', 'exhausted'],
  platform: ['Only this platform.', 'twitter'],
  content_id: ['Only of this item.', 'cnt_01K00000000000000000000000'],
  from: ['From this time on, RFC 3339.', '2026-11-01T00:00:00Z'],
  to: ['Before this time, RFC 3339.', '2026-12-01T00:00:00Z'],
  'analytics.performance.from': FROM_HOUR,
  'analytics.performance.to': TO_HOUR,
  'analytics.rank-content.from': FROM_HOUR,
  'analytics.rank-content.to': TO_HOUR,
  period: ['How far back, in place of `from` and `to`; `7d` when neither is there.', '7d'],
  metric: ['What to compare items by. `engagements` are likes, comments, shares, saves and clicks together.', 'impressions'],
  order: ['Whether the largest comes first, or the smallest.', 'top'],
  zone: ['Whose clocks to go by: a time zone by its IANA name.', 'Europe/Berlin'],
  window: ['How far back to look.', '24h'],
  'audit.verify.from': ['The number of the entry to begin with.', 1],
  'audit.verify.limit': ['How many entries to check at most.', 1000],
  previous_hash: ['The hash of the entry before `from`.', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  explain: ['Whether each says the numbers that made it.', true],
  'hub.mode': ['Of Meta: `subscribe`.', 'subscribe'],
  'hub.challenge': ['Of Meta: what is to be answered.', '1158201444'],
  'hub.verify_token': ['Of Meta: the verify token of the account.', 'a-text-of-your-own'],
  crc_token: ['Of X: what is to be signed.', 'NDQzNTM0NTM0NQ=='],
  challengeCode: ['Of LinkedIn: what is to be signed.', '890e4665-4dfe-4ab1-b689-ed553bceeed0'],
  type: ['Only events of this kind.', 'content.published'],
  event_type: ['Only deliveries of events of this kind.', 'content.published'],
};

/** Parameters of paths: those of `tag.name` where there is one name for several things. */
// biome-ignore format: one row per line is what makes it a table.
const PATH: Record<string, FieldDoc> = {
  'content.id': ['The id of the item.', 'cnt_01K00000000000000000000000'],
  'schedule.id': ['The id of the entry.', 'scd_01K00000000000000000000000'],
  'accounts.id': ['The id of the account.', 'acc_01K00000000000000000000000'],
  'webhooks.id': ['The id of the endpoint.', 'wh_01K00000000000000000000000'],
  'team.id': ['The id of the invitation.', 'inv_01K00000000000000000000000'],
  'team.get-member.id': MEMBER,
  'team.update-member.id': MEMBER,
  'team.remove-member.id': MEMBER,
  'keys.id': ['The id of the key.', 'key_01K00000000000000000000000'],
  'events.id': ['The id of the event.', 'evt_01K00000000000000000000000'],
  delivery_id: ['The id of the delivery.', 'dlv_01K00000000000000000000000'],
  platform: ['The platform of the target.', 'twitter'],
  'inbound.platform': ['The platform that sends.', 'instagram'],
  account: ['The id of the account.', 'acc_01K00000000000000000000000'],
  code: ['The code of the problem.', 'validation_failed'],
};

/** The parameters of an operation: path, query and headers. */
export function parametersOf(operation: Operation, route: Route, schemas: Schemas): { parameters?: Json[] } {
  const parameters = [...pathParameters(operation, route), ...queryParameters(operation, route, schemas)];
  if (route.method === 'POST' && route.permissions !== 'none') {
    parameters.push({ $ref: '#/components/parameters/IdempotencyKey' });
  }
  if (route.ifMatch) parameters.push({ $ref: '#/components/parameters/IfMatch' });
  return parameters.length > 0 ? { parameters } : {};
}

function pathParameters(operation: Operation, { path }: Route): Json[] {
  const tag = tagOf(operation);
  return [...path.matchAll(/\{([a-z_]+)\}/g)].map(([, name = '']) => {
    const [description, example] = PATH[`${operation}.${name}`] ?? PATH[`${tag}.${name}`] ?? PATH[name] ?? [];
    return { name, in: 'path', required: true, ...said(description, example), schema: { type: 'string' } };
  });
}

function queryParameters(operation: Operation, { query }: Route, schemas: Schemas): Json[] {
  const { properties = {} } = schemas.of(query, 'input') as { properties?: Record<string, Json> };
  return Object.entries(properties).map(([name, schema]) => {
    const { description: own, examples: _, ...rest } = schema;
    // A field of the name may mean something else in answers, and the glossary has described it as that.
    const asked = QUERY[`${operation}.${name}`] ?? QUERY[name];
    const [description, example] = asked ?? [own, FIELD_DOCS[name]?.[1]];
    return {
      name,
      in: 'query',
      ...said(String(description ?? ''), example),
      schema: asTyped(operation, name, rest),
    };
  });
}

const said = (description: string | undefined, example: unknown): Json => ({
  ...(description ? { description } : {}),
  ...(example === undefined ? {} : { example }),
});

/** The bounds of numbers, which a schema of text cannot say. */
const NUMBERS: Record<string, Json> = {
  page: { default: 1 },
  per_page: { maximum: 100, default: 20 },
  limit: { maximum: 100, default: 20 },
  'audit.verify.from': { default: 1 },
  'audit.verify.limit': { maximum: 1000, default: 1000 },
};

/** In a query all is text; a client is told the type that the text is of. */
function asTyped(operation: Operation, name: string, schema: Json): Json {
  if (/^\^\\d\{1,\d+\}\$$/.test(String(schema.pattern))) {
    const bounds = NUMBERS[`${operation}.${name}`] ?? NUMBERS[name] ?? {};
    return { type: 'integer', minimum: 1, ...bounds };
  }
  if (JSON.stringify(schema.enum) !== '["true","false"]') return schema;
  return { type: 'boolean', default: schema.default === 'true' };
}

/** Parameters that many operations share. */
export const SHARED_PARAMETERS: Record<string, Json> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A name of your choice for this request, quoted or bare. The same key and body again within 24 hours (of scheduled work: until 24 hours after its time) are given the same answer, with `Idempotent-Replayed: true`, and no second effect.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '8e03978e-40d5-43e8-bc93-6894a57f9324',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'Does it only to the item as an `ETag` said it is, and is 412 `precondition_failed` otherwise, with the `ETag` of now. Without it, the last writer of a field wins.',
    schema: { type: 'string' },
    example: '"3"',
  },
};
