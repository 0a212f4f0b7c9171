import { describe, expect, it } from 'vitest';
import { handler } from '../../functions/on-publish-due.ts';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import { haltWorkspaces, resumeWorkspaces } from '../../tools/cli/stage-halt.ts';
import { advanceTime, callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import {
  endHalt,
  finishReleases,
  type HaltView,
  halt,
  releases,
  resume,
  withoutPauses,
} from '../functions/given/halt.ts';
import { newContent, newQueue } from '../functions/resources.ts';
import {
  accountOn,
  connect,
  type DueMessage,
  loadDueEntry,
  scheduleContent,
  simulatePlatforms,
} from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, processAllChanges, processStreamRecords, setupWorkers } from '../functions/worker-harness.ts';

/** Posts that become due while the end of a halt is being stored, and halts that end shortly after each other. */

const harness = setupWorkers();
const platforms = simulatePlatforms();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A post that is due in a minute. */
async function planned() {
  const tenant = await newTenant();
  await connect(tenant, 'twitter');
  const due = (await scheduleContent(tenant, 'twitter', {}, 60)).dueMessage;
  await processAllChanges(harness);
  return { tenant, due };
}

/**
 * End a halt with a request that begins 300 ms before a post is due, and takes 500 ms until its commit. A worker holds
 * the post in the meantime, whose clock is ahead by `aheadMs`, and `alongside` happens.
 */
async function endWhileDue(
  due: DueMessage,
  end: () => Promise<unknown>,
  { aheadMs = 0, alongside = async () => {} }: { aheadMs?: number; alongside?: () => Promise<unknown> } = {},
): Promise<void> {
  const { scheduled_at } = await loadDueEntry(due);
  advanceTime(Date.parse(scheduled_at) - Date.now() - 300 - aheadMs);
  let isHeld = false;
  harness.table.latency = async (command) => {
    if (command !== 'TransactWriteCommand' || isHeld) return;
    isHeld = true;
    advanceTime(400 + aheadMs);
    await handler(due, lambdaContext());
    advanceTime(100 - aheadMs);
    await alongside();
  };
  await end();
  harness.table.latency = null;
  expect(await loadDueEntry(due)).toMatchObject({ state: 'pending', due_at: null });
}

/** Let the releases end, and check that a post has a time at once, at which it is published. */
async function expectPublished(due: DueMessage): Promise<void> {
  await processAllChanges(harness);
  await finishReleases();
  expect(await loadDueEntry(due)).toMatchObject({ state: 'pending', due_at: new Date().toISOString() });
  await handler(due, lambdaContext());
  expect(await platforms().posts()).toHaveLength(1);
  expect(releases().every(({ status }) => status === 'finished')).toBe(true);
}

describe('a post that becomes due while the end of a halt is being stored', () => {
  it.each(['publish', 'mark_missed'])('is published: %s', async (missed) => {
    const { tenant, due } = await planned();
    const { id } = await halt(tenant);
    await endWhileDue(due, () => endHalt(tenant, id, { missed }));
    await expectPublished(due);
  });

  it('is published when the clock of the worker that holds it is ahead', async () => {
    const { tenant, due } = await planned();
    const { id } = await halt(tenant);
    await endWhileDue(due, () => endHalt(tenant, id), { aheadMs: 20_000 });
    await expectPublished(due);
  });

  it('was missed when it was due before a conflict of the request', async () => {
    const { tenant, due } = await planned();
    const { id } = await halt(tenant);
    const body = { authors_may_approve: true };
    const alongside = async () => callApi('workspace.update', { token: await newToken(tenant), body });
    await endWhileDue(due, () => endHalt(tenant, id, { missed: 'mark_missed' }), { alongside });
    expect(harness.logged()).toContain('write conflict, retrying');
    await processAllChanges(harness);
    await finishReleases();
    expect(await loadDueEntry(due)).toMatchObject({ state: 'failed', error: { code: 'missed' } });
  });

  it('is published when an operator resumes the stage', async () => {
    const { tenant, due } = await planned();
    const ids = async function* () {
      yield tenant.workspace.id;
    };
    await withoutPauses(() => haltWorkspaces(ids(), 'The platform returns wrong ids.'));
    await endWhileDue(due, () => resumeWorkspaces(ids(), { missed: 'mark_missed', spread_seconds: 0 }));
    await expectPublished(due);
  });

  it('stays held by another halt, and is published with the end of that one', async () => {
    const { tenant, due } = await planned();
    const first = await halt(tenant);
    const second = await halt(tenant, { platform: 'twitter' });
    await endWhileDue(due, () => endHalt(tenant, first.id));
    await processAllChanges(harness);
    await finishReleases();
    expect(await loadDueEntry(due)).toMatchObject({ state: 'pending', due_at: null });
    await resume(tenant, second.id);
    await handler(due, lambdaContext());
    expect(await platforms().posts()).toHaveLength(1);
  });
});

