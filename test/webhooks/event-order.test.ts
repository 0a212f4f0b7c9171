import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { formatInstant } from '../../lib/core/values/timestamps.ts';
import { advanceTime, callApi, inSeconds, type Json, succeed } from '../functions/api-harness.ts';
import { publishTo, REJECTED } from '../functions/publish-step.ts';
import { newContent } from '../functions/resources.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();

interface Sent {
  id: string;
  type: string;
  timestamp: string;
  data: Json & { updated_at: string; scheduling?: { scheduled_at: string } };
}

/** The events of items, in the order of their ids, which is that of `GET /events`. */
function events(): Sent[] {
  return storedRecords<Sent & { data: string }>(harness, 'Event').map((each) => ({
    ...each,
    data: JSON.parse(each.data),
  }));
}

/** The times to which an item was scheduled, in the order of its events. */
const schedulings = () =>
  events().flatMap(({ type, data }) => (type === 'content.scheduled' ? [data.scheduling!.scheduled_at] : []));

async function move(tenant: Tenant, id: string, scheduled_at: string): Promise<Json> {
  const token = await newToken(tenant);
  return succeed('content.update', { token, params: { id }, body: { scheduled_at } });
}

/** Run `during` before the first transaction of `act` is sent. */
async function beforeFirstCommit<T>(act: () => Promise<T>, during: () => Promise<unknown>): Promise<T> {
  const send = DynamoDBDocumentClient.prototype.send as (this: unknown, command: unknown) => Promise<unknown>;
  let isFirst = true;
  const spy = vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async function (
    this: unknown,
    command: unknown,
  ) {
    if (isFirst && command instanceof TransactWriteCommand) {
      isFirst = false;
      await during();
    }
    return send.call(this, command);
  } as never);
  try {
    return await act();
  } finally {
    spy.mockRestore();
  }
}

describe('two events of one item', () => {
  it('are in the order of their commits when the first request commits last', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, { scheduled_at: inSeconds(3600) });
    await processAllChanges(harness);
    const [early, late] = [inSeconds(7200), inSeconds(9000)];
    await beforeFirstCommit(
      () => move(tenant, id, late),
      async () => {
        advanceTime(5_000);
        await move(tenant, id, early);
        await processAllChanges(harness);
      },
    );
    await processAllChanges(harness);
    expect(schedulings().slice(1)).toEqual([early, late]);
    const times = events().map(({ timestamp }) => timestamp);
    expect(times.at(-1)! > times.at(-2)!).toBe(true);
  });

  it('are in the order of their commits when the clock of the second instance is behind', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, { scheduled_at: inSeconds(3600) });
    const [early, late] = [inSeconds(7200), inSeconds(9000)];
    await processAllChanges(harness);
    await move(tenant, id, early);
    await processAllChanges(harness);
    advanceTime(-3_000);
    const { updated_at } = await move(tenant, id, late);
    await processAllChanges(harness);
    expect(schedulings().slice(1)).toEqual([early, late]);
    expect(events().at(-1)).toMatchObject({ timestamp: updated_at, data: { updated_at } });
  });

  it('have different times even within a millisecond', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, { scheduled_at: inSeconds(3600) });
    await processAllChanges(harness);
    const times = Array.from({ length: 8 }, (_, index) => inSeconds(7200 + index));
    for (const time of times) {
      await move(tenant, id, time);
      await processAllChanges(harness);
    }
    expect(schedulings().slice(1)).toEqual(times);
  });

  it('have the time of the commit, not of the start of the request', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, { scheduled_at: inSeconds(3600) });
    await processAllChanges(harness);
    const token = await newToken(tenant);
    let reads = 0;
    harness.table.latency = async () => {
      // The request has authenticated its caller; reading the item takes four seconds.
      if (++reads === 1) advanceTime(4_000);
    };
    const body = { scheduled_at: inSeconds(7200) };
    const { json } = await callApi('content.update', { token, params: { id }, body });
    harness.table.latency = null;
    expect(json.updated_at).toBe(formatInstant(Date.now()));
  });

  it('of a worker follow those of a request, whatever their clocks', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, { scheduled_at: inSeconds(0), platforms: ['twitter'] });
    await processAllChanges(harness);
    advanceTime(-2_000);
    await publishTo(tenant, id, 'twitter', REJECTED);
    await processAllChanges(harness);
    const last = events().at(-1)!;
    expect(last.type).toBe('content.failed');
    for (const other of events().slice(0, -1)) expect(other.timestamp < last.timestamp).toBe(true);
  });

  it('are never out of order, with any clocks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: -2_000, max: 2_000 }), { maxLength: 8 }), async (shifts) => {
        harness.table.clear();
        const tenant = await newTenant();
        const { id } = await newContent(tenant, { scheduled_at: inSeconds(36_000) });
        await processAllChanges(harness);
        const expected: string[] = [];
        for (const [index, shift] of shifts.entries()) {
          advanceTime(shift);
          expected.push(inSeconds(40_000 + 60 * index));
          await move(tenant, id, expected.at(-1)!);
          await processAllChanges(harness);
        }
        expect(schedulings().slice(1)).toEqual(expected);
      }),
      { numRuns: 15 },
    );
  });
});
