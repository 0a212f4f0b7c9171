import { describe, expect, it } from 'vitest';
import { endpointOf } from '../../lib/bundle/endpoints.ts';
import { INDEX_PROJECTION, INDEXES } from '../../lib/core/table/schema.ts';
import { minIdAt } from '../../lib/core/values/id.ts';
import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import { DELIVERY_STATUSES, type Delivery } from '../../lib/webhooks/rules/webhook-delivery.ts';
import { deliveryWrite } from '../../lib/webhooks/store/deliveries.ts';
import { callApi, inSeconds, type Json, setupApi } from '../functions/api-harness.ts';
import { LIST_KINDS } from '../functions/list-endpoint-fixtures.ts';
import { newDelivery, newWebhook } from '../functions/resources.ts';
import { newTenant, newTenantFor, newToken, type Tenant } from '../functions/tenants.ts';

const table = setupApi();

type Query = Record<string, string>;

// An index item of a delivery has about 400 bytes, and DynamoDB returns a megabyte.
const ITEMS_OF_A_MEGABYTE = 2_000;
const MORE_THAN_COUNTED = 12_000;

/** Fill a tenant's endpoint with deliveries. The status of each follows from its number. */
async function endpointWith(count: number, statusOf: (number: number) => Delivery['status']) {
  const tenant = await newTenant();
  const { webhook_id } = await newWebhook(tenant);
  const sample = await newDelivery(tenant, webhook_id);
  table.remove((deliveryWrite(null, sample) as { put: Json }).put);
  const startMs = Date.now() - 5 * DAY_MS;
  for (let number = 0; number < count; number++) {
    const id = `${minIdAt('delivery', startMs + number)}`;
    const created_at = new Date(startMs + number).toISOString();
    const write = deliveryWrite(null, { ...sample, id, created_at, status: statusOf(number) });
    table.insert((write as { put: Json }).put);
  }
  table.queryPart = ITEMS_OF_A_MEGABYTE;
  return { tenant, webhook_id };
}

const of = (number: number) => DELIVERY_STATUSES[number % 4]!;

/** Where the deliveries of each status are in the order of the list. */
const DISTRIBUTIONS: [string, (number: number) => Delivery['status']][] = [
  ['in turn in each status', of],
  ['all in one status', () => 'delivered'],
  ['in one status after the other', (number) => of(Math.floor((number * 4) / MORE_THAN_COUNTED))],
  ['in one status, and few in the others', (number) => (number % 1_000 === 0 ? of(number / 1_000) : 'delivered')],
];

/** Send a request and return its response with the number of queries of the table. */
async function countQueries(tenant: Tenant, id: string, query: Query) {
  let queries = 0;
  table.fault = (command) => {
    if (command === 'QueryCommand') queries += 1;
    return null;
  };
  const { status, json } = await callApi('webhooks.list-deliveries', { token: tenant.token, params: { id }, query });
  table.fault = null;
  expect(status).toBe(200);
  const deliveries = json.deliveries as { id: string }[];
  return { queries, deliveries: deliveries.map((delivery) => delivery.id), pagination: json.pagination as Json };
}

describe.each(DISTRIBUTIONS)('a page of 12,000 deliveries %s', (_, statusOf) => {
  it('makes at most 12 queries, with any filter and at any depth', async () => {
    const { tenant, webhook_id } = await endpointWith(MORE_THAN_COUNTED, statusOf);
    const queries: Query[] = [
      { limit: '100' },
      { page: '20', per_page: '100' },
      { page: '2000', per_page: '1' },
      { limit: '100', status: 'delivered' },
      { limit: '100', event_type: 'content.published' },
      { limit: '100', from: new Date(Date.now() - 5 * DAY_MS).toISOString() },
    ];
    for (const query of queries) {
      const page = await countQueries(tenant, webhook_id, query);
      expect(page.queries, JSON.stringify(query)).toBeLessThanOrEqual(12);
    }
  });

  it('is the same page as by a cursor', async () => {
    const { tenant, webhook_id } = await endpointWith(MORE_THAN_COUNTED, statusOf);
    const newest = (first: number) =>
      Array.from({ length: 100 }, (_, index) =>
        minIdAt('delivery', Date.now() - 5 * DAY_MS + MORE_THAN_COUNTED - 1 - first - index),
      );
    for (const page of [1, 14, 20]) {
      const found = await countQueries(tenant, webhook_id, { page: String(page), per_page: '100' });
      expect(found.deliveries).toEqual(newest((page - 1) * 100));
      const cursor = String(found.pagination.next_cursor);
      const next = await countQueries(tenant, webhook_id, { cursor, limit: '100' });
      expect(next.deliveries).toEqual(newest(page * 100));
      expect(next.queries).toBeLessThanOrEqual(12);
    }
  });
});

