import { describe, expect, it } from 'vitest';
import type { ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import type { Queue } from '../../lib/queues/rules/queue.ts';
import { advanceTime, callApi, type Json, succeed } from '../functions/api-harness.ts';
import { newContent, newQueue } from '../functions/resources.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

// The clock is at 10:00:30 on Monday, 3 August 2026. Both queues have a slot at nine each day.

const harness = setupWorkers();
const settled = () => processAllChanges(harness);

const day = (date: number) => `2026-08-${String(date).padStart(2, '0')}T09:00:00.000Z`;
const BERLIN = { local: '2026-08-04T11:00', time_zone: 'Europe/Berlin' };

async function change({ token }: Tenant, id: unknown, body: Json): Promise<Json> {
  return succeed('content.update', { token, params: { id: String(id) }, body });
}

async function changeQueue({ token }: Tenant, id: string, body: Json): Promise<void> {
  expect((await callApi('queues.update', { token, params: { id }, body })).status).toBe(200);
  await settled();
}

async function read({ token }: Tenant, id: unknown): Promise<Json> {
  return (await callApi('content.get', { token, params: { id: String(id) } })).json;
}

/** The due times of the pending entries by platform, and the queues that have a post. */
function plan() {
  const entries = storedRecords<ScheduleEntry>(harness, 'ScheduleEntry').filter(({ state }) => state === 'pending');
  const queues = storedRecords<Queue>(harness, 'Queue').filter(({ posts }) => posts.length > 0);
  return {
    due: Object.fromEntries(entries.map(({ platform, due_at }) => [platform, due_at])),
    queues: queues.map(({ name }) => name),
  };
}

/** A post that the paused queue X holds. */
async function givenHeldPost(platforms = ['twitter']) {
  const tenant = await newTenant();
  const x = (await newQueue(tenant, { name: 'X' })).id;
  const { id } = await newContent(tenant, { platforms, queue: 'X' });
  await settled();
  await changeQueue(tenant, x, { paused: true });
  return { tenant, id, x };
}

const entryOn = (platform: string) =>
  storedRecords<ScheduleEntry>(harness, 'ScheduleEntry').find((entry) => entry.platform === platform)!.id;

describe('a post that a paused queue holds', () => {
  it('is due when it moves to a queue whose next slot is the same instant', async () => {
    const { tenant, id } = await givenHeldPost();
    const y = await newQueue(tenant, { name: 'Y' });
    expect(plan()).toEqual({ due: { twitter: null }, queues: ['X'] });
    const { queue } = await change(tenant, id, { queue: 'Y' });
    expect(queue).toEqual({ id: y.id, slot_at: day(4), held: false });
    expect(plan()).toEqual({ due: { twitter: day(4) }, queues: ['Y'] });
  });

  it('is due when the queue has resumed and the post is queued again, before the worker moves it', async () => {
    const { tenant, id, x } = await givenHeldPost();
    await callApi('queues.update', { token: tenant.token, params: { id: x }, body: { paused: false } });
    const { queue } = await change(tenant, id, { queue: 'X', position: 'first' });
    expect(queue).toEqual({ id: x, slot_at: day(4), held: false });
    await settled();
    expect(plan()).toEqual({ due: { twitter: day(4) }, queues: ['X'] });
  });

  it('leaves the queue when its own instant is given as another local time', async () => {
    const { tenant, id, x } = await givenHeldPost(['twitter', 'linkedin']);
    const item = await change(tenant, id, { scheduled_at: BERLIN });
    expect(item).toMatchObject({ queue: null, scheduled_at: day(4), scheduled_local: BERLIN });
    expect(plan()).toEqual({ due: { twitter: day(4), linkedin: day(4) }, queues: [] });
    await changeQueue(tenant, x, { paused: false });
    expect(plan().due).toEqual({ twitter: day(4), linkedin: day(4) });
  });

  it('leaves the queue when its only entry is given its own instant as another local time', async () => {
    const { tenant } = await givenHeldPost();
    const params = { id: entryOn('twitter') };
    const { json } = await callApi('schedule.update', { token: tenant.token, params, body: { scheduled_at: BERLIN } });
    expect(json).toMatchObject({ queue: null, scheduled_at: day(4), scheduled_local: BERLIN });
    expect(plan()).toEqual({ due: { twitter: day(4) }, queues: [] });
  });

  it('stays held when a request repeats its instant', async () => {
    const { tenant, id, x } = await givenHeldPost();
    const item = await change(tenant, id, { title: 'Edited', scheduled_at: day(4) });
    expect(item).toMatchObject({ title: 'Edited', queue: { id: x, held: true } });
    expect(plan()).toEqual({ due: { twitter: null }, queues: ['X'] });
  });

  it('stays held when its own instant is sent back after it has passed, with another text', async () => {
    const { tenant, id } = await givenHeldPost();
    advanceTime(2 * DAY_MS);
    const token = await newToken(tenant);
    const item = await change({ ...tenant, token }, id, { title: 'Edited', scheduled_at: day(4) });
    expect(item).toMatchObject({ title: 'Edited', scheduled_at: day(4), queue: { held: true } });
    const body = { scheduled_at: day(4) };
    const moved = await callApi('schedule.update', { token, params: { id: entryOn('twitter') }, body });
    expect([moved.status, moved.json.queue]).toMatchObject([200, { held: true }]);
    const checked = { title: 'Edited', platforms: ['twitter'], content_id: id, ...body };
    expect((await callApi('content.validate', { token, body: checked })).status).toBe(200);
    expect(plan()).toEqual({ due: { twitter: null }, queues: ['X'] });
  });

  it('stays held when a request repeats its queue, before and after the slot has passed', async () => {
    const { tenant, id, x } = await givenHeldPost();
    const { updated_at } = await read(tenant, id);
    expect(await change(tenant, id, { queue: 'X' })).toMatchObject({ updated_at, queue: { id: x, held: true } });
    advanceTime(2 * DAY_MS);
    const later = { ...tenant, token: await newToken(tenant) };
    const item = await change(later, id, { title: 'Edited', queue: 'X' });
    expect(item).toMatchObject({
      title: 'Edited',
      scheduled_at: day(4),
      queue: { id: x, slot_at: day(4), held: true },
    });
    expect(plan()).toEqual({ due: { twitter: null }, queues: ['X'] });
  });

  it('is 409 for the front of its queue, and for another queue that is paused', async () => {
    const { tenant, id } = await givenHeldPost();
    const y = await newQueue(tenant, { name: 'Y' });
    await changeQueue(tenant, y.id, { paused: true });
    for (const body of [{ queue: 'X', position: 'first' }, { queue: 'Y' }]) {
      const { json } = await callApi('content.update', { token: tenant.token, params: { id: String(id) }, body });
      expect(json.code).toBe('queue_paused');
    }
    expect(plan()).toEqual({ due: { twitter: null }, queues: ['X'] });
  });

  it('stays held on all its targets at the time of the slot, also on one that comes back to it', async () => {
    const { tenant, id, x } = await givenHeldPost(['twitter', 'linkedin']);
    const move = (scheduled_at: unknown) =>
      callApi('schedule.update', { token: tenant.token, params: { id: entryOn('linkedin') }, body: { scheduled_at } });
    expect((await move(day(9))).json.queue).toBe(null);
    expect(plan().due).toEqual({ twitter: null, linkedin: day(9) });
    expect((await move(day(4))).json.queue).toEqual({ id: x, slot_at: day(4), held: true });
    expect((await move(BERLIN)).json).toMatchObject({ queue: { held: true }, scheduled_local: BERLIN });
    expect(plan()).toEqual({ due: { twitter: null, linkedin: null }, queues: ['X'] });
    await changeQueue(tenant, x, { slots: [{ weekday: 'sunday', time: '09:00' }] });
    await changeQueue(tenant, x, { paused: false });
    expect(plan()).toEqual({ due: { twitter: day(9), linkedin: day(9) }, queues: ['X'] });
    expect((await read(tenant, id)).queue).toEqual({ id: x, slot_at: day(9), held: false });
  });
});

describe('a target that is scheduled at the slot that a paused queue holds', () => {
  it('is held with the others of its item, and gets their next slot when the queue resumes', async () => {
    const { tenant, id, x } = await givenHeldPost(['twitter', 'linkedin']);
    const { token } = tenant;
    await callApi('schedule.cancel', { token, params: { id: entryOn('linkedin') } });
    await settled();
    const body = { content_id: id, platforms: ['linkedin'], scheduled_at: day(4) };
    expect((await callApi('schedule.create', { token, body })).status).toBe(201);
    await settled();
    expect(plan()).toEqual({ due: { twitter: null, linkedin: null }, queues: ['X'] });
    await changeQueue(tenant, x, { paused: false });
    expect(plan()).toEqual({ due: { twitter: day(4), linkedin: day(4) }, queues: ['X'] });
  });
});

describe('a post that another one moves', () => {
  it('takes the front again, although its item still shows that slot', async () => {
    const tenant = await newTenant();
    const x = (await newQueue(tenant, { name: 'X' })).id;
    const a = await newContent(tenant, { title: 'A', platforms: ['twitter'], queue: 'X' });
    await settled();
    const b = await newContent(tenant, { title: 'B', platforms: ['linkedin'], queue: 'X', position: 'first' });
    expect((await change(tenant, a.id, { queue: 'X', position: 'first' })).scheduled_at).toBe(day(4));
    await settled();
    expect(plan().due).toEqual({ twitter: day(4), linkedin: day(5) });
    const { posts } = storedRecords<Queue>(harness, 'Queue').find(({ id }) => id === x)!;
    expect(posts).toEqual([
      { content_id: a.id, slot_at: day(4) },
      { content_id: b.id, slot_at: day(5) },
    ]);
  });

  it('is not written again by a request that repeats its place at the front', async () => {
    const tenant = await newTenant();
    await newQueue(tenant, { name: 'X' });
    const { id } = await newContent(tenant, { platforms: ['twitter'], queue: 'X', position: 'first' });
    await settled();
    const { updated_at } = await read(tenant, id);
    expect((await change(tenant, id, { queue: 'X', position: 'first' })).updated_at).toBe(updated_at);
  });
});
