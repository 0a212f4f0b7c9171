import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OperationId } from '../../lib/bundle/endpoints.ts';
import { newContent } from '../../lib/content/rules/change/new-content.ts';
import type { ContentState } from '../../lib/content/rules/content.ts';
import { newEntry } from '../../lib/content/rules/schedule-entry.ts';
import { contentWrites } from '../../lib/content/store/contents.ts';
import { commit, type Write } from '../../lib/core/table/commit.ts';
import type { Item } from '../../lib/core/table/schema.ts';
import { type IdKind, makeId } from '../../lib/core/values/id.ts';
import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import { stage } from '../../lib/stack/stages.ts';
import { sampleEvent } from '../../lib/webhooks/events/sample-events.ts';
import { DELIVERY_STATUSES } from '../../lib/webhooks/rules/webhook-delivery.ts';
import { newEndpoint } from '../../lib/webhooks/rules/webhook-endpoint.ts';
import { deliveryWrite } from '../../lib/webhooks/store/deliveries.ts';
import { eventWrite } from '../../lib/webhooks/store/events.ts';
import { newEndpointWrites } from '../../lib/webhooks/store/webhook-endpoints.ts';
import { openEmbeddedTable } from '../../test/core/table/embedded-table.ts';
import { callApi, type Json } from '../../test/functions/api-harness.ts';
import { newId, newTenant, type Tenant } from '../../test/functions/tenants.ts';
import { meterReads, type ReadMeter } from './read-meter.ts';

/** What a page of a list reads, in the table's own units: in a small tenant, and in one of 20,000 items. */

// Of each kind: content, entries, events and deliveries.
const SMALL = 200;
const LARGE = 5_000;
// So few that in the small tenant, too, every partition of a list has more than a page takes.
const LIMIT = 4;
const DEEP = 500;

const NOW_MS = Date.now();
const FROM = new Date(NOW_MS - 29 * DAY_MS).toISOString();
const TO = new Date(NOW_MS + 29 * DAY_MS).toISOString();

interface PageScenario {
  workspaceId: string;
  endpointId: string;
  size: number;
  tenant?: Tenant;
}

const scenarios = [SMALL, LARGE].map(
  (size): PageScenario => ({ workspaceId: newId('workspace'), endpointId: newId('endpoint'), size }),
);

let stop: () => Promise<void>;
let read: ReadMeter;

beforeAll(async () => {
  process.env.SETTINGS = JSON.stringify(stage('local'));
  // Who is calling is remembered within a minute: it is looked up once, and not in between.
  vi.useFakeTimers({ toFake: ['Date'], now: NOW_MS });
  ({ stop } = await openEmbeddedTable(scenarios.flatMap(itemsOf)));
  for (const harness of scenarios) {
    harness.tenant = await newTenant('enterprise', {}, harness.workspaceId);
    const endpoint = newEndpoint({
      id: harness.endpointId,
      workspaceId: harness.workspaceId,
      url: 'https://example.com/hook',
      events: ['*'],
      secret: 'sixteen letters!',
      createdAt: new Date(NOW_MS).toISOString(),
    });
    await commit(newEndpointWrites(endpoint, 20));
  }
  read = meterReads();
}, 240_000);

afterAll(async () => {
  vi.useRealTimers();
  await stop?.();
});

/** Every record of a tenant: as many of each kind, spread evenly over what lists can be asked for. */
function itemsOf({ workspaceId, endpointId, size }: PageScenario): Item[] {
  const writes: Write[] = [];
  for (let number = 0; number < size; number++) {
    const timeMs = NOW_MS - 28 * DAY_MS + Math.floor((number * 27 * DAY_MS) / size);
    const entropy = createHash('sha256').update(`${workspaceId}/${number}`).digest();
    const id = (kind: IdKind) => makeId(kind, timeMs, entropy);
    const pick = <T>(values: readonly T[], every = 1): T => values[Math.floor(number / every) % values.length]!;
    writes.push(...contentWrites(null, stateOf(workspaceId, timeMs, id, pick)));
    const type = pick(['content.created', 'content.scheduled'] as const, 4);
    const event = sampleEvent(type, id('event'), workspaceId, new Date(timeMs).toISOString());
    const delivery = {
      id: id('delivery'),
      workspace_id: workspaceId,
      endpoint_id: endpointId,
      event_id: event.id,
      event_type: type,
      status: pick(DELIVERY_STATUSES),
      attempts: [],

      lease_expires_at: null,
      next_attempt_at: null,
      created_at: event.timestamp,
      version: 0,
    };
    writes.push(eventWrite(event), deliveryWrite(null, delivery));
  }
  return writes.flatMap((write) => ('put' in write ? [write.put] : []));
}

type Pick = <T>(values: readonly T[], every?: number) => T;

