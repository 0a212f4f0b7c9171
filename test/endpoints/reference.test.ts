import { describe, expect, it } from 'vitest';
import { NO_METRICS } from '../../lib/analytics/rules/metrics.ts';
import { bucketWrites } from '../../lib/analytics/store/metric-buckets.ts';
import { termCountIncrements } from '../../lib/analytics/store/term-counts.ts';
import { allEndpoints, endpointOf, type OperationId } from '../../lib/bundle/endpoints.ts';
import type { Operation } from '../../lib/core/api/define-operation.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { callApi, inSeconds, setupApi, type TestRequest } from '../functions/api-harness.ts';
import { newContent, newEntry, newWebhook } from '../functions/resources.ts';
import { newId, newTenantFor, type Tenant } from '../functions/tenants.ts';
import { validRequest } from '../functions/valid-request.ts';
import { httpReceiver } from '../webhooks/delivery/receivers.ts';

// The fields of each response, repeated by hand: every response has at least these, with these types. The response
// schemas of the declarations are not used, so that a mistake there fails here.

setupApi();

/** What a value must be; null when it is, the expectation in words when it is not. */
type Kind = (value: unknown, at: string) => string[];

const wrong = (isRight: boolean, at: string, words: string) => (isRight ? [] : [`${at} is not ${words}`]);
const string: Kind = (value, at) => wrong(typeof value === 'string' && value !== '', at, 'a string');
const boolean: Kind = (value, at) => wrong(typeof value === 'boolean', at, 'a boolean');
const number: Kind = (value, at) => wrong(Number.isFinite(value), at, 'a number');
const integer: Kind = (value, at) => wrong(Number.isInteger(value), at, 'an integer');
const value =
  (expected: unknown): Kind =>
  (found, at) =>
    wrong(found === expected, at, JSON.stringify(expected));
const matching =
  (form: RegExp): Kind =>
  (found, at) =>
    wrong(typeof found === 'string' && form.test(found), at, String(form));
const id = (prefix: string) => matching(new RegExp(`^${prefix}_[A-Za-z0-9]+$`));
const timestamp: Kind = (found, at) => {
  const hasForm = typeof found === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(found);
  return wrong(hasForm && !Number.isNaN(Date.parse(found)), at, 'an ISO 8601 time in UTC');
};
const object =
  (fields: Record<string, Kind>): Kind =>
  (found, at) => {
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return [`${at} is not an object`];
    return Object.entries(fields).flatMap(([name, kind]) =>
      Object.hasOwn(found, name)
        ? kind((found as Record<string, unknown>)[name], `${at}.${name}`)
        : [`${at}.${name} is missing`],
    );
  };
/** At least one element, or nothing would be checked. */
const array =
  (kind: Kind): Kind =>
  (found, at) => {
    if (!Array.isArray(found)) return [`${at} is not an array`];
    if (found.length === 0) return [`${at} is empty: this test has nothing to look at`];
    return found.flatMap((element, index) => kind(element, `${at}[${index}]`));
  };

const platforms = array(matching(/^(instagram|twitter|linkedin)$/));
const permissions = array(matching(/^[a-z]+:[a-z]+$/));
const events = array(
  matching(
    /^(content\.(created|published|scheduled|failed)|engagement\.received|comment\.created|mention\.detected|approval\.requested)$/,
  ),
);

