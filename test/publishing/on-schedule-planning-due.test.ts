import { CreateScheduleCommand, DeleteScheduleCommand } from '@aws-sdk/client-scheduler';
import { describe, expect, it } from 'vitest';
import { handler } from '../../functions/on-schedule-planning-due.ts';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import type { ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import { entryWrite, loadEntry } from '../../lib/content/store/schedule-entries.ts';
import { PLANNING_HORIZON_MS, SCHEDULE_HORIZON_MS } from '../../lib/core/retry/waits.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { HOUR_MS } from '../../lib/core/values/timestamps.ts';
import { advanceTime, callApi, inSeconds } from '../functions/api-harness.ts';
import { newScheduledContent } from '../functions/scheduled.ts';
import { newId, newToken, type Tenant } from '../functions/tenants.ts';
import { processChanges, publishMessage, sdkError, setupWorkers } from '../functions/worker-harness.ts';

const harness = setupWorkers();
const DAYS_MS = 24 * HOUR_MS;
const HORIZON_SECONDS = PLANNING_HORIZON_MS / 1000;

/** A post that is due in `ms`, whose change the stream worker has processed. */
async function postIn(ms: number) {
  const scheduled = await newScheduledContent(harness, ms / 1000);
  await processChanges(harness);
  // There may be other entries.
  const [target] = scheduled.content.targets as { schedule_id: string }[];
  const entry = (await loadEntry(scheduled.tenant.workspace.id, target!.schedule_id))!;
  return { ...scheduled, entry };
}

/** One run of the planner: the names of the schedules it created. */
async function plan(): Promise<string[]> {
  harness.timers();
  await handler();
  return harness
    .timers()
    .filter(({ command }) => command === 'CreateScheduleCommand')
    .map(({ input }) => String(input.Name));
}

/** That many copies of an entry, all due at its time. */
async function copies(entry: ScheduleEntry, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 100) {
    const part = Array.from({ length: Math.min(100, count - n) }, () => ({ ...entry, id: newId('entry') }));
    ids.push(...part.map(({ id }) => id));
    await commit(part.map((copy) => entryWrite(undefined, copy)));
  }
  return ids;
}

async function move({ token }: Tenant, id: string, scheduled_at: string): Promise<void> {
  expect((await callApi('content.update', { token, params: { id }, body: { scheduled_at } })).status).toBe(200);
}

