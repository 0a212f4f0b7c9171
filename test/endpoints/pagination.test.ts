import { describe, expect, it } from 'vitest';
import { NO_METRICS } from '../../lib/analytics/rules/metrics.ts';
import { bucketWrites } from '../../lib/analytics/store/metric-buckets.ts';
import type { OperationId } from '../../lib/bundle/endpoints.ts';
import { ROLES } from '../../lib/core/api/permission.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { memberWrites } from '../../lib/identity/store/members.ts';
import { EVENT_KINDS } from '../../lib/webhooks/events/events.ts';
import { DELIVERY_STATUSES } from '../../lib/webhooks/rules/webhook-delivery.ts';
import { advanceTime, callApi, inSeconds, type Json, setupApi, type TestResponse } from '../functions/api-harness.ts';
import {
  newContent,
  newDelivery,
  newEntry,
  newEvent,
  newInvitation,
  newKey,
  newWebhook,
} from '../functions/resources.ts';
import { newId, newTenant, type Tenant } from '../functions/tenants.ts';

setupApi();

type Query = Record<string, string>;

const endpoints = new Map<Tenant, string>();

/** The one endpoint of a tenant. */
async function endpointOf(tenant: Tenant): Promise<string> {
  const id = endpoints.get(tenant) ?? (await newWebhook(tenant)).webhook_id;
  endpoints.set(tenant, id);
  return id;
}

/** Every list of the API: where its records are, and how one is created. */
const LISTS: [OperationId, string, (tenant: Tenant, number: number) => Promise<unknown>][] = [
  ['content.list', 'data', (tenant) => newContent(tenant)],
  ['schedule.list', 'scheduled_posts', (tenant, number) => newEntry(tenant, 60 + (number % 3))],
  ['analytics.rank-content', 'data', (tenant, number) => newMetrics(tenant, number)],
  ['team.list-members', 'members', (tenant, number) => newMember(tenant, number)],
  ['team.list-invitations', 'invitations', (tenant) => newInvitation(tenant)],
  ['keys.list', 'keys', (tenant, number) => newKey(tenant, { name: `Key ${number}` })],
  ['webhooks.list', 'webhooks', (tenant, number) => newWebhook(tenant, { url: `https://example.com/${number}` })],
  [
    'webhooks.list-deliveries',
    'deliveries',
    async (tenant, number) =>
      newDelivery(tenant, await endpointOf(tenant), {
        event_type: EVENT_KINDS[number % 3]!,
        status: DELIVERY_STATUSES[number % 4]!,
      }),
  ],
  ['events.list', 'events', (tenant, number) => newEvent(tenant, EVENT_KINDS[number % 8])],
];

/** Request a list of a tenant. */
async function askList(operation: OperationId, tenant: Tenant, query: Query): Promise<TestResponse> {
  const params = operation === 'webhooks.list-deliveries' ? { params: { id: await endpointOf(tenant) } } : {};
  return callApi(operation, { token: tenant.token, query, ...params });
}

const recordsOf = (answer: TestResponse, member: string) => answer.json[member] as (Json & { id: string })[];
const paginationOf = (answer: TestResponse) => answer.json.pagination as Json;

async function newMember(tenant: Tenant, number: number): Promise<void> {
  await commit(
    memberWrites({
      id: newId('user'),
      workspace_id: tenant.workspace.id,
      name: `Member ${number}`,
      email: `member-${number}@example.com`,
      role: 'viewer',
      permissions: [...ROLES.viewer],
      created_at: inSeconds(0),
      version: 0,
    }),
  );
}

/** Build metrics of a separate item; some are equal. */
async function newMetrics({ workspace }: Tenant, number: number): Promise<void> {
  const keys = {
    workspace_id: workspace.id,
    content_id: newId('content'),
    platform: 'twitter' as const,
    account_id: null,
  };
  const deltas = { ...NO_METRICS, likes: number % 3 };
  await commit(bucketWrites({ ...keys, at: inSeconds(0), posts: 1, deltas }));
}