describe('the last pass of a release', () => {
  it('begins after the lease of the workers that have read the halt, however late the first one ends', async () => {
    const { tenant, due } = await planned();
    const { id } = await halt(tenant);
    advanceTime(MINUTE);
    await endHalt(tenant, id);
    advanceTime(10 * MINUTE);
    await processAllChanges(harness);
    expect(releases()).toMatchObject([{ status: 'waiting', due_at: inSeconds(120) }]);
    advanceTime(MINUTE);
    await onSweepDue();
    await processAllChanges(harness);
    expect(releases()).toMatchObject([{ status: 'waiting' }]);
    await finishReleases();
    expect(releases()).toMatchObject([{ status: 'finished' }]);
    expect((await loadDueEntry(due)).due_at).not.toBeNull();
  });

  it('leaves posts that are due since the end, and those of a paused queue', async () => {
    const { tenant, due } = await planned();
    const { id: queue } = await newQueue(tenant);
    await newContent(tenant, { platforms: ['twitter'], title: 'Queued', queue });
    const params = { id: queue };
    await callApi('queues.update', { token: await newToken(tenant), params, body: { paused: true } });
    await processAllChanges(harness);
    const { id } = await halt(tenant);
    await resume(tenant, id);
    const before = harness.table.items().filter(({ entity }) => entity === 'ScheduleEntry');
    expect(before.map(({ due_at }) => due_at === null).sort()).toEqual([false, true]);
    advanceTime(48 * HOUR);
    await finishReleases();
    expect(releases()).toMatchObject([{ status: 'finished' }]);
    expect(harness.table.items().filter(({ entity }) => entity === 'ScheduleEntry')).toEqual(before);
    expect((await loadDueEntry(due)).due_at).not.toBeNull();
  });
});

/** Schedule posts of an account from `seconds` from now on, each a second after the one before it, with further `fields`. */
async function schedulePosts(tenant: Tenant, count: number, seconds: number, more: Json = {}): Promise<DueMessage[]> {
  const due: DueMessage[] = [];
  for (let index = 0; index < count; index++) {
    if (index % 50 === 0) tenant.token = await newToken(tenant);
    const fields = { platforms: ['twitter'], title: `Post ${index} at ${inSeconds(seconds)}`, ...more };
    const item = await newContent(tenant, { ...fields, scheduled_at: inSeconds(seconds + index) });
    const [target] = item.targets as { schedule_id: string }[];
    due.push({ workspace_id: tenant.workspace.id, schedule_id: target!.schedule_id });
  }
  await processAllChanges(harness);
  return due;
}

/** Do one step of each release. */
const step = async () => expect(await processStreamRecords(harness.changes())).toEqual([]);

/** The times of posts, and the most of them in the 15 minutes in which X accepts 100. */
async function timesOf(due: DueMessage[]) {
  const entries = await Promise.all(due.map(loadDueEntry));
  const times = entries.map(({ due_at }) => Date.parse(due_at!)).sort((one, other) => one - other);
  const inPeriod = times.map((from) => times.filter((time) => time >= from && time < from + 15 * MINUTE).length);
  return { times, most: Math.max(...inPeriod) };
}

