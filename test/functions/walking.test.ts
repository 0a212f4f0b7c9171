import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allRoutes } from '../../lib/contract/routes.ts';
import { type Answer, ask, type Json, openFrontDoor, pass } from './front-door.ts';
import { isAskedFor, KINDS, type Kind, type Thing } from './listed-things.ts';
import { newWebhook } from './resources.ts';
import { newTenant, type Tenant } from './tenants.ts';

openFrontDoor();

type Query = Record<string, string>;

/** A workspace with things in it, and what can be asked of it. */
interface House {
  tenant: Tenant;
  endpointId: string;
  things: Thing[];
}

async function openHouse(kind: Kind, numbers: number[]): Promise<House> {
  const tenant = await newTenant();
  const { webhook_id: endpointId } = await newWebhook(tenant);
  const house: House = { tenant, endpointId, things: [] };
  for (const number of numbers) {
    house.things.push(await kind.make(tenant, endpointId, number));
    // Some share their millisecond.
    pass(number % 2);
  }
  return house;
}

async function list(kind: Kind, { tenant, endpointId }: House, query: Query): Promise<Answer> {
  const params = kind.operation === 'webhooks.deliveries' ? { params: { id: endpointId } } : {};
  const answer = await ask(kind.operation, { token: tenant.token, query, ...params });
  expect(answer.status, answer.text).toBe(200);
  return answer;
}

const idsIn = (kind: Kind, answer: Answer) =>
  (answer.json[kind.member] as Record<string, string>[]).map((thing) => thing[kind.idMember ?? 'id']!);
const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await null;
};

/** What happens to the list while a page of it is read, so many turns of the event loop after that began. */
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

const queryOf = (kind: Kind) =>
  fc.record(
    Object.fromEntries(
      Object.entries(kind.filters).map(([name, values]) => [name, fc.constantFrom(...values)]),
    ),
    { requiredKeys: [] },
  ) as fc.Arbitrary<Query>;

describe.each(KINDS)('$operation walked by cursor while things come, move and go', (kind) => {
  it('misses none that was there untouched all along, shows none twice, and none that was never asked for', async () => {
    const numbers = fc.array(fc.nat(1_000), { maxLength: 14 });
    const steps = fc.array(STEP, { maxLength: 10 });
    const walk = async (made: number[], query: Query, limit: number, happening: Step[]) => {
      const house = await openHouse(kind, made);
      const touched = new Set<Thing>();
      const present = [...house.things];
      const disturb = async ({ act, which, after }: Step) => {
        await turns(after);
        if (act === 'make') {
          pass(which % 2);
          const thing = await kind.make(house.tenant, house.endpointId, which);
          touched.add(thing);
          present.push(thing);
          return;
        }
        const thing = present[which % Math.max(1, present.length)];
        const change = thing?.[act];
        if (!thing || !change) return;
        touched.add(thing);
        if (act === 'remove') present.splice(present.indexOf(thing), 1);
        await change();
      };
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const asked: Query = { ...query, limit: String(limit), ...(cursor === null ? {} : { cursor }) };
        const next = happening.shift();
        const [answer] = await Promise.all([list(kind, house, asked), next ? disturb(next) : null]);
        seen.push(...idsIn(kind, answer));
        cursor = (answer.json.pagination as { next_cursor: string | null }).next_cursor;
      } while (cursor !== null);
      const untouched = house.things.filter((thing) => !touched.has(thing));
      const asked = untouched.filter((thing) => isAskedFor(kind, thing, query)).map(({ id }) => id);
      const others = untouched.filter((thing) => !isAskedFor(kind, thing, query)).map(({ id }) => id);
      expect(new Set(seen).size).toBe(seen.length);
      expect(asked.filter((id) => !seen.includes(id))).toEqual([]);
      expect(others.filter((id) => seen.includes(id))).toEqual([]);
    };
    await fc.assert(fc.asyncProperty(numbers, queryOf(kind), fc.integer({ min: 1, max: 5 }), steps, walk), {
      numRuns: 40,
    });
  });

  it('says with every filter how many there are of it, after whatever happened', async () => {
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
      const house = await openHouse(kind, made);
      const there = house.things;
      for (const { act, which } of changes) {
        const thing = there[which % Math.max(1, there.length)];
        const change = thing?.[act];
        if (!thing || !change) continue;
        await change();
        if (act === 'remove') there.splice(there.indexOf(thing), 1);
      }
      const named = Object.entries(kind.hasTimes ? bounds : {}).map(([name, ms]) => [
        name,
        new Date(startMs + ms).toISOString(),
      ]);
      const asked: Query = { ...query, ...Object.fromEntries(named) };
      const { pagination } = (await list(kind, house, { ...asked, limit: '3' })).json as { pagination: Json };
      const own = kind.hasOwn ? 1 : 0;
      expect([asked, pagination.total]).toEqual([
        asked,
        own + there.filter((thing) => isAskedFor(kind, thing, asked)).length,
      ]);
    };
    await fc.assert(fc.asyncProperty(numbers, moves, queryOf(kind), times, count), { numRuns: 60 });
  });

  it('carries the total in the cursor, so that no later page has to count it', async () => {
    const house = await openHouse(kind, [0, 4, 8, 12, 16]);
    const first = (await list(kind, house, { limit: '2' })).json.pagination as {
      total: number;
      next_cursor: string;
    };
    expect(JSON.parse(Buffer.from(first.next_cursor.split('.')[0]!, 'base64url').toString())).toEqual([
      expect.any(String),
      2,
      first.total,
    ]);
  });

  it('refuses a cursor with any one of its signs changed, left out or doubled', async () => {
    const house = await openHouse(kind, [0, 4, 8, 12]);
    const { next_cursor } = (await list(kind, house, { limit: '1' })).json.pagination as {
      next_cursor: string;
    };
    const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ ';
    const params = kind.operation === 'webhooks.deliveries' ? { params: { id: house.endpointId } } : {};
    const spoil = async (place: number, sign: string) => {
      const [before, there, after] = [
        next_cursor.slice(0, place),
        next_cursor[place]!,
        next_cursor.slice(place + 1),
      ];
      for (const put of [sign, '', `${there}${there}`]) {
        if (put === there) continue;
        const query = { cursor: `${before}${put}${after}` };
        const { status } = await ask(kind.operation, { token: house.tenant.token, query, ...params });
        expect([query.cursor, status]).toEqual([query.cursor, 400]);
      }
    };
    const place = fc.nat(next_cursor.length - 1);
    await fc.assert(fc.asyncProperty(place, fc.constantFrom(...signs), spoil), { numRuns: 100 });
  });
});

describe('every list of the API', () => {
  it('is walked here, or is too short to be walked', () => {
    const lists = allRoutes()
      .filter(([, { query }]) => 'cursor' in query.shape)
      .map(([operation]) => operation);
    // One account per platform: three.
    const short = ['accounts.list'];
    expect([...KINDS.map(({ operation }) => operation), ...short].sort()).toEqual(lists.sort());
  });
});