describe('a post', () => {
  it('gets its schedule once, from the run in which it comes within reach', async () => {
    const { entry } = await postIn(30 * DAYS_MS);
    expect(harness.timers()).toEqual([]);
    expect(await plan()).toEqual([]);
    advanceTime(30 * DAYS_MS - PLANNING_HORIZON_MS - 1);
    expect(await plan()).toEqual([]);
    advanceTime(HOUR_MS);
    expect(await plan()).toEqual([entry.id]);
    advanceTime(HOUR_MS);
    expect(await plan()).toEqual([]);
  });

  it('that the stream worker leaves to the planner is in its index for two hours before its run', async () => {
    expect(SCHEDULE_HORIZON_MS - PLANNING_HORIZON_MS).toBe(2 * HOUR_MS);
    const { entry } = await postIn(SCHEDULE_HORIZON_MS + 1000);
    expect(harness.timers()).toEqual([]);
    const runs: string[][] = [];
    for (let hour = 0; hour < 4; hour++) {
      runs.push(await plan());
      advanceTime(HOUR_MS);
    }
    expect(runs.flat()).toEqual([entry.id]);
    expect(runs.slice(0, 2).flat()).toEqual([]);
  });

  it('gets its schedule although all runs of a week were missed', async () => {
    const { entry } = await postIn(10 * DAYS_MS);
    await plan();
    advanceTime(9 * DAYS_MS);
    expect(await plan()).toEqual([entry.id]);
  });

  it('that is cancelled has no schedule to delete, and gets none', async () => {
    const { tenant, entry } = await postIn(10 * DAYS_MS);
    await callApi('schedule.cancel', { token: tenant.token, params: { id: entry.id } });
    harness.scheduler.on(DeleteScheduleCommand).rejects(sdkError('ResourceNotFoundException'));
    await processChanges(harness);
    expect(harness.logged()).not.toContain('schedule rejected');
    advanceTime(9 * DAYS_MS);
    expect(await plan()).toEqual([]);
  });

  it('that is moved from next month to tomorrow gets its schedule at once', async () => {
    const { tenant, content, entry } = await postIn(30 * DAYS_MS);
    await plan();
    await move(tenant, content.id, inSeconds(86_400));
    harness.timers();
    await processChanges(harness);
    expect(harness.timers()).toMatchObject([{ command: 'CreateScheduleCommand', input: { Name: entry.id } }]);
  });

  it('that is moved from tomorrow to next month gets the schedule of its new time from the planner', async () => {
    const { tenant, content, entry } = await postIn(DAYS_MS);
    await move(tenant, content.id, '2026-09-10T10:00:00Z');
    await processChanges(harness);
    advanceTime(Date.parse('2026-09-09T10:00:00Z') - Date.now());
    harness.timers();
    await handler();
    expect(harness.timers()).toMatchObject([
      { input: { Name: entry.id, ScheduleExpression: 'at(2026-09-10T09:59:00)' } },
    ]);
  });

  it('that changes while the planner creates its schedule gets the schedule of its new state', async () => {
    const { tenant, entry } = await postIn(10 * DAYS_MS);
    advanceTime(9 * DAYS_MS);
    const token = await newToken(tenant);
    harness.scheduler.on(CreateScheduleCommand).callsFake(async () => {
      await callApi('schedule.cancel', { token, params: { id: entry.id } });
      return {};
    });
    harness.timers();
    await handler();
    expect(harness.timers().map(({ command }) => command)).toEqual(['CreateScheduleCommand', 'DeleteScheduleCommand']);
  });

  it('whose schedule is rejected is left to the sweep, and the others get theirs', async () => {
    const { entry } = await postIn(10 * DAYS_MS);
    const { entry: other } = await postIn(10 * DAYS_MS);
    advanceTime(9 * DAYS_MS);
    harness.scheduler.on(CreateScheduleCommand).callsFake(({ Name }) => {
      if (Name === entry.id) throw sdkError('ServiceQuotaExceededException');
      return {};
    });
    expect((await plan()).sort()).toEqual([entry.id, other.id].sort());
    expect(harness.logged().match(/"SchedulesRejected":1/g)).toHaveLength(1);
    advanceTime(DAYS_MS - 60_000);
    await onSweepDue();
    const message = { workspace_id: entry.workspace_id, schedule_id: entry.id };
    expect(harness.sent()).toContainEqual(publishMessage('twitter', message, 63));
  });
});

describe('a run', () => {
  it('creates the schedules of more posts at one time than a page of the index has', async () => {
    const { entry } = await postIn(10 * DAYS_MS);
    const ids = [entry.id, ...(await copies(entry, 5000))];
    advanceTime(10 * DAYS_MS - PLANNING_HORIZON_MS);
    const planned = await plan();
    expect(planned.sort()).toEqual(ids.sort());
  });

  it('that has no time left is continued by the next one, which repeats nothing', async () => {
    const { entry } = await postIn(10 * DAYS_MS);
    const ids = [entry.id, ...(await copies(entry, 300))];
    advanceTime(10 * DAYS_MS - PLANNING_HORIZON_MS);
    // Every request takes 10 s.
    harness.scheduler.on(CreateScheduleCommand).callsFake(() => {
      advanceTime(10_000);
      return {};
    });
    const first = await plan();
    expect(first.length).toBeGreaterThan(50);
    expect(first.length).toBeLessThan(150);
    const later: string[] = [];
    for (let run = 0; run < 6; run++) later.push(...(await plan()));
    expect([...first, ...later].sort()).toEqual(ids.sort());
  });

  it('that fails is repeated by the next one', async () => {
    const { entry } = await postIn(10 * DAYS_MS);
    advanceTime(9 * DAYS_MS);
    harness.table.fault = () => sdkError('InternalServerError');
    await expect(handler()).rejects.toThrow('InternalServerError');
    harness.table.fault = null;
    expect(await plan()).toEqual([entry.id]);
  });

  it(`plans ${HORIZON_SECONDS / 3600} hours ahead`, async () => {
    await postIn(10 * DAYS_MS);
    advanceTime(10 * DAYS_MS - PLANNING_HORIZON_MS - 1);
    expect(await plan()).toEqual([]);
    advanceTime(1);
    expect(await plan()).toHaveLength(1);
  });
});
