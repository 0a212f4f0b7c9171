import { describe, expect, it } from 'vitest';
import { changes } from '../../lib/usage/workers/changes.ts';
import { sumUsageDays } from '../../lib/usage/workers/sum-usage-days.ts';
import { advanceTime } from '../functions/api-harness.ts';
import { newStageTenant, newTenant } from '../functions/tenants.ts';
import { killAt, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { amountsIn, DAY_MS, HOUR_MS, type Usage, usageOf } from './given.ts';
import { type Change, type Counted, newHistory, randomOf, shuffled, sumBy } from './histories.ts';

const harness = setupWorkers();

async function deliver({ entity, before, after }: Change): Promise<void> {
  const { handlers } = changes.find((each) => each.entity === entity)!;
  for (const handler of handlers) await handler(before as never, after as never, Date.now(), null);
}

async function deliverTogether(delivered: Change[]): Promise<void> {
  for (let start = 0; start < delivered.length; start += 25) {
    await Promise.all(delivered.slice(start, start + 25).map(deliver));
  }
}

/** The numbers of rows, and of what belongs to no group, by the field that they are grouped by. */
function numbersIn({ rows, unattributed }: Usage, field: string): Record<string, unknown> {
  const byRow = rows.map((row) => [`${row.period} ${row[field]}`, amountsIn(row)]);
  const rest = amountsIn(unattributed);
  return Object.fromEntries([...byRow, ...(Object.keys(rest).length > 0 ? [['rest', rest]] : [])]);
}

function expectedOf(counted: Counted[], of: (each: Counted) => string): Record<string, unknown> {
  return sumBy(counted, of);
}

/** About 300 items of two workspaces, with more than 1,000 changes as they are delivered. */
async function given(seed: number, items = 300) {
  const random = randomOf(seed);
  const tenants = [await newTenant(), await newTenant()];
  const histories = Array.from({ length: items }, (_, number) =>
    newHistory(tenants[random(2)]!.workspace.id, number, random),
  );
  const once = histories.flatMap((history) => history.changes);
  const delivered = [...once, ...once.filter(() => random(3) > 0)];
  return { tenants, random, counted: histories.flatMap((history) => history.counted), delivered, once };
}

describe('the usage', () => {
  it.each([1, 2, 3])(
    'equals a recomputation, with changes delivered twice, in any order and late (seed %i)',
    async (seed) => {
      const { tenants, random, counted, delivered } = await given(seed);
      expect(delivered.length).toBeGreaterThan(1_000);
      const waves = Map.groupBy(shuffled(delivered, random), () => random(6));
      for (const wave of waves.values()) {
        await deliverTogether(wave);
        advanceTime(random(2) ? 10 * 60_000 : 20 * HOUR_MS);
        await sumUsageDays(Date.now());
      }
      advanceTime(2 * DAY_MS);
      await sumUsageDays(Date.now());
      await sumUsageDays(Date.now());
      for (const tenant of tenants) {
        const own = counted.filter(({ workspace_id }) => workspace_id === tenant.workspace.id);
        const usage = await usageOf(tenant, { granularity: 'day', group_by: 'platform' });
        expect(numbersIn(usage, 'platform')).toEqual(
          expectedOf(own, ({ day, platform }) => (platform ? `${day} ${platform}` : 'rest')),
        );
        expect(amountsIn(usage.totals)).toEqual(sumBy(own, () => 'all').all);
      }
      const stage = await usageOf(await newStageTenant(), { group_by: 'workspace' });
      expect(numbersIn(stage, 'workspace_id')).toEqual(
        expectedOf(counted, ({ workspace_id }) => `2026-08-01/2026-09-01 ${workspace_id}`),
      );
      expect(amountsIn(stage.totals)).toEqual(sumBy(counted, () => 'all').all);
    },
  );

  it('is the same after runs that end at any moment', async () => {
    const { tenants, counted, delivered } = await given(4, 20);
    await deliverTogether(delivered);
    advanceTime(2 * HOUR_MS);
    for (let command = 1; ; command++) {
      const { reached } = killAt(harness.table, command);
      await sumUsageDays(Date.now()).catch(() => {});
      harness.table.fault = null;
      if (!reached()) break;
    }
    const [tenant] = tenants;
    const own = counted.filter(({ workspace_id }) => workspace_id === tenant!.workspace.id);
    expect(amountsIn((await usageOf(tenant!)).totals)).toEqual(sumBy(own, () => 'all').all);
    const { totals } = await usageOf(await newStageTenant());
    expect(amountsIn(totals)).toEqual(sumBy(counted, () => 'all').all);
  });

  it('is the same after a response of the table was lost', async () => {
    const { counted, delivered } = await given(5, 20);
    let writes = 0;
    harness.table.failAfterWrite = () => (++writes % 7 === 0 ? new Error('The response is lost.') : null);
    // The stream delivers a change again until it is processed.
    const isDelivered = (change: (typeof delivered)[number]) =>
      deliver(change).then(
        () => true,
        () => false,
      );
    for (const change of delivered) while (!(await isDelivered(change)));
    advanceTime(2 * HOUR_MS);
    for (let run = 0; run < 3; run++) await sumUsageDays(Date.now()).catch(() => {});
    harness.table.failAfterWrite = null;
    advanceTime(2 * HOUR_MS);
    await sumUsageDays(Date.now());
    expect(amountsIn((await usageOf(await newStageTenant())).totals)).toEqual(sumBy(counted, () => 'all').all);
  });
});

describe('a change that is delivered late', () => {
  it('opens its day again, which is then summed exactly', async () => {
    const tenant = await newTenant();
    const item = (id: string) => ({ id, workspace_id: tenant.workspace.id, created_at: '2026-08-03T09:00:00.000Z' });
    await deliver({ entity: 'Content', before: null, after: item('cnt_1') });
    advanceTime(3 * DAY_MS);
    await sumUsageDays(Date.now());
    expect((await usageOf(tenant)).complete_until).toBe('2026-08-06T00:00:00.000Z');
    await deliver({ entity: 'Content', before: null, after: item('cnt_2') });
    expect(await usageOf(tenant)).toMatchObject({ complete_until: '2026-08-03T00:00:00.000Z', totals: { items: 1 } });
    advanceTime(2 * HOUR_MS);
    await sumUsageDays(Date.now());
    expect(await usageOf(tenant)).toMatchObject({ complete_until: '2026-08-06T00:00:00.000Z', totals: { items: 2 } });
  });

  it('does not count 36 days after its day', async () => {
    const { id } = (await newTenant()).workspace;
    const after = { id: 'cnt_1', workspace_id: id, created_at: '2026-08-03T09:00:00.000Z' };
    advanceTime(36 * DAY_MS);
    await deliver({ entity: 'Content', before: null, after });
    expect(storedRecords(harness, 'UsageRecord')).toEqual([]);
  });
});
