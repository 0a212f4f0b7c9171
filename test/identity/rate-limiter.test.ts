import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRateLimiter } from '../../lib/core/rate-limit/limiter.ts';
import type { RatePolicy } from '../../lib/core/rate-limit/policy.ts';
import { setupApi } from '../functions/api-harness.ts';
import { newId } from '../functions/tenants.ts';

/** Many function instances of one workspace, without the functions around them. */

const table = setupApi();

const minuteOf = (subjectId: string, limit: number): RatePolicy => ({
  name: 'minute',
  subjectId,
  limit,
  seconds: 60,
});
const hourOf = (subjectId: string, limit: number): RatePolicy => ({
  name: 'hour',
  subjectId,
  limit,
  seconds: 3600,
});

type RateLimiter = ReturnType<typeof createRateLimiter>;

const instances = (count: number): RateLimiter[] => Array.from({ length: count }, () => createRateLimiter());
const ask = async (limiter: RateLimiter, ...policies: RatePolicy[]): Promise<boolean> => {
  const { isAllowed, prefetching } = await limiter.request(policies, Date.now());
  await prefetching;
  return isAllowed;
};
const reservedOf = (subjectId: string) => table.items().find(({ pk }) => pk === `RATE#${subjectId}`)?.reserved ?? 0;

/** Send requests to the instances in the order given: how many passed, and how many writes each of them cost. */
async function send(limit: number, order: Iterable<RateLimiter>): Promise<{ passed: number; writes: number }> {
  const policy = minuteOf(newId('workspace'), limit);
  let [writes, passed, requests] = [0, 0, 0];
  table.fault = (command) => {
    if (command === 'UpdateCommand') writes += 1;
    return null;
  };
  for (const limiter of order) {
    requests += 1;
    if (await ask(limiter, policy)) passed += 1;
  }
  return { passed, writes: writes / requests };
}

function* inTurn(all: RateLimiter[], requests: number): Iterable<RateLimiter> {
  for (let request = 0; request < requests; request++) yield all[request % all.length]!;
}

/** Any of them each time; always the same sequence. */
function* atRandom(all: RateLimiter[], requests: number): Iterable<RateLimiter> {
  let state = 7;
  for (let request = 0; request < requests; request++) {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    yield all[Math.floor((state / 2 ** 32) * all.length)]!;
  }
}

describe('of one and a half times the limit', () => {
  it.each([
    [1_000, 1],
    [1_000, 8],
    [1_000, 50],
    [1_000, 1_500],
    [10_000, 50],
  ])('exactly %i pass through %i instances in turn', async (limit, count) => {
    expect((await send(limit, inTurn(instances(count), limit * 1.5))).passed).toBe(limit);
  });

  it.each([
    [1_000, 8],
    [1_000, 50],
    [10_000, 50],
  ])('exactly %i pass through %i random instances', async (limit, count) => {
    expect((await send(limit, atRandom(instances(count), limit * 1.5))).passed).toBe(limit);
  });

  it.each([
    [1_000, 1],
    [1_000, 8],
    [10_000, 50],
  ])('against %i through %i instances, each costs at most 0.1 writes', async (limit, count) => {
    expect((await send(limit, inTurn(instances(count), limit * 1.5))).writes).toBeLessThanOrEqual(0.1);
    expect((await send(limit, atRandom(instances(count), limit * 1.5))).writes).toBeLessThanOrEqual(0.1);
  });

  it('at least 990 of 1,000 pass through any of 1,500 instances', async () => {
    const { passed } = await send(1_000, atRandom(instances(1_500), 1_500));
    expect(passed).toBeGreaterThanOrEqual(990);
    expect(passed).toBeLessThanOrEqual(1_000);
  });

  it('at least 850 of 1,000 pass when after half of them all 20 instances stop and 20 others continue', async () => {
    const all = instances(40);
    const order = [...atRandom(all.slice(0, 20), 500), ...atRandom(all.slice(20), 1_000)];
    expect((await send(1_000, order)).passed).toBeGreaterThanOrEqual(850);
  });
});

describe('1,500 concurrent requests', () => {
  it('against 1,000, one in each of 1,500 instances: exactly 1,000 pass', async () => {
    const policy = minuteOf(newId('workspace'), 1_000);
    const passed = await Promise.all(instances(1_500).map((limiter) => ask(limiter, policy)));
    expect(passed.filter(Boolean).length).toBe(1_000);
  });

  it('against 1,000, 30 in each of 50 instances: exactly 1,000 pass', async () => {
    const policy = minuteOf(newId('workspace'), 1_000);
    const all = instances(50).flatMap((limiter) => Array.from({ length: 30 }, () => ask(limiter, policy)));
    expect((await Promise.all(all)).filter(Boolean).length).toBe(1_000);
  });

  it('in one instance are admitted together: three writes for all of them', async () => {
    const policy = minuteOf(newId('workspace'), 1_000);
    let writes = 0;
    table.fault = (command) => {
      if (command === 'UpdateCommand') writes += 1;
      return null;
    };
    const limiter = createRateLimiter();
    await Promise.all(Array.from({ length: 1_500 }, () => ask(limiter, policy)));
    expect(writes).toBeLessThanOrEqual(3);
  });
});

/** Requests to any of a few instances, of which some are sent before the previous ones have a response. */
const interleaved = fc.array(fc.record({ instance: fc.nat(5), waits: fc.boolean() }), { maxLength: 150 });

