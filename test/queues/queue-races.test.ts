import { describe, expect, it } from 'vitest';
import type { Queue } from '../../lib/queues/rules/queue.ts';
import { slotTimes } from '../../lib/queues/rules/slot-times.ts';
import { callApi, START, setupApi } from '../functions/api-harness.ts';
import { claim, expectExact, killRequests, recordsOf } from '../functions/given/queue-claims.ts';
import { newQueue } from '../functions/resources.ts';
import { simulateConflicts } from '../functions/simulated-conflicts.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';

// Requests claim slots of the same queue at the same time, and are killed before or after they commit.

const table = setupApi();
const WAVES = 4;
const CLAIMS_PER_WAVE = 5;

describe('claims at the same time', () => {
  it.each([3, 50])(
    'in %i workspaces take each slot once, skip none and keep the order, although requests are killed',
    async (count) => {
      const tenants = await Promise.all(Array.from({ length: count }, () => newTenant()));
      await Promise.all(tenants.map((tenant) => newQueue(tenant)));
      const stopKills = killRequests(table);
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
      expectExact(table, WAVES * CLAIMS_PER_WAVE, Date.parse(START));
    },
  );

  it('take each slot once where transactions conflict as in DynamoDB', async () => {
    const conflicts = simulateConflicts();
    const tenant = await newTenant();
    await newQueue(tenant);
    await Promise.all(Array.from({ length: 20 }, (_, index) => claim(tenant, `${index}`)));
    conflicts.end();
    expect(conflicts.counts.conflicts).toBeGreaterThan(0);
    expectExact(table, 20, Date.parse(START));
  });

  it('fill the slots that deletions free in between, and leave no other hole', async () => {
    const tenant = await newTenant();
    await newQueue(tenant);
    for (let n = 0; n < 6; n++) await claim(tenant, `first-${n}`);
    const [one, , three] = recordsOf<Queue>(table, 'Queue')[0]!.posts;
    const remove = (id: string) => callApi('content.delete', { token: tenant.token, params: { id } });
    await Promise.all([
      remove(one!.content_id),
      remove(three!.content_id),
      ...Array.from({ length: 8 }, (_, index) => claim(tenant, `second-${index}`)),
    ]);
    const holes = 12 - recordsOf<Queue>(table, 'Queue')[0]!.posts.length;
    expect(holes).toBe(0);
    await claim(tenant, 'third-1');
    await claim(tenant, 'third-2');
    const times = slotTimes(recordsOf<Queue>(table, 'Queue')[0]!, Date.parse(START));
    expect(recordsOf<Queue>(table, 'Queue')[0]!.posts.map(({ slot_at }) => slot_at)).toEqual(
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
    const queue = recordsOf<Queue>(table, 'Queue')[0]!;
    expect([queue.paused, queue.posts.length]).toEqual([true, made]);
    expect(queue.posts.every(({ is_behind }) => is_behind)).toBe(true);
    const codes = new Set(answers.filter(({ status }) => status !== 201).map(({ json }) => json.code));
    expect([...codes].every((code) => code === 'queue_paused')).toBe(true);
  });
});
