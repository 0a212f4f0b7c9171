import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allEndpoints, endpointOf } from '../../lib/bundle/endpoints.ts';
import { advanceTime, callApi, type Json, setupApi, type TestResponse } from '../functions/api-harness.ts';
import {
  LIST_KINDS,
  type ListedItem,
  type ListKind,
  matchesQuery,
  SHORT_LISTS,
} from '../functions/list-endpoint-fixtures.ts';
import { newWebhook } from '../functions/resources.ts';
import { newTenantFor, type Tenant } from '../functions/tenants.ts';

const table = setupApi();

type Query = Record<string, string>;

/** A workspace with resources, and the queries for them. */
interface ListScenario {
  tenant: Tenant;
  endpointId: string;
  things: ListedItem[];
}

async function createListScenario(kind: ListKind, numbers: number[]): Promise<ListScenario> {
  // The stage has the workspaces of all scenarios.
  if (endpointOf(kind.operation).stage === true) table.clear();
  const tenant = await newTenantFor(kind.operation);
  // Only the lists about endpoints need one, and it is the slowest part of a scenario.
  const isOfEndpoint = kind.operation.startsWith('webhooks.');
  const endpointId = isOfEndpoint ? (await newWebhook(tenant)).webhook_id : '';
  const harness: ListScenario = { tenant, endpointId, things: [] };
  for (const number of numbers) {
    harness.things.push(await kind.make(tenant, endpointId, number));
    // Some share their millisecond.
    advanceTime(number % 2);
  }
  return harness;
}

async function list(kind: ListKind, { tenant, endpointId }: ListScenario, query: Query): Promise<TestResponse> {
  const params = kind.params ? { params: await kind.params(tenant, endpointId) } : {};
  const answer = await callApi(kind.operation, { token: tenant.token, query, ...params });
  expect(answer.status, answer.text).toBe(200);
  return answer;
}

const idsIn = (kind: ListKind, answer: TestResponse) =>
  (answer.json[kind.member] as Record<string, string>[]).map((listedItem) => listedItem[kind.idMember ?? 'id']!);
const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await null;
};

/** What happens to the list while a page of it is read, this many event loop turns after the read began. */
interface Step {
  act: 'make' | 'move' | 'remove';
  which: number;
  after: number;
}

const STEP = fc.record<Step>({
  act: fc.constantFrom('make', 'move', 'remove'),
  which: fc.nat(1_000),
  after: fc.nat(60),
});

const queryOf = (kind: ListKind) =>
  fc.record(
    Object.fromEntries(Object.entries(kind.filters).map(([name, values]) => [name, fc.constantFrom(...values)])),
    { requiredKeys: [] },
  ) as fc.Arbitrary<Query>;

