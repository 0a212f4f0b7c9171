import { describe, expect, it } from 'vitest';
import { advanceTime, callApi, inSeconds, type Json, setupApi } from '../functions/api-harness.ts';
import { newAgent } from '../functions/given/agents.ts';
import { newAccount, newContent, newQueue } from '../functions/resources.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';

// The clock is at 10:00:30 on Monday, 3 August 2026. The queue has a slot at nine each day.

setupApi();

const day = (date: number) => `2026-08-${String(date).padStart(2, '0')}T09:00:00.000Z`;
const create = ({ token }: Tenant, fields: Json) =>
  callApi('content.create', { token, body: { title: 'A post', platforms: ['twitter'], ...fields } });
const change = ({ token }: Tenant, id: unknown, body: Json) =>
  callApi('content.update', { token, params: { id: String(id) }, body });
const update = ({ token }: Tenant, id: string, body: Json) => callApi('queues.update', { token, params: { id }, body });

async function takenSlots({ token }: Tenant, id: string): Promise<unknown[]> {
  const { json } = await callApi('queues.list-slots', { token, params: { id } });
  return (json.slots as Json[])
    .filter(({ status }) => status === 'taken')
    .map(({ slot_at, content }) => [slot_at, (content as Json).id]);
}

async function givenQueue(fields: Json = {}): Promise<{ tenant: Tenant; queue: string }> {
  const tenant = await newTenant();
  return { tenant, queue: (await newQueue(tenant, fields)).id };
}

describe('a queue', () => {
  it('is created in UTC, listed, and found by its id', async () => {
    const { tenant, queue } = await givenQueue();
    const found = await callApi('queues.get', { token: tenant.token, params: { id: queue } });
    expect(found.json).toMatchObject({ name: 'default', time_zone: 'UTC', paused: false, queued: 0, accounts: [] });
    const { json } = await callApi('queues.list', { token: tenant.token });
    expect(json.queues).toEqual([found.json]);
  });

  it('gives a post the local time of its slot, which responses show beside the instant', async () => {
    const slots = [{ weekday: 'sunday', time: '02:30' }];
    const { tenant, queue } = await givenQueue({ time_zone: 'Europe/Berlin', slots });
    // The clock skips the slot of 28 March 2027, the 34th Sunday from now.
    const items: Json[] = [];
    for (let week = 0; week < 34; week++) items.push((await create(tenant, { title: `Post ${week}`, queue })).json);
    const [first, last] = [items[0]!, items.at(-1)!];
    const local = { local: '2026-08-09T02:30', time_zone: 'Europe/Berlin' };
    const time = { scheduled_at: '2026-08-09T00:30:00.000Z', scheduled_local: local };
    expect(first).toMatchObject({ ...time, targets: [time] });
    expect((first.warnings as Json[]).map(({ code }) => code)).not.toContain('local_time_skipped');
    const skipped = { local: '2027-03-28T02:30', time_zone: 'Europe/Berlin' };
    expect(last).toMatchObject({ scheduled_at: '2027-03-28T01:30:00.000Z', scheduled_local: skipped });
    expect((last.warnings as Json[]).map(({ code }) => code)).toContain('local_time_skipped');
    const draft = await newContent(tenant);
    const body = { content_id: draft.id, platforms: ['twitter'], queue };
    const { json } = await callApi('schedule.create', { token: tenant.token, body });
    const next = { scheduled_local: { local: '2027-04-04T02:30', time_zone: 'Europe/Berlin' } };
    expect(json).toMatchObject({ ...next, entries: [next] });
    const unchanged = await change(tenant, first.id, { queue });
    expect(unchanged.json).toMatchObject({ ...time, updated_at: first.updated_at });
  });

  it('has a name that no other queue of the workspace has, in upper or lower case', async () => {
    const { tenant, queue } = await givenQueue();
    const slots = [{ weekday: 'monday', time: '09:00' }];
    const second = (name: string) => callApi('queues.create', { token: tenant.token, body: { name, slots } });
    const rejected = await second('DEFAULT');
    expect([rejected.status, rejected.json.code, rejected.json.queue_id]).toEqual([409, 'duplicate_name', queue]);
    expect((await update(tenant, queue, { name: 'other' })).status).toBe(200);
    expect((await second('Default')).status).toBe(201);
    expect((await update(tenant, queue, { name: 'DEFAULT' })).json.code).toBe('duplicate_name');
    await newQueue(await newTenant());
  });

  it.each([
    [{ slots: [] }, '/slots'],
    [{ slots: [{ weekday: 'monday', time: '9:00' }] }, '/slots/0/time'],
    [{ slots: [{ weekday: 'monday', time: '24:00' }] }, '/slots/0/time'],
    [{ slots: Array.from({ length: 2 }, () => ({ weekday: 'monday', time: '09:00' })) }, '/slots'],
    [{ time_zone: 'Mars/Olympus' }, '/time_zone'],
    [{ accounts: ['acc_01K00000000000000000000000'] }, '/accounts/0'],
  ])('rejects %j and names the field', async (fields, pointer) => {
    const tenant = await newTenant();
    const body = { name: 'default', slots: [{ weekday: 'monday', time: '09:00' }], ...fields };
    const { status, json } = await callApi('queues.create', { token: tenant.token, body });
    expect([status, (json.errors as Json[])[0]!.pointer]).toEqual([422, pointer]);
  });

  it('accepts its settings as they were read, without effect', async () => {
    const { tenant, queue } = await givenQueue({ time_zone: 'Europe/Berlin' });
    const read = (await callApi('queues.get', { token: tenant.token, params: { id: queue } })).json;
    const { name, accounts, slots, time_zone, paused } = read;
    expect((slots as Json[])[0]!.time_zone).toBeNull();
    advanceTime(60_000);
    const { status, json } = await update(tenant, queue, { name, accounts, slots, time_zone, paused });
    expect([status, json]).toEqual([200, read]);
  });

  it('is one of at most 20 of a workspace', async () => {
    const tenant = await newTenant();
    for (let n = 1; n <= 20; n++) await newQueue(tenant, { name: `Queue ${n}` });
    const body = { name: 'More', slots: [{ weekday: 'monday', time: '09:00' }] };
    expect((await callApi('queues.create', { token: tenant.token, body })).json.code).toBe('queue_limit');
  });

  it('is deleted only when no post waits in it', async () => {
    const { tenant, queue } = await givenQueue();
    const { json } = await create(tenant, { queue });
    const remove = () => callApi('queues.delete', { token: tenant.token, params: { id: queue } });
    expect([(await remove()).json.code, (await remove()).json.queued]).toEqual(['queue_not_empty', 1]);
    await callApi('content.delete', { token: tenant.token, params: { id: String(json.id) } });
    expect((await remove()).status).toBe(200);
    await newQueue(tenant);
  });
});