async function fill(tenant: Tenant, make: (typeof LISTS)[number][2], count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    await make(tenant, number);
    advanceTime(1);
  }
}

/** Walk a list by cursor to its end, and return the pages. */
async function walk(operation: OperationId, tenant: Tenant, query: Query, between?: () => Promise<unknown>) {
  const pages: TestResponse[] = [];
  let cursor: unknown = null;
  do {
    const next: Query = cursor === null ? {} : { cursor: String(cursor) };
    const answer = await askList(operation, tenant, { ...query, ...next });
    expect(answer.status, answer.text).toBe(200);
    pages.push(answer);
    cursor = paginationOf(answer).next_cursor;
    await between?.();
  } while (cursor !== null && pages.length < 100);
  return pages;
}

describe.each(LISTS)('%s', (operation, member, make) => {
  const list = (tenant: Tenant, query: Query = {}) => askList(operation, tenant, query);
  const ids = (answer: TestResponse) =>
    recordsOf(answer, member).map(({ id, invitation_id, content_id }) => String(id ?? invitation_id ?? content_id));

  it('has the same elements in pages, by cursor, and in full', async () => {
    const tenant = await newTenant();
    await fill(tenant, make, 7);
    const whole = ids(await list(tenant, { limit: '100' }));
    expect(new Set(whole).size).toBeGreaterThanOrEqual(7);
    const byCursor = await walk(operation, tenant, { limit: '3' });
    expect(byCursor.flatMap(ids)).toEqual(whole);
    const byPage: string[] = [];
    for (let page = 1; page <= 4; page++)
      byPage.push(...ids(await list(tenant, { page: String(page), per_page: '3' })));
    expect(byPage).toEqual(whole);
  });

  it('returns its position: page, per_page, total, whether there is more', async () => {
    const tenant = await newTenant();
    await fill(tenant, make, 7);
    const total = ids(await list(tenant)).length;
    expect(paginationOf(await list(tenant, { page: '2', per_page: '3' }))).toEqual({
      page: 2,
      per_page: 3,
      total,
      total_is_capped: false,
      next_cursor: expect.any(String),
      has_more: true,
    });
    const last = { total, total_is_capped: false, next_cursor: null, has_more: false };
    expect(paginationOf(await list(tenant, { per_page: String(total) }))).toMatchObject(last);
    expect(paginationOf(await list(tenant, { page: '9', per_page: '3' }))).toMatchObject(last);
    const pages = await walk(operation, tenant, { limit: '3' });
    expect(pages.map((answer) => paginationOf(answer).page)).toEqual(pages.map((_, index) => index + 1));
    expect(pages.map((answer) => paginationOf(answer).total)).toEqual(pages.map(() => total));
  });

  it('continues from pages with the cursor without a gap', async () => {
    const tenant = await newTenant();
    await fill(tenant, make, 7);
    const whole = ids(await list(tenant));
    const second = await list(tenant, { page: '2', per_page: '2' });
    const cursor = String(paginationOf(second).next_cursor);
    const rest = await list(tenant, { cursor, limit: '100' });
    expect([...ids(second), ...ids(rest)]).toEqual(whole.slice(2));
  });

  it('has a link to the next page, and none on the last', async () => {
    const tenant = await newTenant();
    await fill(tenant, make, 4);
    const first = await list(tenant, { limit: '2' });
    const [, next] = /^<([^>]+)>; rel="next"$/.exec(first.headers.link!) ?? [];
    const query = Object.fromEntries(new URL(next!, 'http://localhost').searchParams);
    expect(query).toEqual({ limit: '2', cursor: paginationOf(first).next_cursor });
    expect((await list(tenant, query)).status).toBe(200);
    expect((await list(tenant, { limit: '100' })).headers).not.toHaveProperty('link');
  });

  it('has pages of 20 by default, and of up to 100', async () => {
    const tenant = await newTenant();
    expect(paginationOf(await list(tenant))).toMatchObject({ page: 1, per_page: 20 });
    expect(paginationOf(await list(tenant, { limit: '100' }))).toMatchObject({ per_page: 100 });
    expect(paginationOf(await list(tenant, { per_page: '1' }))).toMatchObject({ per_page: 1 });
  });

  it.each<Query>([
    { page: '1', limit: '5' },
    { per_page: '5', limit: '5' },
    { page: '1', cursor: 'x' },
    { per_page: '5', cursor: 'x' },
  ])('rejects both forms mixed: %j', async (query) => {
    const answer = await list(await newTenant(), query);
    expect([answer.status, answer.json.code]).toEqual([400, 'invalid_query']);
  });

  it('reaches item 2,000 by page, and refers to the cursor beyond it', async () => {
    const tenant = await newTenant();
    expect((await list(tenant, { page: '20', per_page: '100' })).status).toBe(200);
    expect((await list(tenant, { page: '100' })).status).toBe(200);
    const beyond: Query[] = [{ page: '21', per_page: '100' }, { page: '101' }, { page: '999999999' }];
    for (const query of beyond) {
      const answer = await list(tenant, query);
      expect(answer.status).toBe(400);
      expect(answer.json.detail).toContain('cursor');
    }
  });

  it('rejects a cursor that was changed, cut, doubled, invented or of another workspace', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    await fill(tenant, make, 4);
    const cursor = String(paginationOf(await list(tenant, { limit: '1' })).next_cursor);
    const [content, encryptSecrets] = cursor.split('.') as [string, string];
    const elsewhere = Buffer.from(JSON.stringify(['zzz', 2])).toString('base64url');
    const invalidCursors = [
      `${elsewhere}.${encryptSecrets}`,
      `${content}.${encryptSecrets.startsWith('A') ? 'B' : 'A'}${encryptSecrets.slice(1)}`,
      content,
      `${content}.`,
      `${cursor}.${encryptSecrets}`,
      cursor.slice(0, -1),
      `${cursor}=`,
      'x',
      '.',
      '%00',
      'é'.repeat(22),
    ];
    for (const each of invalidCursors) {
      const answer = await list(tenant, { cursor: each });
      expect([each, answer.status]).toEqual([each, 400]);
      expect(answer.json.errors).toEqual([expect.objectContaining({ pointer: 'cursor' })]);
    }
    expect((await list(other, { cursor })).status).toBe(400);
    expect((await list(tenant, { cursor })).status).toBe(200);
  });

  it('contains nothing of the workspace in a cursor', async () => {
    const tenant = await newTenant();
    await fill(tenant, make, 3);
    const cursor = String(paginationOf(await list(tenant, { limit: '1' })).next_cursor);
    expect(Buffer.from(cursor.split('.')[0]!, 'base64url').toString()).not.toContain(tenant.workspace.id);
  });
});

