import { type OperationId, resourceOf } from '../../lib/bundle/endpoints.ts';
import { SAMPLE_REVIEW_TOKEN } from '../../lib/content/api/review/sample-token.ts';
import type { DocumentedOperation } from '../../lib/core/api/define-operation.ts';
import { SAMPLE_FEED_TOKEN } from '../../lib/feeds/api/calendar-feeds/sample-token.ts';
import { FIELD_DOCS, type FieldDoc } from './field-docs.ts';
import type { Json, Schemas } from './schemas.ts';

const MEMBER: FieldDoc = ['The id of the member.', 'usr_01K00000000000000000000000'];
// Metrics are stored by the hour.
const FROM_HOUR: FieldDoc = [
  'Start of the period, inclusive, in RFC 3339. Rounded up to the next full hour.',
  '2026-11-01T00:00:00Z',
];
const TO_HOUR: FieldDoc = [
  'End of the period, exclusive, in RFC 3339. Rounded up to the next full hour; at most 366 days after `from`.',
  '2026-12-01T00:00:00Z',
];
const CURSOR = 'WyIwMUswMDAwMDAwIiwyXQ.kq0zXb3nVQm9sT1yRfPq2w';

/** Query parameters. Keys are `name`, or `operation.name` where the meaning depends on the operation. */
// biome-ignore format: one row per line is what makes it a table.
const QUERY: Record<string, FieldDoc> = {
  page: ['Page number, starting at 1. Offset pagination is limited to the first 2,000 items; use `cursor` beyond that. Cannot be combined with `cursor` or `limit`.', 1],
  per_page: ['Number of items per page.', 20],
  cursor: ['The `next_cursor` of the previous page, used with the same filters.', CURSOR],
  limit: ['Number of items per page, for cursor pagination.', 20],
  'analytics.trends.limit': ['Maximum number of topics and of hashtags to return.', 20],
  status: ['Only return items with this status.', 'published'],
  'team.list-invitations.status': ['Only return invitations with this status.', 'sent'],
  'schedule.list.status': ['Only return entries with this status. Defaults to entries that are not finished.', 'pending'],
  'webhooks.list-deliveries.status': ['Only return deliveries with this status.', 'exhausted'],
  platform: ['Only include this platform.', 'x'],
  sandbox: ['Whether to include only sandbox accounts (`true`) or only other accounts (`false`). Defaults to `false`, unless all default accounts of the workspace are sandbox accounts. Cannot be combined with `account_id`.', false],
  account_id: ['Only include this platform account. Cannot be combined with `platform`.', 'acc_01K00000000000000000000000'],
  label: ['Only include items that have the label with this name, regardless of case.', 'Product news'],
  campaign: ['Only include items of the campaign with this name, regardless of case.', 'Summer campaign'],
  search: ['Only include items that have, in title, texts, labels or campaign, words which begin with each of these words. At most five.', 'summer jack'],
  group_by: ['Return the metrics of each label, or of each campaign, too.', 'campaign'],
  content_id: ['Only include this content item.', 'cnt_01K00000000000000000000000'],
  from: ['Start of the time range, inclusive, in RFC 3339.', '2026-11-01T00:00:00Z'],
  to: ['End of the time range, exclusive, in RFC 3339.', '2026-12-01T00:00:00Z'],
  'analytics.performance.from': FROM_HOUR,
  'analytics.performance.to': TO_HOUR,
  'analytics.rank-content.from': FROM_HOUR,
  'analytics.rank-content.to': TO_HOUR,
  period: ['A period that ends now, as an alternative to `from` and `to`: any number of hours (`h`) or days (`d`), up to 366 days. Defaults to `7d`.', '7d'],
  metric: ['The metric to rank by. `engagements` is the sum of likes, comments, shares, saves and clicks.', 'impressions'],
  order: ['`top` returns the largest values first, `bottom` the smallest.', 'top'],
  zone: ['IANA name of the time zone for weekdays and hours.', 'Europe/Berlin'],
  window: ['Length of the analyzed window.', '24h'],
  'audit.verify.from': ['Number of the first entry to verify.', 1],
  'audit.verify.limit': ['Maximum number of entries to verify.', 1000],
  previous_hash: ['The hash of the entry before `from`.', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  explain: ['Whether to include the values used to compute the ranking.', true],
  'hub.mode': ['Meta only: `subscribe`.', 'subscribe'],
  'hub.challenge': ['Meta only: the challenge to return.', '1158201444'],
  'hub.verify_token': ['Meta only: the verify token of the account.', 'a-text-of-your-own'],
  crc_token: ['X only: the token to sign.', 'NDQzNTM0NTM0NQ=='],
  challengeCode: ['LinkedIn only: the code to sign.', '890e4665-4dfe-4ab1-b689-ed553bceeed0'],
  state: ['The `state` that the platform returns.', '01K0000000000000000000000001K00000000000000000000003sample-state0000000000000000000000000000000'],
  'connect.callback.code': ['The authorization code.', 'an-authorization-code'],
  'connect.callback.error': ['The error, if the platform returns no code.', 'access_denied'],
  'connect.callback.forwarded': ['Set by the redirect to the URL of the dashboard.', '1'],
  'connect.open.token': ['The token of the start page.', '01K0000000000000000000000001K00000000000000000000000sample-start0000000000000000000000000000000'],
  'connect.confirm.token': ['The token of the start page.', '01K0000000000000000000000001K00000000000000000000004sample-start0000000000000000000000000000000'],
  'connect.choose.token': ['The token of the selection page.', '01K0000000000000000000000001K00000000000000000000002sample-selection000000000000000000000000000'],
  'connect.submit-choice.token': ['The token of the selection page.', '01K0000000000000000000000001K00000000000000000000002sample-selection000000000000000000000000000'],
  'connect.submit-choice.external_id': ['The id of the account on the platform.', 'urn:li:organization:1000000002'],
  'halts.delete.missed': ['What happens to the posts that were due in the meantime: `publish` (the default) reschedules them, `mark_missed` lets them fail.', 'publish'],
  'halts.delete.spread_seconds': ['The time over which they are rescheduled, in seconds: at most 86,400. The default is 900.', 900],
  'imports.get.rows': ['Which rows to return: `all`, the default, or those with `problems`.', 'problems'],
  'templates.list.kind': ['Only return templates of this kind.', 'snippet'],
  'recurrences.delete.upcoming': ['What happens to the upcoming items: `delete` (the default) deletes those that are unchanged since they were made, `keep` keeps all of them.', 'delete'],
  'queues.list-slots.days': ['How many days from now the list covers, 1 to 90. The default is 28.', 28],
  'review.show.token': ['The token in the `url` of the review link.', SAMPLE_REVIEW_TOKEN],
  'calendar-feeds.show.token': ['The token in the `url` of the calendar feed.', SAMPLE_FEED_TOKEN],
  type: ['Only return events of this type.', 'content.published'],
  event_type: ['Only return deliveries of events of this type.', 'content.published'],
};

/** Path parameters. Keys are `name`, or `tag.name` or `operation.name` where the meaning depends on them. */
// biome-ignore format: one row per line is what makes it a table.
const PATH: Record<string, FieldDoc> = {
  'sandbox.id': ['The id of the sandbox post.', 'sbx_01K00000000000000000000000'],
  'content.id': ['The id of the content item.', 'cnt_01K00000000000000000000000'],
  'schedule.id': ['The id of the schedule entry.', 'scd_01K00000000000000000000000'],
  'accounts.id': ['The id of the platform account.', 'acc_01K00000000000000000000000'],
  'connect.create.id_or_platform': ['The platform.', 'x'],
  'connect.get.id_or_platform': ['The id of the connection.', 'con_01K00000000000000000000000'],
  'connect.id': ['The id of the connection.', 'con_01K00000000000000000000000'],
  'platform-apps.platform': ['The platform.', 'x'],
  'webhooks.id': ['The id of the webhook endpoint.', 'wh_01K00000000000000000000000'],
  'auth.delete-passkey.id': ['The id of the passkey.', 'psk_01K00000000000000000000000'],
  'auth.end-session.id': ['The id of the session.', 'ses_01K00000000000000000000000'],
  'team.id': ['The id of the invitation.', 'inv_01K00000000000000000000000'],
  'team.get-member.id': MEMBER,
  'team.update-member.id': MEMBER,
  'team.remove-member.id': MEMBER,
  'team.list-sessions.id': MEMBER,
  'team.end-sessions.id': MEMBER,
  'keys.id': ['The id of the API key.', 'key_01K00000000000000000000000'],
  'labels.id': ['The id of the label or campaign.', 'lbl_01K00000000000000000000000'],
  'halts.id': ['The id of the halt.', 'hlt_01K00000000000000000000000'],
  'templates.id': ['The id of the template.', 'tpl_01K00000000000000000000000'],
  'queues.id': ['The id of the queue.', 'que_01K00000000000000000000000'],
  'recurrences.id': ['The id of the recurrence.', 'rec_01K00000000000000000000000'],
  'link-rules.id': ['The id of the link rule.', 'lnk_01K00000000000000000000000'],
  'media.id': ['The id of the file.', 'med_01K00000000000000000000000'],
  'imports.id': ['The id of the import.', 'imp_01K00000000000000000000000'],
  'exports.id': ['The id of the export.', 'exp_01K00000000000000000000000'],
  'calendar-feeds.id': ['The id of the calendar feed.', 'cal_01K00000000000000000000000'],
  'events.id': ['The id of the event.', 'evt_01K00000000000000000000000'],
  comment_id: ['The id of the comment.', 'cmt_01K00000000000000000000000'],
  link_id: ['The id of the review link.', 'rvl_01K00000000000000000000000'],
  delivery_id: ['The id of the delivery.', 'dlv_01K00000000000000000000000'],
  platform: ['The platform of the target.', 'x'],
  'inbound.platform': ['The platform that sends the webhook.', 'instagram'],
  account: ['The id of the platform account.', 'acc_01K00000000000000000000000'],
  code: ['The problem code.', 'validation_failed'],
};

/** Describe the path, query and header parameters of an operation. */
export function parametersOf(operation: DocumentedOperation, schemas: Schemas): { parameters?: Json[] } {
  const parameters = [...pathParameters(operation), ...queryParameters(operation, schemas)];
  // A PUT accepts it from agents only. A client library that sent it with every PUT would rely on what it does not get.
  if (operation.method === 'POST' && operation.permissions !== 'none') {
    parameters.push({ $ref: '#/components/parameters/IdempotencyKey' });
  }
  if (operation.ifMatch) parameters.push({ $ref: '#/components/parameters/IfMatch' });
  return parameters.length > 0 ? { parameters } : {};
}

function pathParameters({ id, path }: DocumentedOperation): Json[] {
  return [...path.matchAll(/\{([a-z_]+)\}/g)].map(([, name = '']) => {
    const [description, example] = PATH[`${id}.${name}`] ?? PATH[`${resourceOf(id)}.${name}`] ?? PATH[name] ?? [];
    return {
      name,
      in: 'path',
      required: true,
      ...documentation(description, example),
      schema: { type: 'string' },
    };
  });
}

function queryParameters({ id, query }: DocumentedOperation, schemas: Schemas): Json[] {
  const { properties = {}, required = [] } = schemas.of(query, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => {
    const { description: own, examples: _, ...rest } = schema;
    // A field with this name may have a different meaning in responses, which FIELD_DOCS describes.
    const documented = QUERY[`${id}.${name}`] ?? QUERY[name];
    const [description, example] = documented ?? [own, FIELD_DOCS[name]?.[1]];
    return {
      name,
      in: 'query',
      ...(required.includes(name) ? { required: true } : {}),
      ...documentation(String(description ?? ''), example),
      schema: asTyped(id, name, rest),
    };
  });
}

const documentation = (description: string | undefined, example: unknown): Json => ({
  ...(description ? { description } : {}),
  ...(example === undefined ? {} : { example }),
});

/** Get the numeric bounds, which the string schema of a query parameter cannot express. */
const NUMBERS: Record<string, Json> = {
  page: { maximum: 2_000, default: 1 },
  per_page: { maximum: 100, default: 20 },
  limit: { maximum: 100, default: 20 },
  'halts.delete.spread_seconds': { minimum: 0, maximum: 86_400, default: 900 },
  'queues.list-slots.days': { maximum: 90, default: 28 },
  'audit.verify.from': { maximum: 999_999_999, default: 1 },
  'audit.verify.limit': { maximum: 1000, default: 1000 },
};

/** Get the schema of the value that the text of a query parameter represents. */
function asTyped(operation: OperationId, name: string, schema: Json): Json {
  if (/^\^\\d\{1,\d+\}\$$/.test(String(schema.pattern))) {
    const bounds = NUMBERS[`${operation}.${name}`] ?? NUMBERS[name] ?? {};
    return { type: 'integer', minimum: 1, ...bounds };
  }
  if (JSON.stringify(schema.enum) !== '["true","false"]') return schema;
  return { type: 'boolean', ...(schema.default === undefined ? {} : { default: schema.default === 'true' }) };
}

/** Parameters shared by several operations. */
export const SHARED_PARAMETERS: Record<string, Json> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A unique key for this request, quoted or unquoted. Repeating the request with the same key and body within 24 hours (for scheduled posts: until 24 hours after the scheduled time) returns the original response with `Idempotent-Replayed: true` and has no further effect.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '8e03978e-40d5-43e8-bc93-6894a57f9324',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` of the object you want to change. If the object has changed, the request fails with 412 `precondition_failed` and returns the current `ETag`. Without this header, the last write wins.',
    schema: { type: 'string' },
    example: '"3"',
  },
};
