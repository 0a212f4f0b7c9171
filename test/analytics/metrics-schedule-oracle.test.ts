import fc from 'fast-check';
import { expect, it } from 'vitest';
import { METRICS_SCHEDULES, type MetricsSchedule } from '../../lib/accounts/rules/metrics-schedule.ts';
import { advanceTime, callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import { priceOf, type Read, startMeteredX } from '../functions/given/charged-reads.ts';
import { HOUR, post, read, tenantOn } from '../functions/given/metric-polls.ts';
import { accountOn, setMetrics, simulatePlatforms } from '../functions/simulated.ts';
import { newToken, type Tenant } from '../functions/tenants.ts';
import { setupWorkers } from '../functions/worker-harness.ts';

// Random lives of posts on X: their sums and their price equal a recomputation from what X returned, whatever the schedule
// and the budget of the account were, and when they changed.

setupWorkers();
simulatePlatforms();

type Step =
  | { step: 'wait'; hours: number }
  | { step: 'publish' }
  | { step: 'like'; of: number; likes: number }
  | { step: 'vanish'; of: number }
  | { step: 'down'; isDown: boolean }
  | { step: 'schedule'; schedule: MetricsSchedule }
  | { step: 'budget'; cents: number | null }
  | { step: 'disconnect' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ step: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 60 }) }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant('publish' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({ step: fc.constant('like' as const), of: fc.nat(5), likes: fc.nat(50) }),
  },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('vanish' as const), of: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant('down' as const), isDown: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ step: fc.constant('schedule' as const), schedule: fc.constantFrom(...METRICS_SCHEDULES) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      step: fc.constant('budget' as const),
      cents: fc.option(fc.integer({ min: 1, max: 5 }), { freq: 3 }),
    }),
  },
);

const life = fc
  .tuple(fc.constantFrom(...METRICS_SCHEDULES), fc.array(step, { minLength: 10, maxLength: 40 }), fc.boolean())
  .map(([schedule, steps, isDisconnected]): Step[] => [
    { step: 'schedule', schedule },
    { step: 'publish' },
    { step: 'like', of: 0, likes: 3 },
    ...steps,
    ...(isDisconnected ? [{ step: 'disconnect' } as const, { step: 'wait', hours: 50 } as const] : []),
  ]);

/** Sum the differences between the reads of each post that X returned in a period; null if it returned none. */
function likesIn(reads: Read[], fromMs: number, toMs: number): number | null {
  const latest = new Map<string, number>();
  let sum: number | null = null;
  for (const { id, atMs, likes } of reads) {
    if (atMs >= fromMs && atMs < toMs) sum = (sum ?? 0) + likes - (latest.get(id) ?? 0);
    latest.set(id, likes);
  }
  return sum;
}

async function performance(tenant: Tenant, fromMs: number, toMs: number) {
  const query = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
  const { json } = await callApi('analytics.performance', { token: await newToken(tenant), query });
  const row = (json.breakdown as Json[]).find(({ platform }) => platform === 'twitter');
  const covered = (json.coverage as Json[]).find(({ platform }) => platform === 'twitter');
  return { likes: (row?.likes ?? null) as number | null, posts: Number(covered?.posts ?? 0) };
}

/** Return what the account has spent in this month, in US dollars. */
async function spent(tenant: Tenant): Promise<number> {
  const { json } = await callApi('accounts.list', { token: await newToken(tenant) });
  const [account] = json.accounts as Json[];
  return Number((account!.metrics_budget as Json).used_usd);
}

it('sums and price equal a recomputation from the responses of X, for any life, schedule and budget', async () => {
  // The posts of earlier runs are polled too: X returns none of them.
  let [runs, changes, leftOut] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(life, fc.integer({ min: 1, max: 400 }), async (steps, cutHours) => {
      const tenant = await tenantOn('twitter');
      await using x = await startMeteredX();
      const startMs = Math.floor(Date.now() / HOUR) * HOUR;
      const ids: string[] = [];
      runs++;
      let [limit, isConnected]: [number | null, boolean] = [null, true];
      for (const each of steps) {
        if (each.step === 'publish') {
          ids.push(`${runs * 100 + ids.length}`);
          x.likes.set(ids.at(-1)!, 0);
          await post(tenant, 'twitter', ids.at(-1)!, { published_at: inSeconds(0), due_at: inSeconds(3600) });
        } else if (each.step === 'like' && x.likes.has(ids[each.of % ids.length]!)) {
          x.likes.set(ids[each.of % ids.length]!, each.likes);
        } else if (each.step === 'vanish') x.likes.delete(ids[each.of % ids.length]!);
        else if (each.step === 'down') x.state.isDown = each.isDown;
        else if (each.step === 'schedule') {
          await setMetrics(tenant, 'twitter', { metrics_schedule: each.schedule });
          changes++;
        } else if (each.step === 'budget') {
          limit = each.cents === null ? null : each.cents / 100;
          await setMetrics(tenant, 'twitter', { metrics_budget: { limit_usd: limit } });
        } else if (each.step === 'disconnect') {
          const params = { id: (await accountOn(tenant, 'twitter'))!.id };
          expect((await callApi('accounts.delete', { token: await newToken(tenant), params })).status).toBe(200);
          isConnected = false;
        } else if (each.step === 'wait') {
          advanceTime(each.hours * HOUR);
          const month = inSeconds(0).slice(0, 7);
          const before = priceOf(x.reads, month);
          await read();
          const after = priceOf(x.reads, month);
          if (limit !== null && after > before) expect(after).toBeLessThanOrEqual(limit);
          if (limit !== null && after + 0.005 > limit) leftOut++;
          if (isConnected) expect(await spent(tenant)).toBe(after);
        }
      }
      const [endMs, cutMs] = [Date.now() + 2 * HOUR, startMs + cutHours * HOUR];
      const whole = await performance(tenant, startMs, Math.max(endMs, cutMs + HOUR));
      const measured = new Set(x.reads.map(({ id }) => id)).size;
      expect(whole).toEqual({ likes: likesIn(x.reads, startMs, Number.POSITIVE_INFINITY), posts: measured });
      const first = await performance(tenant, startMs, cutMs);
      const second = await performance(tenant, cutMs, Math.max(endMs, cutMs + HOUR));
      expect(first.likes).toBe(likesIn(x.reads, startMs, cutMs));
      expect(second.likes).toBe(likesIn(x.reads, cutMs, Number.POSITIVE_INFINITY));
    }),
    // With these lives, the counts below do not depend on chance.
    { numRuns: 25, seed: 20_261_127 },
  );
  expect(changes).toBeGreaterThan(25);
  expect(leftOut).toBeGreaterThan(5);
});