describe('a cursor', () => {
  it.each([
    ['with another filter', { status: 'draft' }, { status: 'scheduled' }],
    ['with an additional filter', {}, { status: 'draft' }],
    ['without its filter', { status: 'draft' }, {}],
  ] as [string, Query, Query][])('is rejected %s', async (_, made, used) => {
    const tenant = await newTenant();
    await fill(tenant, (each) => newContent(each), 3);
    const list = (query: Query) => callApi('content.list', { token: tenant.token, query });
    const cursor = String(paginationOf(await list({ ...made, limit: '1' })).next_cursor);
    expect((await list({ ...used, cursor })).status).toBe(400);
    expect((await list({ ...made, cursor })).status).toBe(200);
  });

  it('of one endpoint is rejected by another', async () => {
    const tenant = await newTenant();
    const id = await endpointOf(tenant);
    for (let made = 0; made < 2; made++) await newDelivery(tenant, id);
    const { webhook_id: other } = await newWebhook(tenant, { url: 'https://example.com/other' });
    const list = (endpointId: string, query: Query) =>
      callApi('webhooks.list-deliveries', { token: tenant.token, params: { id: endpointId }, query });
    const cursor = String(paginationOf(await list(id, { limit: '1' })).next_cursor);
    expect((await list(id, { cursor })).status).toBe(200);
    expect((await list(other, { cursor })).status).toBe(400);
  });

  it('of one list is rejected by another', async () => {
    const tenant = await newTenant();
    await fill(tenant, (each) => newContent(each), 2);
    const first = await callApi('content.list', { token: tenant.token, query: { limit: '1' } });
    const cursor = String(paginationOf(first).next_cursor);
    for (const other of ['schedule.list', 'team.list-members', 'webhooks.list', 'events.list'] as const) {
      expect((await callApi(other, { token: tenant.token, query: { cursor } })).status, other).toBe(400);
    }
  });
});

