import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../lib/bundle/endpoints.ts';
import {
  advanceTime,
  callApi,
  newInstance,
  setupApi,
  type TestRequest,
  type TestResponse,
} from '../functions/api-harness.ts';
import { newContent } from '../functions/resources.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';

/**
 * How many times a request waits for the table, one response after the other. Concurrent commands count
 * once: no response is returned before every possible command has been sent.
 */

const table = setupApi();

interface Waited {
  roundTrips: number;
  /** Blocks of admissions reserved concurrently. */
  blocks: number;
  status: number;
}

const waitsOf = (operation: OperationId, asked: TestRequest) => waitsOfCall(() => callApi(operation, asked));

async function waitsOfCall(call: () => Promise<TestResponse>): Promise<Waited> {
  let [roundTrips, blocks, isOver] = [0, 0, false];
  const held: (() => void)[] = [];
  table.latency = () => new Promise((resume) => held.push(resume));
  table.fault = (command) => {
    if (command === 'UpdateCommand') blocks += 1;
    return null;
  };
  const answer = call().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    // By then every command that does not depend on a response has been sent.
    await new Promise(setImmediate);
    if (held.length > 0) roundTrips += 1;
    for (const resume of held.splice(0)) resume();
  }
  table.latency = null;
  table.fault = null;
  return { roundTrips, blocks, status: (await answer).status };
}

async function cancelledContent(tenant: Tenant): Promise<string> {
  const { id } = await newContent(tenant);
  const body = { status: 'cancelled' };
  expect((await callApi('content.update', { token: tenant.token, params: { id }, body })).status).toBe(200);
  return id;
}

const FIRST = 3;
const MANY = 80;

/** The same request repeatedly. The first three of a minute warm up an instance, and are omitted. */
async function waitsOfMany(operation: OperationId, asked: (index: number) => TestRequest): Promise<Waited[]> {
  const all: Waited[] = [];
  for (let index = 0; index < MANY; index++) all.push(await waitsOf(operation, asked(index)));
  return all.slice(FIRST);
}

const KEY = { 'content-type': 'application/json', 'idempotency-key': 'one' };
const draft = ({ token }: Tenant, headers?: Record<string, string>) => ({
  token,
  body: { title: 'A title', platforms: ['twitter'] },
  ...(headers ? { headers } : {}),
});

describe('a request of a warm instance waits for the table', () => {
  it.each([
    // Its platforms determine which accounts to read for its warnings.
    [
      'reading an item that will be sent',
      'content.get',
      2,
      async (tenant: Tenant) => {
        const { id } = await newContent(tenant);
        return { token: tenant.token, params: { id } };
      },
    ],
    [
      'reading an item that will not be sent',
      'content.get',
      1,
      async (tenant: Tenant) => ({ token: tenant.token, params: { id: await cancelledContent(tenant) } }),
    ],
    ['listing items', 'content.list', 1, async ({ token }: Tenant) => ({ token })],
    // The warnings are part of the response that is committed with its Idempotency-Key.
    ['creating an item', 'content.create', 2, async (tenant: Tenant) => draft(tenant)],
    [
      'repeating a request with its Idempotency-Key',
      'content.create',
      2,
      async (tenant: Tenant) => {
        await callApi('content.create', draft(tenant, KEY));
        return draft(tenant, KEY);
      },
    ],
  ] as const)(
    '%s (%s) at most %i times, also when a block of admissions is reserved',
    async (_, operation, most, prepare) => {
      const tenant = await newTenant();
      const asked = await prepare(tenant);
      advanceTime(60_000);
      const all = await waitsOfMany(operation, () => asked);
      expect(all.every(({ status }) => status < 300)).toBe(true);
      expect(all.filter(({ blocks }) => blocks > 0).length).toBeGreaterThan(0);
      expect(Math.max(...all.map(({ roundTrips }) => roundTrips))).toBeLessThanOrEqual(most);
    },
  );

  it('no more often when its key has an hourly limit', async () => {
    const tenant = await newTenant('enterprise', { hourly_limit: 5_000 });
    const all = await waitsOfMany('content.list', () => ({ token: tenant.token }));
    expect(all.filter(({ blocks }) => blocks > 0).length).toBeGreaterThan(0);
    expect(all.map(({ roundTrips }) => roundTrips)).toEqual(all.map(() => 1));
  });
});

describe('the first request of an instance in a minute', () => {
  it('reads an item while its admission is reserved', async () => {
    const tenant = await newTenant();
    const id = await cancelledContent(tenant);
    // In the next minute, but within the time a token is cached.
    advanceTime(29_999);
    await callApi('auth.verify', { token: tenant.token });
    advanceTime(1);
    const waited = await waitsOf('content.get', { token: tenant.token, params: { id } });
    expect(waited).toEqual({ roundTrips: 1, blocks: 1, status: 200 });
  });
});

describe('the first request of a new instance waits for the table', () => {
  it.each([
    [
      'reading an item that will be sent',
      'content.get',
      2,
      async (tenant: Tenant) => ({ token: tenant.token, params: { id: (await newContent(tenant)).id } }),
    ],
    [
      'reading an item that will not be sent',
      'content.get',
      2,
      async (tenant: Tenant) => ({ token: tenant.token, params: { id: await cancelledContent(tenant) } }),
    ],
    ['listing items', 'content.list', 2, async ({ token }: Tenant) => ({ token })],
    ['verifying a token', 'auth.verify', 2, async ({ token }: Tenant) => ({ token })],
    ['creating an item', 'content.create', 3, async (tenant: Tenant) => draft(tenant)],
    [
      'updating an item',
      'content.update',
      3,
      async (tenant: Tenant) => {
        const { id } = await newContent(tenant);
        return { token: tenant.token, params: { id }, body: { title: 'Another title' } };
      },
    ],
  ] as const)('%s (%s) at most %i times', async (_, operation, most, prepare) => {
    const tenant = await newTenant();
    const asked: TestRequest = await prepare(tenant);
    const instance = await newInstance(operation);
    const { status, roundTrips } = await waitsOfCall(() => instance(asked));
    expect(status).toBeLessThan(300);
    expect(roundTrips).toBeLessThanOrEqual(most);
  });
});