describe('an item with a queue', () => {
  it('takes the slots in order, by the name or the id of the queue', async () => {
    const { tenant, queue } = await givenQueue();
    const first = await create(tenant, { queue: 'default' });
    const second = await create(tenant, { queue });
    expect(first.json).toMatchObject({
      status: 'scheduled',
      scheduled_at: day(4),
      queue: { id: queue, slot_at: day(4), held: false },
    });
    expect(second.json.scheduled_at).toBe(day(5));
    expect(await takenSlots(tenant, queue)).toEqual([
      [day(4), first.json.id],
      [day(5), second.json.id],
    ]);
  });

  it('has the accounts of the queue when it names no platforms', async () => {
    const tenant = await newTenant();
    const { id } = await newAccount(tenant);
    await newQueue(tenant, { accounts: [id] });
    const body = { title: 'A post', queue: 'default' };
    const { json, status } = await callApi('content.create', { token: tenant.token, body });
    expect([status, json.platforms, json.accounts]).toEqual([201, ['twitter'], [id]]);
    const other = await newTenant();
    await newQueue(other);
    expect((await callApi('content.create', { token: other.token, body })).json.errors).toMatchObject([
      { pointer: '/platforms' },
    ]);
  });

  it.each([
    [{ queue: 'default', scheduled_at: inSeconds(7200) }, '/queue'],
    [{ position: 'first' }, '/position'],
    [{ queue: 'unknown' }, '/queue'],
    [{ queue: 'que_01K00000000000000000000000' }, '/queue'],
  ])('rejects %j and names the field', async (fields, pointer) => {
    const { tenant } = await givenQueue();
    const { status, json } = await create(tenant, fields);
    expect([status, (json.errors as Json[])[0]!.pointer]).toEqual([422, pointer]);
  });

  it('does not find the queue of another workspace', async () => {
    const { queue } = await givenQueue();
    expect((await create(await newTenant(), { queue })).status).toBe(422);
  });

  it('cannot be queued by an agent', async () => {
    const { tenant } = await givenQueue();
    const { token } = await newAgent(tenant);
    const body = { title: 'A post', platforms: ['twitter'], queue: 'default' };
    expect((await callApi('content.create', { token, body })).json.code).toBe('agent_not_permitted');
  });

  it('leaves a hole when it is deleted, cancelled, made a draft, rescheduled or published now, which the next one fills', async () => {
    const { tenant, queue } = await givenQueue();
    const leave: ((item: Json) => Promise<{ status: number; text: string }>)[] = [
      ({ id }) => callApi('content.delete', { token: tenant.token, params: { id: String(id) } }),
      ({ id }) => change(tenant, id, { status: 'draft' }),
      ({ id }) => change(tenant, id, { status: 'cancelled' }),
      ({ id }) => change(tenant, id, { scheduled_at: inSeconds(7200) }),
      ({ targets }) => {
        const params = { id: String((targets as Json[])[0]!.schedule_id) };
        return callApi('schedule.cancel', { token: tenant.token, params });
      },
      ({ targets }) => {
        const params = { id: String((targets as Json[])[0]!.schedule_id) };
        return callApi('schedule.update', { token: tenant.token, params, body: { scheduled_at: inSeconds(7200) } });
      },
    ];
    const [left] = [(await create(tenant, { queue })).json];
    const stays = (await create(tenant, { queue })).json;
    let hole = left!;
    for (const [index, each] of leave.entries()) {
      const answer = await each(hole);
      expect(answer.status, answer.text).toBe(200);
      expect(await takenSlots(tenant, queue)).toEqual([[day(5), stays.id]]);
      hole = (await create(tenant, { queue, title: `Post ${index}` })).json;
      expect(hole.scheduled_at).toBe(day(4));
    }
  });

  it('keeps its slot while one of its targets has the time', async () => {
    const { tenant, queue } = await givenQueue();
    const { json } = await create(tenant, { queue, platforms: ['twitter', 'linkedin'] });
    const [one, two] = json.targets as Json[];
    const cancel = (target: Json) =>
      callApi('schedule.cancel', { token: tenant.token, params: { id: String(target.schedule_id) } });
    await cancel(one!);
    expect(await takenSlots(tenant, queue)).toEqual([[day(4), json.id]]);
    await cancel(two!);
    expect(await takenSlots(tenant, queue)).toEqual([]);
  });

  it('is scheduled by a PUT of a draft and by POST /schedule, and keeps its slot when the PUT is repeated', async () => {
    const { tenant, queue } = await givenQueue();
    const [draft, other] = [await newContent(tenant), await newContent(tenant)];
    const queued = await change(tenant, draft.id, { queue: 'default' });
    expect(queued.json).toMatchObject({ status: 'scheduled', queue: { id: queue, slot_at: day(4) } });
    expect((await change(tenant, draft.id, { queue: 'default' })).json.scheduled_at).toBe(day(4));
    const body = { content_id: other.id, platforms: ['twitter'], queue };
    const entry = await callApi('schedule.create', { token: tenant.token, body });
    expect([entry.status, entry.json.scheduled_at]).toEqual([201, day(5)]);
    const again = { ...body, platforms: ['linkedin'] };
    expect((await callApi('schedule.create', { token: tenant.token, body: again })).json.code).toBe('already_queued');
  });

  it('moves from one queue to another, which frees its slot', async () => {
    const { tenant, queue } = await givenQueue();
    const other = await newQueue(tenant, { name: 'other', slots: [{ weekday: 'sunday', time: '12:00' }] });
    const { json } = await create(tenant, { queue });
    const moved = await change(tenant, json.id, { queue: 'other' });
    expect(moved.json).toMatchObject({ scheduled_at: '2026-08-09T12:00:00.000Z', queue: { id: other.id } });
    expect([await takenSlots(tenant, queue), (await takenSlots(tenant, other.id)).length]).toEqual([[], 1]);
  });

  it('keeps its time when the slots of the queue change', async () => {
    const { tenant, queue } = await givenQueue();
    const { json } = await create(tenant, { queue });
    await update(tenant, queue, { slots: [{ weekday: 'friday', time: '18:00' }] });
    expect(await takenSlots(tenant, queue)).toEqual([[day(4), json.id]]);
    expect((await create(tenant, { queue })).json.scheduled_at).toBe('2026-08-07T18:00:00.000Z');
  });
});
