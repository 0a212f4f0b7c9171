import { describe, expect, it } from 'vitest';
import { handler } from '../../functions/on-publish-due.ts';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import type { ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import { advanceTime, callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import { endHalt, finishReleases, halt, releases, requestHalt, resume } from '../functions/given/halt.ts';
import { newAccount, newContent, newQueue } from '../functions/resources.ts';
import { connect, type DueMessage, loadDueEntry, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import {
  killAt,
  lambdaContext,
  processAllChanges,
  processChanges,
  processStreamRecords,
  setupWorkers,
  storedRecords,
} from '../functions/worker-harness.ts';

/** The end of a halt: what was missed is spread, or fails as missed, whatever stops on the way. */

const harness = setupWorkers();
const platforms = simulatePlatforms();
const MINUTE = 60_000;

/** Schedule posts from `seconds` from now on, each a second after the one before it. */
async function postsDueFrom(tenant: Tenant, count: number, seconds = 10, fields: Json = {}): Promise<DueMessage[]> {
  const due: DueMessage[] = [];
  for (let index = 0; index < count; index++) {
    const scheduled_at = inSeconds(seconds + index);
    const item = await newContent(tenant, {
      platforms: ['twitter'],
      title: `Post ${index} in ${seconds} s`,
      scheduled_at,
      ...fields,
    });
    const [target] = item.targets as { schedule_id: string }[];
    due.push({ workspace_id: tenant.workspace.id, schedule_id: target!.schedule_id });
  }
  return due;
}

/** A tenant with an account, and posts that a halt has held. */
async function held(count: number) {
  const tenant = await newTenant();
  await connect(tenant, 'twitter');
  const due = await postsDueFrom(tenant, count);
  const stopped = await halt(tenant);
  advanceTime(5 * MINUTE);
  for (const message of due) await handler(message, lambdaContext());
  return { tenant, due, halt: stopped };
}

/** The only halt of a tenant. */
function releasable({ workspace }: Tenant): string {
  const halts = storedRecords<{ id: string; workspace_id: string }>(harness, 'Halt');
  return halts.find(({ workspace_id }) => workspace_id === workspace.id)!.id;
}

const entriesOf = (due: DueMessage[]) => Promise.all(due.map(loadDueEntry));
const timesOf = (entries: ScheduleEntry[]) => entries.map(({ due_at }) => due_at && Date.parse(due_at) - Date.now());

describe('the posts that a halt has held', () => {
  it('are spread evenly over the time that the caller chooses, in the order of their times', async () => {
    const { tenant, due, halt } = await held(6);
    expect(await resume(tenant, halt.id, { spread_seconds: '60' })).toMatchObject({ missed_posts: 6 });
    const entries = await entriesOf(due);
    expect(timesOf(entries)).toEqual([0, 10_000, 20_000, 30_000, 40_000, 50_000]);
    expect(entries.every(({ scheduled_at, due_at }) => scheduled_at === due_at)).toBe(true);
    const { json } = await callApi('content.get', {
      token: await newToken(tenant),
      params: { id: entries[1]!.content_id },
    });
    const [target] = json.targets as { timeline: Json[]; halt: unknown }[];
    expect(target!.timeline.at(-1)).toMatchObject({ type: 'rescheduled', detail: halt.id });
    expect(target!.halt).toBeNull();
  });

  it('are spread over 15 minutes by default, across the accounts of the scope', async () => {
    const tenant = await newTenant();
    const accounts = [
      await newAccount(tenant, { platform: 'twitter' }),
      await newAccount(tenant, { platform: 'linkedin', external_id: 'urn:li:person:abc' }),
    ];
    const [twitter, linkedin] = accounts.map(({ id }) => [id]);
    const due = [
      ...(await postsDueFrom(tenant, 1, 10, { platforms: ['twitter'], accounts: twitter })),
      ...(await postsDueFrom(tenant, 2, 20, { platforms: ['linkedin'], accounts: linkedin })),
    ];
    const { id } = await halt(tenant);
    advanceTime(MINUTE);
    await resume(tenant, id);
    expect(timesOf(await entriesOf(due))).toEqual([0, 300_000, 600_000]);
  });

  it('are released too when their workers have not held them yet, so none is sent in a burst', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    const due = await postsDueFrom(tenant, 3);
    const { id } = await halt(tenant);
    advanceTime(MINUTE);
    await endHalt(tenant, id, { spread_seconds: '60' });
    for (const message of due) await handler(message, lambdaContext());
    expect(await platforms().posts()).toEqual([]);
    await processAllChanges(harness);
    expect(timesOf(await entriesOf(due))).toEqual([0, 20_000, 40_000]);
  });

  it('are no more than the rate limit of the platform allows, for each account', async () => {
    const { tenant, due, halt } = await held(120);
    await resume(tenant, halt.id, { spread_seconds: '0' });
    const times = timesOf(await entriesOf(due)) as number[];
    // X accepts 100 posts in 15 minutes.
    for (const from of times) {
      expect(times.filter((time) => time >= from && time < from + 900_000).length).toBeLessThanOrEqual(100);
    }
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times.filter((time) => time === 0)).toHaveLength(50);
  });

  it('fail as missed when the caller says so, and can be retried', async () => {
    const { tenant, due, halt } = await held(2);
    const later = await postsDueFrom(tenant, 1, 3600);
    await resume(tenant, halt.id, { missed: 'mark_missed' });
    const [first, second] = await entriesOf(due);
    expect([first, second]).toMatchObject([
      { state: 'failed', error: { code: 'missed', retryable: true } },
      { state: 'failed', error: { code: 'missed' } },
    ]);
    expect(await entriesOf(later)).toMatchObject([{ state: 'pending' }]);
    const failed = storedRecords<{ type: string }>(harness, 'Event').filter(({ type }) => type === 'content.failed');
    expect(failed).toHaveLength(2);
    const params = { id: first!.content_id };
    expect((await callApi('content.retry', { token: await newToken(tenant), params })).status).toBe(202);
  });

  it('leaves posts that are due later, and those of another workspace', async () => {
    const { tenant, halt } = await held(1);
    const other = await held(1);
    const later = await postsDueFrom(tenant, 1, 3600);
    const before = await entriesOf([...later, ...other.due]);
    await resume(tenant, halt.id, { spread_seconds: '60' });
    await finishReleases();
    expect(await entriesOf([...later, ...other.due])).toEqual(before);
  });

  it('of another halt stay held, and are released with it', async () => {
    const { tenant, due, halt: first } = await held(1);
    const second = await halt(tenant, { platform: 'twitter' });
    await resume(tenant, first.id, { missed: 'mark_missed' });
    await finishReleases();
    expect(await entriesOf(due)).toMatchObject([{ state: 'pending', due_at: null }]);
    await resume(tenant, second.id, { spread_seconds: '60' });
    expect(timesOf(await entriesOf(due))).toEqual([0]);
  });

  it.each(['publish', 'mark_missed'])(
    'stay held while their queue is paused, and take its next slots when it resumes: %s',
    async (missed) => {
      const tenant = await newTenant();
      await connect(tenant, 'twitter');
      const { id: queue } = await newQueue(tenant);
      const item = await newContent(tenant, { platforms: ['twitter'], queue });
      const [target] = item.targets as { schedule_id: string }[];
      const due = [{ workspace_id: tenant.workspace.id, schedule_id: target!.schedule_id }];
      const turn = async (paused: boolean) =>
        callApi('queues.update', { token: await newToken(tenant), params: { id: queue }, body: { paused } });
      await turn(true);
      await processAllChanges(harness);
      const stopped = await halt(tenant);
      advanceTime(48 * 60 * MINUTE);
      await resume(tenant, stopped.id, { missed });
      await finishReleases();
      expect(await entriesOf(due)).toMatchObject([{ state: 'pending', due_at: null }]);
      await turn(false);
      await processAllChanges(harness);
      expect(await entriesOf(due)).toMatchObject([{ state: 'pending', due_at: '2026-08-06T09:00:00.000Z' }]);
    },
  );

  it('that a worker holds after the end of the halt are released by the last step', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    const due = await postsDueFrom(tenant, 1, 1);
    advanceTime(2_000);
    // The worker has stored that it sends, reads the halt, and stores that it holds the post after the first pass.
    const steps = [() => halt(tenant), async () => resume(tenant, releasable(tenant), { spread_seconds: '0' })];
    let isBusy = false;
    harness.table.latency = async (command) => {
      if (command !== 'TransactWriteCommand' || isBusy) return;
      isBusy = true;
      await steps.shift()?.();
      isBusy = false;
    };
    await handler(due[0]!, lambdaContext());
    harness.table.latency = null;
    expect(await platforms().posts()).toEqual([]);
    expect(await entriesOf(due)).toMatchObject([{ state: 'pending', due_at: null }]);
    await finishReleases();
    expect(await entriesOf(due)).toMatchObject([{ state: 'pending', due_at: expect.any(String) }]);
  });

  it('a release ends with its last step: the settings have no halt then', async () => {
    const { tenant, halt } = await held(1);
    await resume(tenant, halt.id);
    expect(releases()).toMatchObject([{ status: 'waiting' }]);
    await finishReleases();
    expect(releases()).toMatchObject([{ status: 'finished', due_at: null }]);
    expect(storedRecords(harness, 'WorkspaceSettings')).toMatchObject([{ halts: [] }]);
  });

  it('are held again by a halt that begins during their release', async () => {
    const { tenant, due, halt } = await held(2);
    await resume(tenant, halt.id, { spread_seconds: '60' });
    expect((await requestHalt(tenant)).status).toBe(201);
    await handler(due[0]!, lambdaContext());
    expect(await platforms().posts()).toEqual([]);
    expect(await loadDueEntry(due[0]!)).toMatchObject({ state: 'pending', due_at: null });
  });
});