function stateOf(workspaceId: string, timeMs: number, id: (kind: IdKind) => string, pick: Pick): ContentState {
  const platforms = [...pick([['twitter'], ['linkedin'], ['linkedin', 'twitter']] as const, 3)];
  const owner = { id: id('content'), workspaceId, userId: newId('user') };
  const content = newContent({ title: 'A title', platforms }, owner, timeMs);
  const entry = newEntry({
    id: id('entry'),
    workspaceId,
    contentId: content.id,
    groupId: id('group'),
    platform: pick(['twitter', 'linkedin', 'instagram'] as const),
    scheduledAt: new Date(timeMs + 28 * DAY_MS).toISOString(),
    unconfirmed_send: null,
    createdAt: content.created_at,
  });
  return {
    content: { ...content, status: pick(['draft', 'scheduled', 'published'] as const) },
    entries: [{ ...entry, state: pick(['pending', 'claimed', 'published'] as const, 3) }],
  };
}

type Query = Record<string, string>;

function requestOf({ tenant, endpointId }: PageScenario, operation: OperationId, query: Query) {
  const params = operation === 'webhooks.list-deliveries' ? { params: { id: endpointId } } : {};
  return { token: tenant!.token, query, ...params };
}

/** One page of a list, and what it read of the table. */
async function pageOf(
  harness: PageScenario,
  operation: OperationId,
  query: Query,
): Promise<{ pagination: Json; units: number }> {
  read.units = 0;
  const answer = await callApi(operation, requestOf(harness, operation, query));
  expect(answer.status, answer.text).toBe(200);
  return { pagination: answer.json.pagination as Json, units: read.units };
}

/** What the first page costs, the second one by cursor, and one deep in the list by cursor. */
async function measure(harness: PageScenario, operation: OperationId, filter: Query) {
  const limit = String(LIMIT);
  // Who is calling has been looked up by then.
  await pageOf(harness, operation, { ...filter, limit: '1' });
  const first = await pageOf(harness, operation, { ...filter, limit });
  const follow = ({ pagination }: { pagination: Json }) =>
    pageOf(harness, operation, { ...filter, limit, cursor: String(pagination.next_cursor) });
  const second = await follow(first);
  const page = Math.min(DEEP, Math.floor((Number(first.pagination.total) * 0.8) / LIMIT));
  const before = await pageOf(harness, operation, { ...filter, page: String(page), per_page: limit });
  const deep = await follow(before);
  expect(deep.pagination).toMatchObject({ page: page + 1, total: first.pagination.total });
  return { first: first.units, second: second.units, deep: deep.units, page };
}

const measured = new Map<string, ReturnType<typeof measure>>();

/** The same, measured once. */
function costsOf(harness: PageScenario, operation: OperationId, filter: Query): ReturnType<typeof measure> {
  const name = JSON.stringify([harness.size, operation, filter]);
  const costs = measured.get(name) ?? measure(harness, operation, filter);
  measured.set(name, costs);
  return costs;
}

const LISTS: [OperationId, Query][] = [
  ['content.list', {}],
  ['content.list', { status: 'draft' }],
  ['content.list', { platform: 'twitter' }],
  ['content.list', { status: 'published', platform: 'linkedin' }],
  ['schedule.list', {}],
  ['schedule.list', { status: 'published' }],
  ['schedule.list', { platform: 'twitter' }],
  ['content.list', { from: FROM }],
  ['content.list', { status: 'draft', platform: 'twitter', from: FROM, to: TO }],
  ['schedule.list', { from: FROM, to: TO }],
  ['events.list', {}],
  ['events.list', { type: 'content.created' }],
  ['events.list', { from: FROM }],
  ['webhooks.list-deliveries', {}],
  ['webhooks.list-deliveries', { status: 'exhausted' }],
  ['webhooks.list-deliveries', { event_type: 'content.created', from: FROM }],
];

describe('a page by cursor costs the same near the start and deep in the list, and in a tenant of 20,000 items', () => {
  it.each(LISTS)('%s %j', async (operation, filter) => {
    const [small, large] = [
      await costsOf(scenarios[0]!, operation, filter),
      await costsOf(scenarios[1]!, operation, filter),
    ];
    expect(large.page).toBeGreaterThan(100);
    expect(large.second).toBeGreaterThan(0);
    expect([large.deep, small.second, small.deep]).toEqual([large.second, large.second, large.second]);
  });
});

describe('the last page that can be requested by its number costs at most three times the first', () => {
  it.each(LISTS)('%s %j', async (operation, filter) => {
    const harness = scenarios[1]!;
    const { first } = await costsOf(harness, operation, filter);
    const query = { ...filter, page: String(DEEP), per_page: String(LIMIT) };
    const last = await pageOf(harness, operation, query);
    expect(last.units).toBeLessThanOrEqual(3 * first);
    const beyond = { ...query, page: String(DEEP + 1) };
    expect((await callApi(operation, requestOf(harness, operation, beyond))).status).toBe(400);
  });
});

describe('the first page of a list of thousands reads the entries of the largest exact total, and no more', () => {
  it.each(LISTS)('%s %j', async (operation, filter) => {
    const large = await costsOf(scenarios[1]!, operation, filter);
    expect(large.first).toBeLessThanOrEqual(75);
  });
});
