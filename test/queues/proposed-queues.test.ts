import { describe, expect, it } from 'vitest';
import { advanceTime, callApi, type Json, setupApi } from '../functions/api-harness.ts';
import { newAgent } from '../functions/given/agents.ts';
import { callTool } from '../functions/mcp-client.ts';
import { newQueue } from '../functions/resources.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';

// The clock is at 10:00:30 on Monday, 3 August 2026.

setupApi();

async function setup(fields: Json = {}) {
  const tenant = await newTenant();
  const queue = await newQueue(tenant);
  const { token } = await newAgent(tenant, {}, fields);
  return { tenant, queue, token };
}

const queued = async ({ token }: Tenant, title: string) =>
  callApi('content.create', { token, body: { title, platforms: ['twitter'], queue: 'default' } });
const slotsOf = (queue: Json) => (queue.next_free_slots as Json[]).map(({ slot_at }) => slot_at);
const listed = async (token: string) => (await callApi('queues.list', { token })).json.queues as Json[];

describe('the next free slots of a queue', () => {
  it('are those that the next three posts take, on the clock of the queue too', async () => {
    const { tenant } = await setup();
    // The list is in the order of creation.
    advanceTime(1);
    await newQueue(tenant, { name: 'Berlin', time_zone: 'Europe/Berlin' });
    await queued(tenant, 'One');
    const [first, berlin] = await listed(tenant.token);
    expect(slotsOf(first!)).toEqual(['2026-08-05', '2026-08-06', '2026-08-07'].map((day) => `${day}T09:00:00.000Z`));
    expect((berlin!.next_free_slots as Json[])[0]).toEqual({
      slot_at: '2026-08-04T07:00:00.000Z',
      local: '2026-08-04T09:00',
    });
    expect((await queued(tenant, 'Two')).json.scheduled_at).toBe('2026-08-05T09:00:00.000Z');
  });

  it('are none while it is paused, because it accepts no post', async () => {
    const { tenant, queue } = await setup();
    const params = { id: queue.id };
    const { json } = await callApi('queues.update', { token: tenant.token, params, body: { paused: true } });
    expect(slotsOf(json)).toEqual([]);
  });
});

describe('an agent', () => {
  it('reads queues and their slots, and changes none', async () => {
    const { queue, token } = await setup();
    const params = { id: queue.id };
    expect(await listed(token)).toMatchObject([{ id: queue.id }]);
    expect((await callApi('queues.get', { token, params })).json).toMatchObject({ name: 'default' });
    const { slots } = (await callApi('queues.list-slots', { token, params })).json;
    expect((slots as Json[])[0]).toMatchObject({ status: 'free', slot_at: '2026-08-04T09:00:00.000Z' });
    const codes = [];
    for (const [id, request] of [
      ['queues.create', { body: { name: 'news', slots: [] } }],
      ['queues.update', { params, body: { paused: true } }],
      ['queues.delete', { params }],
    ] as const)
      codes.push((await callApi(id, { token, ...request })).json.code);
    expect(codes).toEqual(Array(3).fill('agent_not_permitted'));
  });

  it('reads no queue without a permission for it', async () => {
    const { queue, token } = await setup({ permissions: ['analytics:read'] });
    const params = { id: queue.id };
    for (const answer of [
      await callApi('queues.list', { token }),
      await callApi('queues.get', { token, params }),
      await callApi('queues.list-slots', { token, params }),
    ])
      expect([answer.status, answer.json.code]).toEqual([403, 'insufficient_scope']);
  });

  it('is proposed the next free slots of each queue', async () => {
    const { tenant, token } = await setup();
    // The list is in the order of creation.
    advanceTime(1);
    await newQueue(tenant, { name: 'Berlin', time_zone: 'Europe/Berlin' });
    await queued(tenant, 'One');
    const { value, error } = await callTool(token, 'propose_time');
    expect(error).toBeNull();
    expect(value.queues).toMatchObject([
      { name: 'default', time_zone: 'UTC', paused: false, waiting_posts: 1 },
      {
        name: 'Berlin',
        next_free_slots: expect.arrayContaining([
          { at: '2026-08-04T07:00:00.000Z', local: { local: '2026-08-04T09:00', time_zone: 'Europe/Berlin' } },
        ]),
      },
    ]);
  });
});

describe('a queue that an agent proposes', () => {
  const post = { title: 'Summer', platforms: ['twitter'] };
  const unknown = { status: 422, json: { errors: [{ pointer: '/metadata/proposed_queue', code: 'unknown_queue' }] } };

  it('exists in the workspace, by its name or its id', async () => {
    const { queue, token } = await setup();
    const create = (title: string, proposed_queue: string) =>
      callApi('content.create', { token, body: { ...post, title, metadata: { proposed_queue } } });
    expect((await create('One', 'DEFAULT')).status).toBe(201);
    expect((await create('Two', queue.id)).status).toBe(201);
    expect(await create('Three', 'news')).toMatchObject(unknown);
    const { queue: foreign } = await setup();
    expect(await create('Four', foreign.id)).toMatchObject(unknown);
  });

  it('is checked by each tool that takes it', async () => {
    const { token } = await setup();
    const { value } = await callTool(token, 'draft_post', { request_id: 'one', ...post, proposed_queue: 'default' });
    const post_id = (value.post as Json).id;
    for (const [name, given] of [
      ['draft_post', { request_id: 'two', ...post, text: 'Two' }],
      ['edit_draft', { request_id: 'three', post_id }],
      ['check_draft', { post_id }],
    ] as const) {
      const { error } = await callTool(token, name, { ...given, proposed_queue: 'news' });
      expect(JSON.stringify(error), name).toContain('unknown_queue');
    }
  });

  it('does not prevent another edit once it is deleted', async () => {
    const { tenant, queue, token } = await setup();
    const metadata = { proposed_queue: 'default' };
    const { json } = await callApi('content.create', { token, body: { ...post, metadata } });
    await callApi('queues.delete', { token: tenant.token, params: { id: queue.id } });
    const edit = (fields: Json) =>
      callApi('content.update', { token, params: { id: String(json.id) }, body: { metadata: fields } });
    expect((await edit({ ...metadata, ticket: '1' })).status).toBe(200);
    expect((await edit({ ticket: '1' })).status).toBe(200);
    expect(await edit(metadata)).toMatchObject(unknown);
  });

  it('is rejected of a key that may not read queues, whether or not it exists', async () => {
    const { token } = await setup({ permissions: ['content:write'] });
    for (const proposed_queue of ['default', 'news']) {
      const body = { ...post, metadata: { proposed_queue } };
      expect((await callApi('content.create', { token, body })).json.code).toBe('insufficient_scope');
    }
  });

  it('is free text of a person, whose metadata it is', async () => {
    const { tenant } = await setup();
    const body = { ...post, metadata: { proposed_queue: 'news' } };
    expect((await callApi('content.create', { token: tenant.token, body })).status).toBe(201);
  });
});