/** Section 4, row by row: the request, and the content of its response. Types and prefixes are section 2's. */
const REFERENCE: [string, string, number, Kind][] = [
  ['POST', '/auth/token', 200, object({ access_token: string, token_type: value('Bearer'), expires_in: value(3600) })],
  ['GET', '/auth/verify', 200, object({ valid: value(true), user_id: id('usr'), permissions })],
  [
    'GET',
    '/content',
    200,
    object({
      data: array(object({ id: id('cnt'), title: string, status: string, platforms, created_at: timestamp })),
      pagination: object({ page: integer, per_page: integer, total: integer }),
    }),
  ],
  [
    'POST',
    '/content',
    201,
    object({ id: id('cnt'), title: string, status: value('scheduled'), created_at: timestamp }),
  ],
  ['PUT', '/content/{id}', 200, object({ id: id('cnt'), title: string, status: string, updated_at: timestamp })],
  ['DELETE', '/content/{id}', 200, object({ success: boolean, message: string })],
  [
    'GET',
    '/analytics/performance',
    200,
    object({
      engagement_rate: number,
      reach: integer,
      impressions: integer,
      clicks: integer,
      period: value('7d'),
    }),
  ],
  [
    'GET',
    '/analytics/trends',
    200,
    object({
      trending_topics: array(object({ topic: string, growth_rate: number, volume: integer })),
      trending_hashtags: array(object({ hashtag: matching(/^#./), usage_count: integer, engagement_score: integer })),
    }),
  ],
  [
    'GET',
    '/schedule',
    200,
    object({
      scheduled_posts: array(
        object({
          id: id('scd'),
          content_id: id('cnt'),
          platform: matching(/^(instagram|twitter|linkedin)$/),
          scheduled_at: timestamp,
          status: value('pending'),
        }),
      ),
    }),
  ],
  ['POST', '/schedule', 201, object({ schedule_id: id('scd'), status: value('scheduled'), platforms })],
  [
    'GET',
    '/team/members',
    200,
    object({ members: array(object({ id: id('usr'), name: string, role: string, permissions })) }),
  ],
  ['POST', '/team/invite', 201, object({ invitation_id: id('inv'), status: value('sent'), expires_at: timestamp })],
  ['POST', '/webhooks', 201, object({ webhook_id: id('wh'), url: string, status: value('active'), events })],
  [
    'GET',
    '/webhooks',
    200,
    object({
      webhooks: array(object({ id: id('wh'), url: string, events, status: value('active'), created_at: timestamp })),
    }),
  ],
  [
    'POST',
    '/webhooks/{id}/test',
    200,
    object({
      test_id: id('test'),
      status: value('delivered'),
      response_status: integer,
      delivered_at: timestamp,
    }),
  ],
];

/** The row of our route table for an endpoint of the reference, under `{base_url}` = `/v1`. */
function rowAt(method: string, path: string): [OperationId, Operation] {
  const found = allEndpoints().find(([, route]) => route.method === method && route.path === `/v1${path}`);
  if (!found) throw new Error(`Nothing answers at ${method} ${path}.`);
  return found;
}

/** Request as the reference writes them, with existing resources. */
async function requestOf(operation: OperationId, tenant: Tenant): Promise<TestRequest> {
  const { token } = tenant;
  const text = { title: 'A title', description: 'A text', platforms: ['instagram', 'twitter', 'linkedin'] };
  switch (operation) {
    case 'content.create':
      return { token, body: { ...text, scheduled_at: inSeconds(3600) } };
    case 'content.update':
      return { token, params: { id: (await newContent(tenant)).id }, body: { title: 'B', status: 'draft' } };
    case 'content.list':
      await newContent(tenant, text);
      return { token };
    case 'schedule.list':
      await newEntry(tenant);
      return { token };
    case 'analytics.performance':
      await numbers(tenant);
      return { token };
    case 'analytics.trends':
      for (let post = 0; post < 6; post++) {
        const counted = { terms: ['#launch', 'summer campaign'], at: inSeconds(0) };
        await commit(termCountIncrements(tenant.workspace.id, 'all', counted));
      }
      return { token };
    case 'team.invite': {
      const body = {
        email: 'a@example.com',
        role: 'content_manager',
        permissions: ['content:read', 'content:write'],
      };
      return { token, body };
    }
    case 'webhooks.create':
      return {
        token,
        body: { url: 'https://example.com/hook', events: ['content.published'], secret: 'a secret of mine' },
      };
    case 'webhooks.list':
      await newWebhook(tenant, { events: ['content.published', 'comment.created'] });
      return { token };
    case 'webhooks.test': {
      const receiver = await httpReceiver((_, response) => response.end());
      const { webhook_id } = await newWebhook(tenant, { url: `http://127.0.0.1:${receiver.port}/` });
      return { token, params: { id: webhook_id }, body: { event_type: 'content.published' } };
    }
    default:
      return validRequest(operation, tenant);
  }
}

async function numbers(tenant: Tenant): Promise<void> {
  const deltas = { ...NO_METRICS, impressions: 300, reach: 200, likes: 7, clicks: 3 };
  const delta = {
    workspace_id: tenant.workspace.id,
    content_id: newId('content'),
    platform: 'twitter' as const,
    account_id: null,
    at: inSeconds(0),
    posts: 1 as const,
    deltas,
  };
  await commit(bucketWrites(delta));
}

describe('the reference', () => {
  it('has fifteen endpoints', () => {
    expect(new Set(REFERENCE.map(([method, path]) => `${method} ${path}`)).size).toBe(15);
  });

  describe.each(REFERENCE)('%s %s', (method, path, status, kind) => {
    it('returns every field of the reference, with its type and prefix', async () => {
      const [operation] = rowAt(method, path);
      const answer = await callApi(operation, await requestOf(operation, await newTenantFor(operation)));
      expect(answer.status, answer.text).toBe(status);
      expect(kind(answer.json, 'response')).toEqual([]);
    });

    it("matches the row's own response schema as well", async () => {
      const [operation] = rowAt(method, path);
      const answer = await callApi(operation, await requestOf(operation, await newTenantFor(operation)));
      const checked = endpointOf(operation).response().safeParse(answer.json);
      expect(checked.error?.issues ?? []).toEqual([]);
    });
  });

  it('the rows outside the reference match their own schema', async () => {
    const ours = allEndpoints().filter(
      ([, route]) => !REFERENCE.some(([method, path]) => route.method === method && route.path === `/v1${path}`),
    );
    expect(ours.map(([operation]) => operation)).toEqual(
      expect.arrayContaining(['content.get', 'content.validate', 'schedule.cancel', 'accounts.create']),
    );
    for (const [operation, route] of ours) {
      const answer = await callApi(operation, await validRequest(operation, await newTenantFor(operation)));
      expect(answer.status).toBe(route.status);
      // A response that is not JSON is a page or a script.
      if (answer.headers['content-type'] !== 'application/json') continue;
      expect(endpointOf(operation).response().safeParse(answer.json).error?.issues ?? []).toEqual([]);
    }
  });
});
