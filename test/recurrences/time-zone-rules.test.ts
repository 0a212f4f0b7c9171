import { beforeEach, describe, expect, it } from 'vitest';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import { moveEntries } from '../../lib/content/rules/schedule/scheduling.ts';
import type { ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import { contentWrites, loadContentState } from '../../lib/content/store/contents.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { withPosts } from '../../lib/queues/rules/queue-posts.ts';
import { loadQueue, queueWrites } from '../../lib/queues/store/queues.ts';
import { advanceTime, callApi, type Json, START } from '../functions/api-harness.ts';
import { auditLog } from '../functions/audit-log.ts';
import { update } from '../functions/given/content.ts';
import { madeItems, putRecurrence } from '../functions/given/recurrence.ts';
import { compareStoredTimes } from '../functions/given/time-zones.ts';
import { interleave } from '../functions/interleave.ts';
import { newContent, newQueue, newRecurrence } from '../functions/resources.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

/** An operator compares the posts of the stage with the time zone rules of a machine, and moves those that differ. */

const harness = setupWorkers();
const NOW = '2027-02-01T10:00:00.000Z';
beforeEach(() => advanceTime(Date.parse(NOW) - Date.parse(START)));

const LOCAL = { local: '2027-03-20T09:00', time_zone: 'Europe/Berlin' };
const AT = '2027-03-20T08:00:00.000Z';
/** The instant by rules under which summer time had begun already. */
const OLD_AT = '2027-03-20T07:00:00.000Z';

const read = async (tenant: Tenant, id: string) =>
  (await callApi('content.get', { token: await newToken(tenant), params: { id } })).json as Json & { targets: Json[] };

/** A post that was scheduled while other rules counted, which gave its local time another instant. */
async function scheduledByOldRules(scheduled_at: Json = LOCAL, at = OLD_AT, platforms = ['twitter']) {
  const tenant = await newTenant();
  const { id } = await newContent(tenant, { platforms, scheduled_at });
  const state = (await loadContentState(tenant.workspace.id, id))!;
  const local = state.entries[0]!.scheduled_local!;
  const moved = moveEntries(state.content, state.entries, at, 'grp_old', Date.now(), local);
  await commit(contentWrites(state, moved));
  return { tenant, id, entryIds: state.entries.map((entry) => entry.id) };
}

/** A post in the slot of a queue that its zone had an hour earlier, with entries on two platforms. */
async function queuedByOldRules(taken?: { title: string }) {
  const tenant = await newTenant();
  const slots = [{ weekday: 'saturday', time: '09:00' }];
  const { id: queueId } = await newQueue(tenant, { time_zone: 'Europe/Berlin', slots });
  // The first slot after the clock of the test is in March.
  for (let week = 0; week < 6; week++) await newContent(tenant, { platforms: ['twitter'], queue: queueId });
  const { id } = await newContent(tenant, { title: 'Queued', platforms: ['twitter', 'linkedin'], queue: queueId });
  const state = (await loadContentState(tenant.workspace.id, id))!;
  expect(state.content.queue?.slot_at).toBe(AT);
  const moved = moveEntries(
    state.content,
    state.entries,
    OLD_AT,
    'grp_old',
    Date.now(),
    state.entries[0]!.scheduled_local,
  );
  const content = { ...moved.content, queue: { id: queueId, slot_at: OLD_AT, held: false } };
  const before = (await loadQueue(tenant.workspace.id, queueId))!;
  const posts = before.posts.map((post) => (post.content_id === id ? { ...post, slot_at: OLD_AT } : post));
  await commit([...contentWrites(state, { ...moved, content }), ...queueWrites(before, withPosts(before, posts))]);
  if (taken) await newContent(tenant, { ...taken, platforms: ['twitter'], queue: queueId });
  return { tenant, id, queueId };
}

describe('without --move', () => {
  it('lists the post with both instants, and moves nothing', async () => {
    const { tenant, id, entryIds } = await scheduledByOldRules();
    await newContent(tenant, { title: 'By the rules', platforms: ['twitter'], scheduled_at: LOCAL });
    await newContent(tenant, { title: 'In UTC', platforms: ['twitter'], scheduled_at: OLD_AT });
    const before = harness.table.items();
    const { lines, summary } = await compareStoredTimes(false);
    expect(lines).toHaveLength(1);
    for (const text of [tenant.workspace.id, id, entryIds[0]!, `${OLD_AT} -> ${AT}`, '2027-03-20T09:00 Europe/Berlin'])
      expect(lines[0]).toContain(text);
    expect(summary).toContain('0 moved, 1 not moved yet');
    expect(harness.table.items()).toEqual(before);
  });
});

describe('with --move', () => {
  it('gives the post the instant by the present rules in every record, and keeps its local time', async () => {
    const { tenant, id } = await scheduledByOldRules(LOCAL, OLD_AT, ['twitter', 'linkedin']);
    const { lines, summary } = await compareStoredTimes(true);
    expect(lines.map((line) => line.endsWith('moved'))).toEqual([true, true]);
    expect(summary).toContain('2 moved');
    const time = { scheduled_at: AT, scheduled_local: LOCAL };
    expect(await read(tenant, id)).toMatchObject({ ...time, status: 'scheduled', targets: [time, time] });
    expect(storedRecords(harness, 'ScheduleEntry')).toMatchObject([
      { ...time, due_at: AT },
      { ...time, due_at: AT },
    ]);
  });

  it('moves a post of a queue with its slot, and all of its entries at once', async () => {
    const { tenant, id, queueId } = await queuedByOldRules();
    const { lines, summary } = await compareStoredTimes(true);
    expect(lines.map((line) => line.endsWith('moved'))).toEqual([true, true]);
    expect(summary).toContain('2 moved');
    const time = { scheduled_at: AT, scheduled_local: LOCAL };
    const queue = { id: queueId, slot_at: AT, held: false };
    await processAllChanges(harness);
    expect(await read(tenant, id)).toMatchObject({ ...time, queue, targets: [time, time] });
    const { posts } = (await loadQueue(tenant.workspace.id, queueId))!;
    expect(posts.filter(({ content_id }) => content_id === id)).toEqual([{ content_id: id, slot_at: AT }]);
    expect((await compareStoredTimes(true)).lines).toEqual([]);
  });

  it('leaves a post of a queue in its slot when another post has the time', async () => {
    const { tenant, id } = await queuedByOldRules({ title: 'Took the slot' });
    const { lines, summary } = await compareStoredTimes(true);
    expect(lines.every((line) => line.includes('another post of its queue'))).toBe(true);
    expect(summary).toContain('2 not moved, because another post of the queue has the time.');
    expect(await read(tenant, id)).toMatchObject({ scheduled_at: OLD_AT, queue: { slot_at: OLD_AT } });
  });

  it('moves nothing in a second run', async () => {
    await scheduledByOldRules();
    await compareStoredTimes(true);
    const before = harness.table.items();
    const { lines, summary } = await compareStoredTimes(true);
    expect([lines, harness.table.items()]).toEqual([[], before]);
    expect(summary).toContain('No pending post');
  });

  it('is an event and an entry of the audit log with the operator as its actor', async () => {
    const { tenant, id } = await scheduledByOldRules();
    await processAllChanges(harness);
    await compareStoredTimes(true);
    await processAllChanges(harness);
    const events = storedRecords<{ type: string; data: string }>(harness, 'Event');
    const scheduled = events.filter(({ type }) => type === 'content.scheduled').map(({ data }) => JSON.parse(data));
    expect(scheduled.at(-1)).toMatchObject({ id, scheduling: { scheduled_at: AT, scheduled_local: LOCAL } });
    const entry = (await auditLog(tenant)).find(({ actor }) => actor.type === 'operator')!;
    expect(entry).toMatchObject({ operation: 'workspace.time-zones', resource: { id } });
    expect(JSON.stringify(entry.changes)).toContain(AT);
  });

  it('marks a time that the clock skips by the new rules', async () => {
    const gap = { local: '2027-03-28T02:30', time_zone: 'Europe/Berlin' };
    const { tenant, id } = await scheduledByOldRules(gap, '2027-03-28T00:30:00.000Z');
    await compareStoredTimes(true);
    const { warnings } = await read(tenant, id);
    expect((warnings as Json[]).map(({ code }) => code)).toContain('local_time_skipped');
  });

  it('never moves a post into the past: it is listed as due by the new rules', async () => {
    const { tenant, id } = await scheduledByOldRules(
      { local: '2027-02-01T11:30', time_zone: 'Europe/Berlin' },
      '2027-02-01T11:30:00.000Z',
    );
    advanceTime(60 * 60_000);
    const { lines, summary } = await compareStoredTimes(true);
    expect(lines[0]).toContain('due by the new rules');
    expect(summary).toContain('0 moved, 0 not moved yet, 1 due');
    expect(await read(tenant, id)).toMatchObject({ scheduled_at: '2027-02-01T11:30:00.000Z' });
  });

  it('does not touch a post whose time is past', async () => {
    await scheduledByOldRules({ local: '2027-02-01T12:00', time_zone: 'Europe/Berlin' }, '2027-02-01T10:10:00.000Z');
    advanceTime(20 * 60_000);
    const before = harness.table.items();
    expect((await compareStoredTimes(true)).lines).toEqual([]);
    expect(harness.table.items()).toEqual(before);
  });

  it('lets a person win who moves the post at the same time, wherever the two meet', async () => {
    const CHOSEN = '2027-03-21T10:00:00.000Z';
    for (let n = 1; ; n++) {
      const { tenant, id } = await scheduledByOldRules();
      const act = () => update(tenant, id, { scheduled_at: CHOSEN });
      const { answer, interleaved } = await interleave(harness.table, 'worker', n, () => compareStoredTimes(true), act);
      expect(answer.status).toBe(200);
      expect(await read(tenant, id)).toMatchObject({ scheduled_at: CHOSEN, scheduled_local: null });
      if (!interleaved) break;
    }
  });
});

/** A recurrence with two days to come at nine o'clock in Berlin. Old rules gave the first one another instant. */
async function recurringByOldRules(platforms = ['twitter', 'linkedin']) {
  const tenant = await newTenant();
  const fields = { time: '09:00', time_zone: 'Europe/Berlin', rule: 'FREQ=DAILY;COUNT=3' };
  const { id } = await newRecurrence(tenant, { platforms, ...fields });
  await processAllChanges(harness);
  const item = madeItems().find(({ workspace_id }) => workspace_id === tenant.workspace.id)!;
  const state = (await loadContentState(tenant.workspace.id, item.id))!;
  const { scheduled_at, scheduled_local } = state.entries[0]!;
  const oldAt = new Date(Date.parse(scheduled_at) - 3_600_000).toISOString();
  const moved = moveEntries(state.content, state.entries, oldAt, 'grp_new', Date.now(), scheduled_local);
  await commit(contentWrites(state, moved));
  return { tenant, id, itemId: item.id, at: scheduled_at, oldAt };
}

describe('an item of a recurrence that was moved', () => {
  const change = async ({ tenant, id }: { tenant: Tenant; id: string }) =>
    (await putRecurrence(tenant, id, { description: 'Later' })).json.last_change;

  it('counts as unchanged: a later change of the recurrence replaces it', async () => {
    const moved = await recurringByOldRules();
    expect(await change(moved)).toMatchObject({ replaced: 2, kept: 0 });
    await processAllChanges(harness);
    expect(madeItems().map(({ description }) => description)).toEqual(['Later', 'Later']);
  });

  it('counts as changed once a person gives it another local time', async () => {
    const moved = await recurringByOldRules();
    const scheduled_at = { local: '2027-02-10T12:00', time_zone: 'Europe/Berlin' };
    await update(moved.tenant, moved.itemId, { scheduled_at });
    expect(await change(moved)).toMatchObject({ replaced: 1, kept: 1 });
  });
});

describe('an item that a paused recurrence holds', () => {
  async function heldByOldRules() {
    const recurring = await recurringByOldRules();
    await putRecurrence(recurring.tenant, recurring.id, { paused: true });
    await processAllChanges(harness);
    return recurring;
  }
  const entriesOf = (content_id: string) =>
    storedRecords<ScheduleEntry>(harness, 'ScheduleEntry').filter((entry) => entry.content_id === content_id);

  it('is listed and moved, and stays held until the recurrence resumes', async () => {
    const { tenant, id, itemId, at, oldAt } = await heldByOldRules();
    const { lines } = await compareStoredTimes(false);
    expect(lines.map((line) => [line.includes(itemId), line.includes(`${oldAt} -> ${at}`)])).toEqual([
      [true, true],
      [true, true],
    ]);
    expect((await compareStoredTimes(true)).summary).toContain('2 moved, 0 not moved yet');
    await processAllChanges(harness);
    expect(await read(tenant, itemId)).toMatchObject({ scheduled_at: at, recurrence: { held: true } });
    expect(entriesOf(itemId)).toMatchObject([
      { scheduled_at: at, due_at: null },
      { scheduled_at: at, due_at: null },
    ]);
    expect((await compareStoredTimes(true)).lines).toEqual([]);
    await putRecurrence(tenant, id, { paused: false });
    await processAllChanges(harness);
    expect(entriesOf(itemId)).toMatchObject([{ due_at: at }, { due_at: at }]);
  });

  it('is cancelled when its new time passes during the pause, not before', async () => {
    const { tenant, itemId, oldAt, at } = await heldByOldRules();
    await compareStoredTimes(true);
    for (const [time, status] of [
      [oldAt, 'scheduled'],
      [at, 'cancelled'],
    ] as const) {
      advanceTime(Date.parse(time) + 60_000 - Date.now());
      await onSweepDue();
      await processAllChanges(harness);
      expect((await read(tenant, itemId)).status).toBe(status);
    }
  });

  it('is due, and moved by the next run at the latest, when the recurrence resumes at the same time', async () => {
    for (let n = 1; ; n++) {
      // The command reads the whole stage: without the items of the earlier rounds, it sends no more commands each round.
      harness.table.clear();
      const { tenant, id, itemId, at, oldAt } = await heldByOldRules();
      const act = async () => {
        const { status } = await putRecurrence(tenant, id, { paused: false });
        await processAllChanges(harness);
        return status;
      };
      const { answer, interleaved } = await interleave(harness.table, 'worker', n, () => compareStoredTimes(true), act);
      if (answer !== 200) await act();
      await processAllChanges(harness);
      for (const entry of entriesOf(itemId)) {
        expect([at, oldAt]).toContain(entry.due_at);
        expect(entry.scheduled_at).toBe(entry.due_at);
      }
      // The command says of an entry that changed at the same time: run it again.
      await compareStoredTimes(true);
      expect(entriesOf(itemId)).toMatchObject([{ due_at: at }, { due_at: at }]);
      expect(await read(tenant, itemId)).toMatchObject({ recurrence: { held: false } });
      if (!interleaved) break;
    }
  });
});