describe('instances in any order', () => {
  it('never admit more than the limit, and exactly the limit once all have rejected', async () => {
    await fc.assert(
      fc.asyncProperty(interleaved, fc.integer({ min: 1, max: 60 }), async (requests, limit) => {
        const policy = minuteOf(newId('workspace'), limit);
        const all = instances(6);
        const asked: Promise<boolean>[] = [];
        for (const { instance, waits } of requests) {
          asked.push(ask(all[instance]!, policy));
          if (waits) await asked.at(-1);
        }
        let passed = (await Promise.all(asked)).filter(Boolean).length;
        expect(passed).toBeLessThanOrEqual(limit);
        for (const limiter of all) while (await ask(limiter, policy)) passed += 1;
        expect(passed).toBe(limit);
        expect(reservedOf(policy.subjectId)).toBe(limit);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a workspace that changes its plan within a minute', () => {
  it('from 1,000 to 10,000 after all of them passed, has 9,000 left', async () => {
    const id = newId('workspace');
    const all = instances(8);
    const count = async (limit: number) => {
      let passed = 0;
      for (const limiter of all) while (await ask(limiter, minuteOf(id, limit))) passed += 1;
      return passed;
    };
    expect(await count(1_000)).toBe(1_000);
    expect(await count(10_000)).toBe(9_000);
  });

  it('from 10,000 to 1,000 after 3,000 have passed, has none left', async () => {
    const id = newId('workspace');
    const all = instances(8);
    for (const limiter of inTurn(all, 3_000)) await ask(limiter, minuteOf(id, 10_000));
    const passed = await Promise.all(all.map((limiter) => ask(limiter, minuteOf(id, 1_000))));
    expect(passed).toEqual(all.map(() => false));
  });
});

describe('a request under two policies', () => {
  it('that the hour rejects uses none of the minute', async () => {
    const [minute, hour] = [minuteOf(newId('workspace'), 100), hourOf(newId('key'), 10)];
    const limiter = createRateLimiter();
    for (let request = 0; request < 60; request++) await ask(limiter, minute, hour);
    let passed = 0;
    while (await ask(limiter, minute)) passed += 1;
    expect(passed).toBe(90);
  });

  it('that the minute rejects uses none of the hour', async () => {
    const [minute, hour] = [minuteOf(newId('workspace'), 10), hourOf(newId('key'), 100)];
    const limiter = createRateLimiter();
    for (let request = 0; request < 60; request++) await ask(limiter, minute, hour);
    let passed = 0;
    while (await ask(limiter, hour)) passed += 1;
    expect(passed).toBe(90);
  });

  it('checks both in one read', async () => {
    const [minute, hour] = [minuteOf(newId('workspace'), 100), hourOf(newId('key'), 100)];
    let [under, most] = [0, 0];
    table.latency = async () => {
      most = Math.max(most, ++under);
      await new Promise(setImmediate);
      under -= 1;
    };
    await ask(createRateLimiter(), minute, hour);
    expect(most).toBe(2);
  });
});

describe('a request that others follow at once', () => {
  const updates = () => {
    let count = 0;
    table.fault = (command) => {
      if (command === 'UpdateCommand') count += 1;
      return null;
    };
    return () => count;
  };

  it('reserves them in one write', async () => {
    const policy = minuteOf(newId('workspace'), 1_000);
    const limiter = createRateLimiter();
    const written = updates();
    expect((await limiter.request([policy], Date.now(), 4)).isAllowed).toBe(true);
    for (const _ of [1, 2]) expect(await ask(limiter, policy)).toBe(true);
    expect(written()).toBe(1);
    expect(reservedOf(policy.subjectId)).toBe(4);
    table.fault = null;
  });

  it.each([1, 3, 7, 10])('passes no more than the limit of %i, of one instance exactly the limit', async (limit) => {
    const policy = minuteOf(newId('workspace'), limit);
    const limiter = createRateLimiter();
    let passed = 0;
    while ((await limiter.request([policy], Date.now(), 4)).isAllowed) passed += 1;
    expect(passed).toBe(limit);
    expect((await createRateLimiter().request([policy], Date.now(), 4)).isAllowed).toBe(false);
  });

  it('passes no more than the limit when eight instances ask at once', async () => {
    const policy = minuteOf(newId('workspace'), 20);
    const asked = instances(8).flatMap((limiter) => [1, 2, 3, 4].map(() => limiter.request([policy], Date.now(), 4)));
    const passed = (await Promise.all(asked)).filter(({ isAllowed }) => isAllowed).length;
    expect(passed).toBeLessThanOrEqual(20);
    expect(passed).toBeGreaterThan(20 - 8 * 3);
  });
});

describe('while the request count is unavailable', () => {
  const broken = () => new Error('The table is away.');

  it('a request that needs it is rejected, and passes once it is available again', async () => {
    const policy = minuteOf(newId('workspace'), 10);
    const limiter = createRateLimiter();
    table.fault = broken;
    await expect(limiter.request([policy], Date.now())).rejects.toThrow('away');
    table.fault = null;
    expect(await ask(limiter, policy)).toBe(true);
  });

  it('a request that has its admission passes, though the next block cannot be reserved', async () => {
    const policy = minuteOf(newId('workspace'), 1_000);
    const limiter = createRateLimiter();
    for (let request = 0; request < 10; request++) await ask(limiter, policy);
    table.fault = broken;
    const passed: boolean[] = [];
    while (passed.at(-1) !== false) passed.push(await ask(limiter, policy).catch(() => false));
    expect(passed.length).toBeGreaterThan(10);
    table.fault = null;
    expect(await ask(limiter, policy)).toBe(true);
  });
});