describe('an index item of a delivery', () => {
  it('is small enough for 2,000 in a megabyte', async () => {
    const tenant = await newTenant();
    const { webhook_id } = await newWebhook(tenant);
    const sample = await newDelivery(tenant, webhook_id, { status: 'delivered' });
    const { put } = deliveryWrite(null, sample) as { put: Json };
    const { pk, sk, projection } = INDEXES.by_status;
    expect(projection).toBe('list');
    const shown = Object.entries(put).filter(([name]) => ['pk', 'sk', pk, sk, ...INDEX_PROJECTION].includes(name));
    const bytes = shown.reduce((sum, [name, value]) => sum + name.length + Buffer.byteLength(String(value)), 0);
    expect(bytes).toBeLessThanOrEqual(2 ** 20 / ITEMS_OF_A_MEGABYTE);
  });
});

// A ranking computes sums over the days of its period. The audit log finds a time by binary search.
const COMPUTED = ['analytics.rank-content', 'audit.list'];

// Notifications have a partition for each of their eight kinds, and the unread ones are counted beside the page.
const maxQueries = (operation: string) => (operation === 'notifications.list' ? 16 : 12);

describe.each(LIST_KINDS.filter(({ operation }) => !COMPUTED.includes(operation)))('a page of $operation', (kind) => {
  it('with all records of a small list makes at most 12 queries, or 2 for each kind, with any filter', async () => {
    const tenant = await newTenantFor(kind.operation);
    const isOfStage = endpointOf(kind.operation).stage === true;
    const webhook_id = isOfStage ? '' : (await newWebhook(tenant)).webhook_id;
    for (let number = 0; number < 95; number++) await kind.make(tenant, webhook_id, number);
    table.queryPart = ITEMS_OF_A_MEGABYTE;
    const filters: Query[] = Object.entries(kind.filters).flatMap(([name, [value]]) => [{ [name]: value! }]);
    const all: Query[] = [{}, ...filters, Object.assign({}, ...filters)];
    if (kind.hasTimes) all.push(...all.map((query) => ({ ...query, from: inSeconds(-3600) })));
    for (const query of all) {
      const params = kind.params ? { params: await kind.params(tenant, webhook_id) } : {};
      let queries = 0;
      table.fault = (command) => {
        if (command === 'QueryCommand') queries += 1;
        return null;
      };
      const token = await newToken(tenant);
      queries = 0;
      const answer = await callApi(kind.operation, { token, ...params, query: { limit: '100', ...query } });
      expect(answer.status, JSON.stringify(query)).toBe(200);
      expect(queries, JSON.stringify(query)).toBeLessThanOrEqual(maxQueries(kind.operation));
    }
  });
});

describe('the total of a list', () => {
  it.each([0, 1, 101, 1_000])('is exact for %d deliveries', async (count) => {
    const { tenant, webhook_id } = await endpointWith(count, of);
    const { pagination } = await countQueries(tenant, webhook_id, { limit: '100' });
    expect(pagination).toMatchObject({ total: count, total_is_capped: false });
  });

  it('is 1,000 and capped for 1,001 deliveries, by page and by cursor', async () => {
    const { tenant, webhook_id } = await endpointWith(1_001, of);
    const capped = { total: 1_000, total_is_capped: true };
    const first = await countQueries(tenant, webhook_id, { limit: '100' });
    expect(first.pagination).toMatchObject(capped);
    const cursor = String(first.pagination.next_cursor);
    expect((await countQueries(tenant, webhook_id, { cursor, limit: '1' })).pagination).toMatchObject(capped);
    expect((await countQueries(tenant, webhook_id, { page: '10', per_page: '100' })).pagination).toMatchObject(capped);
  });

  it('needs no further query when the page has all items of the list', async () => {
    const { tenant, webhook_id } = await endpointWith(90, of);
    expect((await countQueries(tenant, webhook_id, { limit: '100' })).queries).toBe(DELIVERY_STATUSES.length);
  });
});
