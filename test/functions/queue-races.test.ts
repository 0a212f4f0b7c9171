import { describe, expect, it } from 'vitest';
import type { Content } from '../../lib/content/rules/content.ts';
import type { ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import { fromItem } from '../../lib/core/table/schema.ts';
import type { Queue } from '../../lib/queues/rules/queue.ts';
import { slotTimes } from '../../lib/queues/rules/slot-times.ts';
import { callApi, type Json, START, setupApi } from './api-harness.ts';
import { newQueue } from './resources.ts';
import { simulateConflicts } from './simulated-conflicts.ts';
import { newTenant, type Tenant } from './tenants.ts';

// Requests claim slots of the same queue at the same time, and are killed before or after they commit.

const table = setupApi();
const WAVES = 4;
const CLAIMS_PER_WAVE = 5;

const recordsOf = <T>(entity: string) =>
  table
    .items()
    .filter((item) => item.entity === entity)
    .map((item) => fromItem<T>(item));

/** Kill every seventh transaction before it is committed, and every fifth after. */
function killRequests(): () => void {
  let [sent, written] = [0, 0];
  const isTransaction = (command: string) => command === 'TransactWriteCommand';
  table.fault = (command) => (isTransaction(command) && ++sent % 7 === 0 ? new Error('Killed before.') : null);
  table.failAfterWrite = (command) => (isTransaction(command) && ++written % 5 === 0 ? new Error('Killed.') : null);
  return () => {
    table.fault = null;
    table.failAfterWrite = null;
  };
}

/** Send a claim with one key until it is answered, and return its slot. */
async function claim({ token }: Tenant, key: string, position = 'last'): Promise<string> {
  const body = { title: key, platforms: ['twitter'], queue: 'default', position };
  for (;;) {
    const answer = await callApi('content.create', { token, body, headers: { 'idempotency-key': key } });
    if (answer.status === 201) return String((answer.json.queue as Json).slot_at);
    expect([500, 503]).toContain(answer.status);
  }
}

/** Every slot of every queue has one item, which has the slot and its entry, and no slot before the last one is free. */
function expectExact(perQueue: number): void {
  const queues = recordsOf<Queue>('Queue');
  const contents = new Map(recordsOf<Content>('Content').map((content) => [content.id, content]));
  const entries = new Map(recordsOf<ScheduleEntry>('ScheduleEntry').map((entry) => [entry.content_id, entry]));
  for (const queue of queues) {
    const times = slotTimes(queue, Date.parse(START));
    expect(queue.posts.map(({ slot_at }) => slot_at)).toEqual(queue.posts.map(() => times.next().value));
    expect(queue.posts).toHaveLength(perQueue);
    for (const { content_id, slot_at } of queue.posts) {
      expect(contents.get(content_id)?.queue).toEqual({ id: queue.id, slot_at, held: false });
      expect(entries.get(content_id)).toMatchObject({ scheduled_at: slot_at, due_at: slot_at, state: 'pending' });
    }
  }
  expect(contents.size).toBe(perQueue * queues.length);
}

describe('claims at the same time', () => {
  it.each([3, 50])(
    'in %i workspaces take each slot once, skip none and keep the order, although requests are killed',
    async (count) => {
      const tenants = await Promise.all(Array.from({ length: count }, () => newTenant()));
      await Promise.all(tenants.map((tenant) => newQueue(tenant)));
      const stopKills = killRequests();
      const last = new Map<Tenant, string>();
      for (let wave = 1; wave <= WAVES; wave++) {
        await Promise.all(
          tenants.map(async (tenant) => {
            const keys = Array.from({ length: CLAIMS_PER_WAVE }, (_, index) => `${wave}-${index}`);
            const slots = (await Promise.all(keys.map((key) => claim(tenant, key)))).sort();
            expect(slots[0]! > (last.get(tenant) ?? '')).toBe(true);
            last.set(tenant, slots.at(-1)!);
          }),
        );
      }
      stopKills();
      expectExact(WAVES * CLAIMS_PER_WAVE);
    },
  );

  it('take each slot once where transactions conflict as in DynamoDB', async () => {
    const conflicts = simulateConflicts();
    const tenant = await newTenant();
    await newQueue(tenant);
    await Promise.all(Array.from({ length: 12 }, (_, index) => claim(tenant, `${index}`)));
    conflicts.end();
    expect(conflicts.counts.conflicts).toBeGreaterThan(0);
    expectExact(12);
  });

  it('fill the slots that deletions free in between, and leave no other hole', async () => {
    const tenant = await newTenant();
    await newQueue(tenant);
    for (let n = 0; n < 6; n++) await claim(tenant, `first-${n}`);
    const [one, , three] = recordsOf<Queue>('Queue')[0]!.posts;
    const remove = (id: string) => callApi('content.delete', { token: tenant.token, params: { id } });
    await Promise.all([
      remove(one!.content_id),
      remove(three!.content_id),
      ...Array.from({ length: 8 }, (_, index) => claim(tenant, `second-${index}`)),
    ]);
    const holes = 12 - recordsOf<Queue>('Queue')[0]!.posts.length;
    expect(holes).toBe(0);
    await claim(tenant, 'third-1');
    await claim(tenant, 'third-2');
    const times = slotTimes(recordsOf<Queue>('Queue')[0]!, Date.parse(START));
    expect(recordsOf<Queue>('Queue')[0]!.posts.map(({ slot_at }) => slot_at)).toEqual(
      Array.from({ length: 14 }, () => times.next().value),
    );
  });

  it('are rejected from the moment that the queue is paused', async () => {
    const tenant = await newTenant();
    const { id } = await newQueue(tenant);
    const body = { title: 'A post', platforms: ['twitter'], queue: 'default' };
    const claims = Array.from({ length: 10 }, () => callApi('content.create', { token: tenant.token, body }));
    const [paused, ...answers] = await Promise.all([
      callApi('queues.update', { token: tenant.token, params: { id }, body: { paused: true } }),
      ...claims,
    ]);
    expect(paused.status).toBe(200);
    const made = answers.filter(({ status }) => status === 201).length;
    const queue = recordsOf<Queue>('Queue')[0]!;
    expect([queue.paused, queue.posts.length]).toEqual([true, made]);
    expect(queue.posts.every(({ is_behind }) => is_behind)).toBe(true);
    const codes = new Set(answers.filter(({ status }) => status !== 201).map(({ json }) => json.code));
    expect([...codes].every((code) => code === 'queue_paused')).toBe(true);
  });
});