describe('a release that is interrupted', () => {
  it.each(Array.from({ length: 24 }, (_, index) => index + 1))(
    'at table request %i loses no post and moves none twice',
    async (n) => {
      const { tenant, due, halt } = await held(3);
      await processAllChanges(harness);
      await endHalt(tenant, halt.id, { spread_seconds: '60' });
      const expected = [0, 20_000, 40_000].map((ms) => Date.now() + ms);
      killAt(harness.table, n);
      for (let round = 0; round < 4; round++) await processStreamRecords(harness.changes()).catch(() => []);
      harness.table.fault = null;
      // The stream delivers the change again; at the latest, the sweep starts the step.
      await processAllChanges(harness);
      advanceTime(61 * MINUTE);
      await onSweepDue();
      await processAllChanges(harness);
      await finishReleases();
      const entries = await entriesOf(due);
      const times = entries.map(({ due_at }) => Date.parse(due_at!));
      expect(new Set(times).size === 3 || times.every((time) => time >= expected[0]!)).toBe(true);
      expect(entries.every(({ state, due_at }) => state === 'pending' && due_at !== null)).toBe(true);
      expect(releases()).toMatchObject([{ status: 'finished' }]);
      for (const { content_id } of entries) {
        const content = storedRecords<{ id: string; targets: Record<string, { timeline: unknown[][] }> }>(
          harness,
          'Content',
        ).find(({ id }) => id === content_id)!;
        const moves = Object.values(content.targets)[0]!.timeline.filter(([type]) => type === 'rescheduled');
        expect(moves).toHaveLength(1);
      }
    },
  );

  it('by records of the stream that come again releases nothing a second time', async () => {
    const { tenant, due, halt } = await held(3);
    await processAllChanges(harness);
    await endHalt(tenant, halt.id, { spread_seconds: '60' });
    const first = await processChanges(harness);
    const second = await processChanges(harness);
    await processAllChanges(harness);
    const before = await entriesOf(due);
    await processStreamRecords([...second, ...first]);
    await processAllChanges(harness);
    expect(await entriesOf(due)).toEqual(before);
  });
});