describe('two halts that have stopped the same posts', () => {
  /** A halt of the workspace and one of the account, both with all posts. */
  async function bothHeld(count: number) {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    const due = await schedulePosts(tenant, count, 10);
    const all = await halt(tenant);
    const one = await halt(tenant, { account: (await accountOn(tenant, 'twitter'))!.id });
    advanceTime(10 * MINUTE);
    await processAllChanges(harness);
    return { tenant, due, all, one };
  }

  const orders: [string, (both: { all: HaltView; one: HaltView }) => HaltView[]][] = [
    ['the workspace, then the account', ({ all, one }) => [all, one]],
    ['the account, then the workspace', ({ all, one }) => [one, all]],
  ];

  it.each(orders)('keep the rate limit when they end shortly after each other: %s', async (_, order) => {
    const { tenant, due, ...both } = await bothHeld(250);
    const [first, second] = order(both) as [HaltView, HaltView];
    await endHalt(tenant, first.id, { spread_seconds: '0' });
    // It counts its posts, and lists the first ones while the other halt still stops them.
    await step();
    await step();
    advanceTime(500);
    const resumedMs = Date.now();
    await endHalt(tenant, second.id, { spread_seconds: '0' });
    await processAllChanges(harness);
    const { times, most } = await timesOf(due);
    expect(most).toBeLessThanOrEqual(100);
    // No time is planned for a post that the other release has.
    expect(times.at(-1)! - resumedMs).toBeLessThanOrEqual(200 * 18_000);
    await finishReleases();
    expect((await timesOf(due)).times).toEqual(times);
    expect(releases().map(({ status }) => status)).toEqual(['finished', 'finished']);
  });

  it.each(orders)('decide by the one that ends last: %s', async (_, order) => {
    const { tenant, due, ...both } = await bothHeld(3);
    const [first, second] = order(both) as [HaltView, HaltView];
    await endHalt(tenant, first.id);
    advanceTime(500);
    await endHalt(tenant, second.id, { missed: 'mark_missed' });
    await processAllChanges(harness);
    await finishReleases();
    for (const each of due) expect(await loadDueEntry(each)).toMatchObject({ error: { code: 'missed' } });
  });
});

describe('a halt that begins during the release of another one', () => {
  it('keeps the rate limit together with what that one has planned', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    const due = await schedulePosts(tenant, 110, 1);
    const first = await halt(tenant);
    advanceTime(3 * MINUTE);
    await resume(tenant, first.id, { spread_seconds: '0' });
    await finishReleases();
    const missed = await schedulePosts(tenant, 60, 1);
    const second = await halt(tenant, { platform: 'twitter' });
    advanceTime(MINUTE);
    await resume(tenant, second.id, { spread_seconds: '0' });
    expect((await timesOf([...due, ...missed])).most).toBeLessThanOrEqual(100);
  });

  it('does not wait for posts that are spread over a long time', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    await schedulePosts(tenant, 24, 1);
    const first = await halt(tenant);
    advanceTime(MINUTE);
    await resume(tenant, first.id, { spread_seconds: '86400' });
    const missed = await schedulePosts(tenant, 20, 1);
    const second = await halt(tenant, { platform: 'twitter' });
    advanceTime(MINUTE);
    await resume(tenant, second.id, { spread_seconds: '0' });
    expect((await timesOf(missed)).times).toEqual(missed.map(() => Date.now()));
  });
});

describe('the threads that a halt has held', () => {
  it('keep the rate limit with all their parts when they are resumed without a spread', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    const thread = Array.from({ length: 9 }, (_, index) => ({ text: `Part ${index + 2}` }));
    const due = await schedulePosts(tenant, 14, 10, { thread });
    const { id } = await halt(tenant);
    advanceTime(10 * MINUTE);
    await resume(tenant, id, { spread_seconds: '0' });
    const { times, most } = await timesOf(due);
    // Each part is a request of its own, which follows the one before it at once.
    expect(most * 10).toBeLessThanOrEqual(100);
    expect(times.filter((time) => time === times[0])).toHaveLength(5);
    expect(times.at(-1)! - times[0]!).toBe(9 * 10 * 18_000);
  });
});