describe('a list walked by cursor during creations and deletions', () => {
  const FILTERS: Query[] = [{}, { status: 'draft' }, { platform: 'linkedin' }, { from: '2026-08-03T10:00:00Z' }];

  it.each(FILTERS)('%j returns every unchanged item exactly once', async (filter) => {
    const tenant = await newTenant();
    const made: string[] = [];
    for (let number = 0; number < 40; number++) {
      // Some share their millisecond, and all of them their order by id.
      if (number % 3 === 0) advanceTime(1);
      const platforms = number % 2 === 0 ? ['twitter', 'linkedin'] : ['linkedin'];
      made.push((await newContent(tenant, { platforms })).id);
    }
    const deleted = new Set<string>();
    let step = 0;
    const changeList = async () => {
      const chosen = [made[step], made[39 - step]];
      step += 1;
      for (const id of chosen) {
        if (id === undefined || deleted.has(id)) continue;
        deleted.add(id);
        await callApi('content.delete', { token: tenant.token, params: { id } });
      }
      advanceTime(1);
      await newContent(tenant, { platforms: ['linkedin'] });
    };
    const pages = await walk('content.list', tenant, { ...filter, limit: '7' }, changeList);
    const seen = pages.flatMap((answer) => recordsOf(answer, 'data').map(({ id }) => id));
    const there = made.filter((id) => !deleted.has(id));
    expect(there.length).toBeGreaterThan(20);
    expect(new Set(seen).size).toBe(seen.length);
    expect(there.filter((id) => !seen.includes(id))).toEqual([]);
  });

  it('continues when the item at its cursor has been deleted', async () => {
    const tenant = await newTenant();
    await fill(tenant, (each) => newContent(each), 4);
    const list = (query: Query) => callApi('content.list', { token: tenant.token, query });
    const whole = recordsOf(await list({}), 'data').map(({ id }) => id);
    const first = await list({ limit: '2' });
    await callApi('content.delete', { token: tenant.token, params: { id: whole[1]! } });
    const rest = await list({ cursor: String(paginationOf(first).next_cursor), limit: '2' });
    expect(recordsOf(rest, 'data').map(({ id }) => id)).toEqual(whole.slice(2));
  });

  it('of entries, many of them due at the same moment, returns every pending one exactly once', async () => {
    const tenant = await newTenant();
    const made: string[] = [];
    for (let number = 0; number < 24; number++) made.push((await newEntry(tenant, 600 + (number % 2))).schedule_id);
    const cancelled = new Set<string>();
    const changeList = async () => {
      const id = made[cancelled.size * 2]!;
      cancelled.add(id);
      await callApi('schedule.cancel', { token: tenant.token, params: { id } });
    };
    const pages = await walk('schedule.list', tenant, { limit: '5' }, changeList);
    const seen = pages.flatMap((answer) => recordsOf(answer, 'scheduled_posts').map(({ id }) => id));
    expect(new Set(seen).size).toBe(seen.length);
    expect(made.filter((id) => !cancelled.has(id) && !seen.includes(id))).toEqual([]);
  });

  it('of the entries of one item has a cursor as well', async () => {
    const tenant = await newTenant();
    const content = await newContent(tenant, {
      platforms: ['twitter', 'linkedin', 'instagram'],
      scheduled_at: inSeconds(60),
    });
    const pages = await walk('schedule.list', tenant, { content_id: content.id, limit: '1' });
    expect(pages).toHaveLength(3);
    const seen = pages.flatMap((answer) => recordsOf(answer, 'scheduled_posts').map(({ id }) => id));
    expect(new Set(seen).size).toBe(3);
  });
});
