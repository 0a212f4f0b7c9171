import { describe, expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import type { Content } from '../../lib/content/rules/content.ts';
import type { ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import type { Queue } from '../../lib/queues/rules/queue.ts';
import { advanceTime, callApi, type Json, succeed } from '../functions/api-harness.ts';
import { newQueue } from '../functions/resources.ts';
import { connect, simulatePlatforms } from '../functions/simulated.ts';
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

// The clock is at 10:00:30 on Monday, 3 August 2026. The queue has a slot at nine each day.

const harness = setupWorkers();
const platforms = simulatePlatforms();
const DAY = 86_400_000;

const day = (date: number) => `2026-08-${String(date).padStart(2, '0')}T09:00:00.000Z`;
const queueOf = () => storedRecords<Queue>(harness, 'Queue')[0]!;
const settled = () => processAllChanges(harness);

async function create(tenant: Tenant, title: string, fields: Json = {}): Promise<Json> {
  const body = { title, platforms: ['twitter'], queue: 'default', ...fields };
  return succeed('content.create', { token: await newToken(tenant), body });
}

async function setPaused(tenant: Tenant, paused: boolean): Promise<void> {
  const input = { token: await newToken(tenant), params: { id: queueOf().id }, body: { paused } };
  await succeed('queues.update', input);
}

/** The titles of the posts by their slots, which items, entries and the queue agree on. */
function planned(): Record<string, string> {
  const queue = queueOf();
  const contents = storedRecords<Content>(harness, 'Content');
  const entries = storedRecords<ScheduleEntry>(harness, 'ScheduleEntry');
  const times = queue.posts.map(({ content_id, slot_at, is_behind }) => {
    const content = contents.find(({ id }) => id === content_id)!;
    const entry = entries.find((each) => each.content_id === content_id && each.state === 'pending')!;
    expect([is_behind, content.queue]).toEqual([
      undefined,
      { id: queue.id, slot_at: content.queue!.slot_at, held: queue.paused },
    ]);
    expect(entry.scheduled_local).toEqual({ local: entry.scheduled_at.slice(0, 16), time_zone: 'UTC' });
    if (queue.paused) expect(entry.due_at).toBe(null);
    else expect([content.queue!.slot_at, entry.scheduled_at, entry.due_at]).toEqual([slot_at, slot_at, slot_at]);
    return [slot_at, content.title];
  });
  return Object.fromEntries(times);
}

async function givenPosts(...titles: string[]): Promise<Tenant> {
  const tenant = await newTenant();
  await newQueue(tenant);
  for (const title of titles) await create(tenant, title);
  await settled();
  return tenant;
}

describe('a post at the front', () => {
  it('takes the next slot, and moves the others one slot up to the first free one', async () => {
    const tenant = await givenPosts('A', 'B', 'C', 'D');
    const { id } = storedRecords<Content>(harness, 'Content').find(({ title }) => title === 'C')!;
    await callApi('content.delete', { token: tenant.token, params: { id } });
    expect((await create(tenant, 'First', { position: 'first' })).scheduled_at).toBe(day(4));
    await settled();
    expect(planned()).toEqual({ [day(4)]: 'First', [day(5)]: 'A', [day(6)]: 'B', [day(7)]: 'D' });
  });

  it('moves 120 posts in steps, each once, although the worker is killed at any of its commands', async () => {
    const tenant = await givenPosts();
    for (let n = 0; n < 120; n++) await create(tenant, `Post ${n}`);
    await settled();
    await create(tenant, 'First', { position: 'first' });
    for (let n = 1; n <= 400; n += 7) {
      const kill = killAt(harness.table, n);
      const records = harness.changes();
      await processStreamRecords(records).catch(() => {});
      harness.table.fault = null;
      await processStreamRecords(records);
      if (!kill.reached()) break;
    }
    await settled();
    const titles = Object.values(planned());
    expect(titles).toEqual(['First', ...Array.from({ length: 120 }, (_, n) => `Post ${n}`)]);
    expect(Object.keys(planned())[120]).toBe('2026-12-02T09:00:00.000Z');
  });

  it('takes no slot within five minutes, whose post could not be moved in time', async () => {
    const tenant = await givenPosts('A');
    advanceTime(DAY - 61 * 60_000 - 60_000 - 30_000 + 1);
    expect((await create(tenant, 'First', { position: 'first' })).scheduled_at).toBe(day(5));
  });
});

describe('a paused queue', () => {
  it('that is paused before its posts have moved sends none, and has each in a slot of its own', async () => {
    const tenant = await givenPosts('A', 'B');
    await connect(tenant, 'twitter');
    await create(tenant, 'First', { position: 'first' });
    await setPaused(tenant, true);
    await settled();
    const slots = { [day(4)]: 'First', [day(5)]: 'A', [day(6)]: 'B' };
    expect(planned()).toEqual(slots);
    const items = storedRecords<Content>(harness, 'Content').map(({ queue, title }) => [queue!.slot_at, title]);
    expect(Object.fromEntries(items)).toEqual(slots);
    advanceTime(5 * DAY);
    for (const { workspace_id, id } of storedRecords<ScheduleEntry>(harness, 'ScheduleEntry')) {
      await onPublishDue({ workspace_id, schedule_id: id }, lambdaContext());
    }
    expect(await platforms().posts()).toEqual([]);
    await setPaused(tenant, false);
    await settled();
    expect(planned()).toEqual({ [day(9)]: 'First', [day(10)]: 'A', [day(11)]: 'B' });
  });

  it('holds its posts, rejects others, and sends nothing although a schedule fires', async () => {
    const tenant = await givenPosts('A', 'B');
    await connect(tenant, 'twitter');
    await setPaused(tenant, true);
    await settled();
    expect(planned()).toEqual({ [day(4)]: 'A', [day(5)]: 'B' });
    const body = { title: 'C', platforms: ['twitter'], queue: 'default' };
    expect((await callApi('content.create', { token: tenant.token, body })).json.code).toBe('queue_paused');
    advanceTime(DAY);
    for (const { workspace_id, id } of storedRecords<ScheduleEntry>(harness, 'ScheduleEntry')) {
      await onPublishDue({ workspace_id, schedule_id: id }, lambdaContext());
    }
    expect(await platforms().posts()).toEqual([]);
    const listed = await callApi('schedule.list', { token: await newToken(tenant) });
    expect((listed.json.scheduled_posts as Json[]).map(({ status, queue }) => [status, (queue as Json).held])).toEqual([
      ['pending', true],
      ['pending', true],
    ]);
  });

  it('holds posts that are together larger than a transaction', async () => {
    const tenant = await newTenant();
    await newQueue(tenant);
    const thread = Array.from({ length: 24 }, () => ({ text: 'x'.repeat(9_000) }));
    // Stored with the item, and published by no platform of it.
    const fields = { platforms: ['linkedin'], thread, platform_options: { linkedin: { thread: [] } } };
    for (let post = 0; post < 20; post++) await create(tenant, `Post ${post}`, fields);
    await settled();
    await setPaused(tenant, true);
    await settled();
    expect(Object.keys(planned())).toHaveLength(20);
  });

  it('gives its posts the next slots in their order when it resumes', async () => {
    const tenant = await givenPosts('A', 'B', 'C');
    await setPaused(tenant, true);
    await settled();
    advanceTime(2 * DAY);
    await setPaused(tenant, false);
    await settled();
    expect(planned()).toEqual({ [day(6)]: 'A', [day(7)]: 'B', [day(8)]: 'C' });
    expect((await create(tenant, 'D')).scheduled_at).toBe(day(9));
  });

  it('resumes in the state of the last request, whatever the steps of an earlier one do later', async () => {
    const tenant = await givenPosts('A', 'B');
    await setPaused(tenant, true);
    const stale = harness.changes();
    await setPaused(tenant, false);
    await processStreamRecords(stale);
    await settled();
    await processStreamRecords(stale);
    await settled();
    expect(planned()).toEqual({ [day(4)]: 'A', [day(5)]: 'B' });
  });

  it('loses a post that was sent in the moment of the pause, and one that leaves it', async () => {
    const tenant = await givenPosts('A', 'B', 'C');
    await setPaused(tenant, true);
    const [a, b] = storedRecords<Content>(harness, 'Content').filter(({ title }) => title !== 'C');
    const token = await newToken(tenant);
    await callApi('content.delete', { token, params: { id: a!.id } });
    await callApi('content.update', { token, params: { id: b!.id }, body: { scheduled_at: day(20) } });
    await settled();
    expect(planned()).toEqual({ [day(6)]: 'C' });
    expect(
      storedRecords<ScheduleEntry>(harness, 'ScheduleEntry').find(({ content_id }) => content_id === b!.id),
    ).toMatchObject({
      due_at: day(20),
    });
  });
});

describe('a post that a PUT with a null queue takes out of its queue', () => {
  const leave = async (tenant: Tenant, title: string, fields: Json = {}) => {
    const { id } = storedRecords<Content>(harness, 'Content').find((each) => each.title === title)!;
    const body = { queue: null, ...fields };
    return callApi('content.update', { token: await newToken(tenant), params: { id }, body });
  };
  const entryOf = (id: unknown) =>
    storedRecords<ScheduleEntry>(harness, 'ScheduleEntry').find(({ content_id }) => content_id === id)!;

  it('keeps its time, and frees the slot', async () => {
    const tenant = await givenPosts('A');
    const { json } = await leave(tenant, 'A');
    expect(json).toMatchObject({ status: 'scheduled', queue: null, scheduled_at: day(4) });
    await settled();
    expect([queueOf().posts, entryOf(json.id).due_at]).toEqual([[], day(4)]);
  });

  it('is due at its time although the queue is paused, and is not sent when that has passed', async () => {
    const tenant = await givenPosts('A', 'B');
    await setPaused(tenant, true);
    await settled();
    const left = await leave(tenant, 'A', { description: 'Another text' });
    expect(left.json).toMatchObject({ queue: null, scheduled_at: day(4), description: 'Another text' });
    expect(entryOf(left.json.id)).toMatchObject({ due_at: day(4), scheduled_at: day(4) });
    advanceTime(2 * DAY);
    const late = await leave(tenant, 'B');
    expect([late.status, late.json.errors]).toEqual([422, [expect.objectContaining({ pointer: '/queue' })]]);
    await settled();
    expect(planned()).toEqual({ [day(5)]: 'B' });
  });
});

describe('a slot', () => {
  it('is released when an account is deleted with its entries', async () => {
    const tenant = await newTenant();
    const { id } = await connect(tenant, 'twitter');
    await newQueue(tenant, { accounts: [id] });
    await create(tenant, 'A', { platforms: undefined });
    await settled();
    await callApi('accounts.delete', { token: tenant.token, params: { id: String(id) } });
    await settled();
    expect(queueOf().posts).toEqual([]);
  });

  it('stays taken by a published post until its time has passed', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    await newQueue(tenant);
    const { targets, id } = await create(tenant, 'A');
    await settled();
    advanceTime(DAY - 60 * 60_000);
    const schedule_id = String((targets as Json[])[0]!.schedule_id);
    await onPublishDue({ workspace_id: tenant.workspace.id, schedule_id }, lambdaContext());
    await processChanges(harness);
    const { json } = await callApi('content.get', { token: await newToken(tenant), params: { id: String(id) } });
    expect(json).toMatchObject({ status: 'published', queue: { slot_at: day(4), held: false } });
    expect((await create(tenant, 'B')).scheduled_at).toBe(day(5));
  });
});
