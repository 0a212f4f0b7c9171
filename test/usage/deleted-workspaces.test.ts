import { beforeEach, describe, expect, it } from 'vitest';
import { handler as deleteDue } from '../../functions/on-workspace-deletion-due.ts';
import { commit } from '../../lib/core/table/commit.ts';
import type { UsageDay } from '../../lib/usage/rules/usage-day.ts';
import { usageDayWrite } from '../../lib/usage/store/usage-days.ts';
import { storeUsageRecord } from '../../lib/usage/store/usage-records.ts';
import { sumUsageDays } from '../../lib/usage/workers/sum-usage-days.ts';
import { advanceTime, callApi } from '../functions/api-harness.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { newStageTenant, newToken, type Tenant } from '../functions/tenants.ts';
import {
  killAt,
  processStreamRecords,
  setupWorkers,
  storedRecords,
  streamRecord,
} from '../functions/worker-harness.ts';
import { callIn, newCustomer } from '../workspaces/given.ts';
import { amountsIn, HOUR_MS, TODAY, usageOf } from './given.ts';

/** What the usage has of a workspace that is deleted: a product bills by it. */

const harness = setupWorkers();
setupObjectStore();
beforeEach(() => {
  process.env.MEDIA_BUCKET = 'media-bucket';
});

/** Process every change on its own, as the stream has them: an item is summed before it is removed. */
async function processEachChange(): Promise<void> {
  const { table } = harness;
  for (let changes = table.changes(); changes.length > 0; changes = table.changes()) {
    table.forgetChanges();
    for (const { before, after } of changes)
      expect(await processStreamRecords([streamRecord(before, after)])).toEqual([]);
  }
}

const deletion = async () => {
  await deleteDue();
  await processEachChange();
};

async function createItem(stage: Tenant, id: string): Promise<void> {
  const body = { title: 'A title', platforms: ['twitter'] };
  const { status } = await callIn(id, { token: await newToken(stage) }, 'content.create', { body });
  expect(status).toBe(201);
  await processEachChange();
}

/** Sum the days that have changes an hour later. */
async function summed(): Promise<void> {
  advanceTime(HOUR_MS + 300_000);
  await sumUsageDays(Date.now());
  await processEachChange();
}

const totalsOf = async (stage: Tenant) => {
  const { totals, unattributed } = await usageOf(stage, { group_by: 'workspace' });
  return { totals: amountsIn(totals), unattributed: amountsIn(unattributed) };
};

describe('a workspace that is deleted', () => {
  it('within the hour has all that it has used in the totals', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    await createItem(stage, id);
    await summed();
    await createItem(stage, id);
    const token = await newToken(stage);
    await callApi('workspaces.delete', { token, params: { id }, query: { grace_days: '0' } });
    for (let run = 0; run < 6; run++) {
      advanceTime(300_000);
      await deletion();
    }
    expect(storedRecords(harness, 'UsageDay')).toEqual([]);
    expect(await totalsOf(stage)).toEqual({ totals: { items: 2 }, unattributed: { items: 2 } });
  });

  it('keeps its part of the totals when a late record begins its day again', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    await createItem(stage, id);
    await summed();
    const [sums] = storedRecords<UsageDay>(harness, 'UsageDay');
    const removeDay = async () => {
      await commit([{ delete: { pk: `WS#${id}#USAGEDAY`, sk: TODAY }, condition: 'present' }]);
      await processEachChange();
    };
    for (const { source } of storedRecords<{ source: string }>(harness, 'UsageRecord'))
      await commit([{ delete: { pk: `WS#${id}#USAGE#${TODAY}`, sk: source }, condition: 'present' }]);
    await removeDay();
    const owner = { platform: null, account_id: null };
    await storeUsageRecord({ ...owner, workspace_id: id, day: TODAY, source: 'item.late', amounts: { items: 1 } });
    const due_at = new Date().toISOString();
    await commit([usageDayWrite(null, { ...sums!, groups: [], revision: 0, summed_at: null, due_at })]);
    await processEachChange();
    await summed();
    await removeDay();
    expect(await totalsOf(stage)).toEqual({ totals: { items: 2 }, unattributed: { items: 2 } });
  });

  it('has all of it in the totals when a run is killed and its days are summed before the next one', async () => {
    for (let kill = 1; ; kill += 24) {
      harness.table.clear();
      const stage = await newStageTenant();
      const { id } = await newCustomer(stage);
      for (let item = 0; item < 2; item++) await createItem(stage, id);
      const token = await newToken(stage);
      await callApi('workspaces.delete', { token, params: { id }, query: { grace_days: '0' } });
      advanceTime(300_000);
      const { reached } = killAt(harness.table, kill);
      await deleteDue().catch(() => {});
      harness.table.fault = null;
      await processEachChange();
      await summed();
      for (let run = 0; run < 6; run++) {
        advanceTime(300_000);
        await deletion();
      }
      expect([kill, await totalsOf(stage)]).toEqual([kill, { totals: { items: 2 }, unattributed: { items: 2 } }]);
      if (!reached()) break;
    }
  });
});
