import { beforeEach, describe, expect, it } from 'vitest';
import type { Item } from '../../lib/core/table/schema.ts';
import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import { EVENT_KINDS } from '../../lib/webhooks/events/events.ts';
import { callApi, type Json, setupApi } from '../../test/functions/api-harness.ts';
import { LARGE_LISTS, type LargeList, largeList } from '../../test/functions/listed-items.ts';
import { newWebhook } from '../../test/functions/resources.ts';
import { newTenant } from '../../test/functions/tenants.ts';

/** What a page of a list reads: budgets in the units and queries of the table, which no machine changes. */

const table = setupApi();
beforeEach(() => {
  table.queryPart = ITEMS_OF_A_MEGABYTE;
});

// So many that in the small list, too, every filter matches more than are counted.
const SMALL = 4_100;
const LARGE = 30_000;
// An item of an index has less than 400 bytes, and DynamoDB returns a megabyte.
const ITEMS_OF_A_MEGABYTE = 2_500;
// The total of the events is the sum of those of each kind, with a query for each.
const MAX_QUERIES: Record<string, number> = { 'events.list': EVENT_KINDS.length + 5 };
// Members have no index, and that of invitations has another order: both are counted in the table itself.
const MAX_UNITS: Record<string, number> = { 'team.list-invitations': 150, 'team.list-members': 85 };
const DEADLINE_MS = 240_000;

type Query = Record<string, string>;
type Reader = (query: Query) => Promise<{ units: number; queries: number }>;

/** Every combination of the filters of a list, each without a period, and with one that has all records. */
function queriesOf({ filters, hasPeriod }: LargeList): Query[] {
  const queries: Query[] = [{}];
  for (const [name, value] of Object.entries(filters)) {
    queries.push(...queries.map((query) => ({ ...query, [name]: value })));
  }
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
  const period = { from: daysAgo(29), to: daysAgo(0) };
  return hasPeriod ? queries.flatMap((query) => [query, { ...query, ...period }]) : queries;
}

/** The table with the large list, and its reader. Each test begins with an empty table. */
let filled: { list: LargeList; items: Item[]; read: Reader } | undefined;

async function largeReaderOf(list: LargeList): Promise<Reader> {
  if (filled?.list === list) for (const item of filled.items) table.insert(item);
  else filled = { list, ...(await fill(list, LARGE)) };
  return filled.read;
}

/** Add a tenant with records of a list. Returns what a request of a caller who has been authenticated reads. */
async function fill(list: LargeList, size: number): Promise<{ items: Item[]; read: Reader }> {
  const tenant = await newTenant();
  const { webhook_id: id } = await newWebhook(tenant);
  const items = table.items();
  for (const writes of largeList(list, { workspaceId: tenant.workspace.id, endpointId: id }, size)) {
    for (const write of writes) if ('put' in write) items.push(write.put);
  }
  for (const item of items) table.insert(item);
  const params = list.operation === 'webhooks.list-deliveries' ? { params: { id } } : {};
  const send = (query: Query) => callApi(list.operation, { token: tenant.token, ...params, query });
  await send({ limit: '1' });
  const read = async (query: Query) => {
    let queries = 0;
    table.fault = (command) => {
      if (command === 'QueryCommand') queries += 1;
      return null;
    };
    const before = table.unitsRead;
    const { status, text, json } = await send(query);
    table.fault = null;
    expect(status, text).toBe(200);
    expect(Number((json.pagination as Json).total)).toBeGreaterThanOrEqual(1_000);
    return { units: table.unitsRead - before, queries };
  };
  return { items, read };
}

describe.each(LARGE_LISTS)('$operation', (list) => {
  it('reads for the first page at most 1.5 times as much of 30,000 records as of 4,100, with each filter', {
    timeout: DEADLINE_MS,
  }, async () => {
    const [{ read: ofSmall }, ofLarge] = [await fill(list, SMALL), await largeReaderOf(list)];
    for (const query of queriesOf(list)) {
      const [small, large] = [await ofSmall(query), await ofLarge(query)];
      expect(large.units / small.units, JSON.stringify(query)).toBeLessThanOrEqual(1.5);
      expect(large.units, JSON.stringify(query)).toBeLessThanOrEqual(MAX_UNITS[list.operation] ?? 75);
      expect(large.queries, JSON.stringify(query)).toBeLessThanOrEqual(MAX_QUERIES[list.operation] ?? 32);
    }
  });

  // Numbers of the audit log are consecutive: any page of it is read directly.
  it('reads for the last page with a number at most the keys of 2,000 records', { timeout: DEADLINE_MS }, async () => {
    const read = await largeReaderOf(list);
    for (const query of queriesOf(list)) {
      const page = { ...query, page: '100' };
      const { units, queries } = await read(page);
      expect(units, JSON.stringify(page)).toBeLessThanOrEqual(230);
      expect(queries, JSON.stringify(page)).toBeLessThanOrEqual(48);
    }
  });
});
