import { describe, expect, it } from 'vitest';
import { commit } from '../../lib/core/table/commit.ts';
import { eventWrite } from '../../lib/webhooks/store/events.ts';
import { callApi, type Json } from '../functions/api-harness.ts';
import { newContent, newEvent } from '../functions/resources.ts';
import { newStageTenant, newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { newCustomer, stageKeyFor } from '../workspaces/given.ts';

/** The events of all workspaces, as a stage key lists them. */

const harness = setupWorkers();

const list = (token: string, query: Record<string, string> = {}) => callApi('events.list', { token, query });
const get = (token: string, id: string) => callApi('events.get', { token, params: { id } });
const ids = ({ json }: { json: Json }) => (json.events as Json[]).map(({ id }) => String(id));
const stored = () =>
  storedRecords<{ id: string; workspace_id: string; type: string; about?: string }>(harness, 'Event');
const eventOf = ({ workspace }: Tenant) => stored().find(({ workspace_id }) => workspace_id === workspace.id)!.id;

/** A stage key, and two workspaces with an event each. */
async function given() {
  const [stage, one, two] = [await newStageTenant(), await newTenant(), await newTenant()];
  await newContent(one);
  await newContent(two);
  await processAllChanges(harness);
  return { stage, one, two };
}

describe('GET /events by a stage key that names no workspace', () => {
  it('returns the events of all workspaces and of the stage, newest first, with their workspaces', async () => {
    const { stage } = await given();
    const { id } = await newCustomer(stage, { external_id: 'customer-17' });
    await processAllChanges(harness);
    const answer = await list(stage.token);
    expect(answer.status, answer.text).toBe(200);
    expect(ids(answer)).toEqual(
      stored()
        .map((each) => each.id)
        .sort()
        .reverse(),
    );
    const created = (answer.json.events as Json[]).find(({ data }) => (data as Json).id === id);
    expect(created).toMatchObject({ type: 'workspace.created', workspace: { id, external_id: 'customer-17' } });
    expect(answer.json.pagination).toMatchObject({ total: stored().length });
  });

  it('pages through all of them once by cursors', async () => {
    const { stage, one } = await given();
    for (let made = 0; made < 5; made++) await newContent(one);
    await processAllChanges(harness);
    const found: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const answer = await list(stage.token, { limit: '2', ...(cursor && { cursor }) });
      found.push(...ids(answer));
      cursor = (answer.json.pagination as Json).next_cursor as string | null;
    }
    expect(found).toEqual(
      stored()
        .map(({ id }) => id)
        .sort()
        .reverse(),
    );
  });

  it('filters by type and by workspaces', async () => {
    const { stage, one, two } = await given();
    const ofTwo = { workspaces: two.workspace.id };
    expect(ids(await list(stage.token, ofTwo))).toEqual([eventOf(two)]);
    expect(ids(await list(stage.token, { ...ofTwo, type: 'content.created' }))).toEqual([eventOf(two)]);
    expect(ids(await list(stage.token, { ...ofTwo, type: 'content.published' }))).toEqual([]);
    const created = ids(await list(stage.token, { type: 'content.created' }));
    expect(created.sort()).toEqual([eventOf(one), eventOf(two)].sort());
    expect(ids(await list(stage.token, { type: 'workspace.created' }))).toHaveLength(2);
  });

  it('returns to a key for some workspaces only the events of these', async () => {
    const { one, two } = await given();
    const limited = await stageKeyFor(one.workspace.id);
    const answer = await list(limited.token);
    expect([ids(answer), answer.json.pagination]).toMatchObject([[eventOf(one)], { total: 1 }]);
    expect((await get(limited.token, eventOf(one))).status).toBe(200);
    const [foreign, unknown] = [
      await get(limited.token, eventOf(two)),
      await get(limited.token, eventOf(two).replace(/.$/, 'Z')),
    ];
    expect([foreign.status, foreign.json.code]).toEqual([404, unknown.json.code]);
    const mismatch = await list(limited.token, { workspaces: two.workspace.id });
    expect([mismatch.status, mismatch.json.code]).toEqual([403, 'workspace_mismatch']);
    const created = ({ workspace }: Tenant) =>
      stored().find(({ type, about }) => type === 'workspace.created' && about === workspace.id)!.id;
    expect((await get(limited.token, created(one))).status).toBe(200);
    expect((await get(limited.token, created(two))).status).toBe(404);
  });

  it.each(['nonsense', 'ws_00000000000000000000000000', ','])('rejects the workspaces %j', async (workspaces) => {
    const { stage } = await given();
    expect((await list(stage.token, { workspaces })).status).toBe(400);
  });

  it('returns no data without the permission to read it', async () => {
    const { stage, one } = await given();
    const token = await newToken(stage, ['webhooks:read']);
    const { json } = await get(token, eventOf(one));
    expect(json).toMatchObject({ id: eventOf(one), data: null });
  });

  it('lacks an event that an earlier version has stored, which its workspace still lists', async () => {
    const { stage, one } = await given();
    const event = await newEvent(one);
    await commit([eventWrite({ ...event, id: event.id.replace(/.$/, 'Z') })]);
    expect(ids(await list(stage.token))).not.toContain(event.id);
    expect(ids(await list(one.token))).toContain(event.id);
    expect(ids(await list(stage.token, { workspaces: one.workspace.id }))).toContain(event.id);
  });
});

describe('the parameter workspaces', () => {
  it('is rejected in a workspace', async () => {
    const { one } = await given();
    expect((await list(one.token, { workspaces: one.workspace.id })).status).toBe(400);
  });
});