describe.each(LIST_KINDS)('$operation walked by cursor during creations, moves and deletions', (kind) => {
  it('returns every unchanged resource, none twice, and none outside the filter', async () => {
    const numbers = fc.array(fc.nat(1_000), { maxLength: 14 });
    const steps = fc.array(STEP, { maxLength: 10 });
    const walk = async (made: number[], query: Query, limit: number, happening: Step[]) => {
      const harness = await createListScenario(kind, made);
      const touched = new Set<ListedItem>();
      const present = [...harness.things];
      const disturb = async ({ act, which, after }: Step) => {
        await turns(after);
        if (act === 'make') {
          advanceTime(which % 2);
          const listedItem = await kind.make(harness.tenant, harness.endpointId, which);
          touched.add(listedItem);
          present.push(listedItem);
          return;
        }
        const listedItem = present[which % Math.max(1, present.length)];
        const change = listedItem?.[act];
        if (!listedItem || !change) return;
        touched.add(listedItem);
        if (act === 'remove') present.splice(present.indexOf(listedItem), 1);
        await change();
      };
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const asked: Query = { ...query, limit: String(limit), ...(cursor === null ? {} : { cursor }) };
        const next = happening.shift();
        const [answer] = await Promise.all([list(kind, harness, asked), next ? disturb(next) : null]);
        seen.push(...idsIn(kind, answer));
        cursor = (answer.json.pagination as { next_cursor: string | null }).next_cursor;
      } while (cursor !== null);
      const untouched = harness.things.filter((listedItem) => !touched.has(listedItem));
      const asked = untouched.filter((listedItem) => matchesQuery(kind, listedItem, query)).map(({ id }) => id);
      const others = untouched.filter((listedItem) => !matchesQuery(kind, listedItem, query)).map(({ id }) => id);
      expect(new Set(seen).size).toBe(seen.length);
      expect(asked.filter((id) => !seen.includes(id))).toEqual([]);
      expect(others.filter((id) => seen.includes(id))).toEqual([]);
    };
    await fc.assert(fc.asyncProperty(numbers, queryOf(kind), fc.integer({ min: 1, max: 5 }), steps, walk), {
      numRuns: 40,
    });
  });

  it('returns the right total for every filter, after any sequence of changes', async () => {
    const numbers = fc.array(fc.nat(1_000), { maxLength: 20 });
    const moves = fc.array(fc.record({ act: fc.constantFrom('move', 'remove'), which: fc.nat(1_000) }), {
      maxLength: 8,
    });
    const times = fc.record(
      { from: fc.integer({ min: -2, max: 12 }), to: fc.integer({ min: 12, max: 24 }) },
      { requiredKeys: [] },
    );
    const count = async (
      made: number[],
      changes: { act: 'move' | 'remove'; which: number }[],
      query: Query,
      bounds: { from?: number; to?: number },
    ) => {
      const startMs = Date.now();
      const harness = await createListScenario(kind, made);
      const there = harness.things;
      for (const { act, which } of changes) {
        const listedItem = there[which % Math.max(1, there.length)];
        const change = listedItem?.[act];
        if (!listedItem || !change) continue;
        await change();
        if (act === 'remove') there.splice(there.indexOf(listedItem), 1);
      }
      const named = Object.entries(kind.hasTimes ? bounds : {}).map(([name, ms]) => [
        name,
        new Date(startMs + ms).toISOString(),
      ]);
      const asked: Query = { ...query, ...Object.fromEntries(named) };
      const { pagination } = (await list(kind, harness, { ...asked, limit: '3' })).json as {
        pagination: Json;
      };
      const own = kind.hasOwn ? 1 : 0;
      expect([asked, pagination.total]).toEqual([
        asked,
        own + there.filter((listedItem) => matchesQuery(kind, listedItem, asked)).length,
      ]);
    };
    await fc.assert(fc.asyncProperty(numbers, moves, queryOf(kind), times, count), { numRuns: 60 });
  });

  it('has the total in the cursor, so that no later page counts again', async () => {
    const harness = await createListScenario(kind, [0, 4, 8, 12, 16]);
    const first = (await list(kind, harness, { limit: '2' })).json.pagination as {
      total: number;
      next_cursor: string;
    };
    expect(JSON.parse(Buffer.from(first.next_cursor.split('.')[0]!, 'base64url').toString())).toEqual([
      expect.any(String),
      2,
      first.total,
      false,
    ]);
  });

  it('rejects a cursor with any one of its characters changed, omitted or doubled', async () => {
    const harness = await createListScenario(kind, [0, 4, 8, 12]);
    const { next_cursor } = (await list(kind, harness, { limit: '1' })).json.pagination as {
      next_cursor: string;
    };
    const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ ';
    const params = kind.params ? { params: await kind.params(harness.tenant, harness.endpointId) } : {};
    const corrupt = async (index: number, sign: string) => {
      const [before, there, after] = [next_cursor.slice(0, index), next_cursor[index]!, next_cursor.slice(index + 1)];
      for (const put of [sign, '', `${there}${there}`]) {
        if (put === there) continue;
        const query = { cursor: `${before}${put}${after}` };
        const { status } = await callApi(kind.operation, { token: harness.tenant.token, query, ...params });
        expect([query.cursor, status]).toEqual([query.cursor, 400]);
      }
    };
    const index = fc.nat(next_cursor.length - 1);
    await fc.assert(fc.asyncProperty(index, fc.constantFrom(...signs), corrupt), { numRuns: 100 });
  });
});

describe('every list operation', () => {
  it('is tested here, or is too short for pages', () => {
    const lists = allEndpoints()
      .filter(([, { query }]) => 'cursor' in query.shape)
      .map(([operation]) => operation);
    // One account per platform: three; the rows of one file; at most 20 stage keys; and what workspaces have used, by pages
    // of the list of workspaces.
    const short = ['accounts.list', ...SHORT_LISTS, 'imports.get', 'stage-keys.list', 'usage.get'];
    expect([...LIST_KINDS.map(({ operation }) => operation), ...short].sort()).toEqual(lists.sort());
  });
});
