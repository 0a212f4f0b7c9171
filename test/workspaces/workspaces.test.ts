import { describe, expect, it } from 'vitest';
import { advanceTime, callApi, type Json, START, setupApi, storedItems } from '../functions/api-harness.ts';
import { newStageTenant, newTenant } from '../functions/tenants.ts';
import { callIn, newCustomer, stageKeyFor } from './given.ts';

const table = setupApi();

const NO_LIMITS = {
  requests_per_minute: null,
  accounts: null,
  posts_per_day: null,
  media_bytes: null,
  platform_micro_usd_per_month: null,
};

const ensure = (token: string, external_id: string, body: Json = { name: 'Example Bakery' }) =>
  callApi('workspaces.ensure', { token, params: { external_id }, body });
const get = (token: string, id: string) => callApi('workspaces.get', { token, params: { id } });
const list = async (token: string, query: Record<string, string> = {}) => {
  const { json } = await callApi('workspaces.list', { token, query });
  return (json.workspaces as { id: string }[]).map(({ id }) => id);
};
const update = (token: string, id: string, body: Json, headers: Record<string, string> = {}) =>
  callApi('workspaces.update', {
    token,
    params: { id },
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });

describe('POST /workspaces', () => {
  it('creates a workspace without members, which the stage key names from then on', async () => {
    const stage = await newStageTenant();
    const answer = await callApi('workspaces.create', {
      token: stage.token,
      body: { name: 'Example Bakery', external_id: 'customer-17', metadata: { tier: 'gold' } },
    });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.headers.location).toBe(`/v1/workspaces/${answer.json.id}`);
    expect(answer.json).toEqual({
      id: expect.stringMatching(/^ws_/),
      external_id: 'customer-17',
      name: 'Example Bakery',
      status: 'active',
      suspension: null,
      delete_at: null,
      plan: 'standard',
      limits: NO_LIMITS,
      label: null,
      metadata: { tier: 'gold' },
      created_at: START,
      version: 0,
    });
    const members = await callIn(String(answer.json.id), stage, 'team.list-members');
    expect(members.json.members).toEqual([]);
  });

  it('with the external id of another workspace is 409, names that one and creates nothing', async () => {
    const stage = await newStageTenant();
    const first = await newCustomer(stage, { external_id: 'customer-17' });
    const before = storedItems(table);
    const body = { name: 'Another', external_id: 'customer-17' };
    const { status, json } = await callApi('workspaces.create', { token: stage.token, body });
    expect([status, json.code, json.existing_workspace_id]).toEqual([409, 'external_id_taken', first.id]);
    expect(storedItems(table)).toEqual(before);
  });

  it.each([' customer', 'customer ', 'kunde-ä', '', 'x'.repeat(256)])(
    'rejects the external id %j',
    async (external_id) => {
      const { token } = await newStageTenant();
      const { status, json } = await callApi('workspaces.create', { token, body: { name: 'A', external_id } });
      expect(status).toBe(422);
      expect((json.errors as Json[])[0]!.pointer).toBe('/external_id');
    },
  );
});

describe('PUT /workspaces/external/{external_id}', () => {
  it('creates the workspace once, and returns it unchanged afterwards', async () => {
    const { token } = await newStageTenant();
    const first = await ensure(token, 'customer-17');
    advanceTime(1_000);
    const again = await ensure(token, 'customer-17', { name: 'Another name' });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.json).toEqual(first.json);
    expect(await list(token)).toEqual([first.json.id]);
  });

  it('creates one workspace for 20 requests at once', async () => {
    const { token } = await newStageTenant();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ensure(token, 'customer-17')));
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await list(token)).toHaveLength(1);
  });

  it('keeps external ids apart that differ in case only', async () => {
    const { token } = await newStageTenant();
    const ids = [await ensure(token, 'Customer'), await ensure(token, 'customer')].map(({ json }) => json.id);
    expect(new Set(ids).size).toBe(2);
  });
});

describe('GET /workspaces/{id}', () => {
  it('finds a workspace by its id and by its external id', async () => {
    const { token } = await newStageTenant();
    const { json } = await ensure(token, 'a/b c');
    expect((await get(token, String(json.id))).json).toEqual(json);
    expect((await get(token, 'external:a/b c')).json).toEqual(json);
  });

  it('is 404 for an unknown id, an unknown external id and the workspace of the stage keys', async () => {
    const { token, workspace } = await newStageTenant();
    for (const id of ['ws_01K00000000000000000000009', 'external:absent', 'nothing', workspace.id]) {
      expect((await get(token, id)).status).toBe(404);
    }
  });
});

describe('GET /workspaces', () => {
  it('lists all workspaces newest first, also those that an operator has created, and not that of the stage keys', async () => {
    const stage = await newStageTenant();
    const { workspace } = await newTenant();
    advanceTime(1_000);
    const { id } = await newCustomer(stage);
    expect(await list(stage.token)).toEqual([id, workspace.id]);
  });

  it('filters by external id, suspension and time', async () => {
    const stage = await newStageTenant();
    const first = await newCustomer(stage, { external_id: 'customer-17' });
    advanceTime(60_000);
    const second = await newCustomer(stage);
    const since = new Date(Date.now()).toISOString();
    expect(await list(stage.token, { external_id: 'customer-17' })).toEqual([first.id]);
    expect(await list(stage.token, { external_id: 'customer-18' })).toEqual([]);
    expect(await list(stage.token, { created_since: since })).toEqual([second.id]);
    expect(await list(stage.token, { status: 'suspended' })).toEqual([]);
  });

  it('selects by the label, together with the other filters, and reads no workspace without it', async () => {
    const stage = await newStageTenant();
    const labelled = [await newCustomer(stage, { label: 'europe' }), await newCustomer(stage, { label: 'europe' })];
    await newCustomer(stage, { label: 'europe-2' });
    await newCustomer(stage);
    const [first, second] = labelled.map(({ id }) => id) as [string, string];
    const read: string[] = [];
    table.fault = (name, input) => {
      if (name !== 'TransactWriteCommand') read.push(JSON.stringify(input));
      return null;
    };
    expect((await list(stage.token, { label: 'europe' })).sort()).toEqual([first, second].sort());
    const queries = read.filter((input) => input.includes('WORKSPACES#'));
    expect(queries.every((input) => input.includes('WORKSPACES#LABEL#europe#'))).toBe(true);
    await callApi('workspaces.suspend', {
      token: stage.token,
      params: { id: first },
      body: { scope: 'publishing', reason: 'The invoice is overdue.' },
    });
    const selected = (status: string) => list(stage.token, { label: 'europe', status });
    expect([await selected('suspended'), await selected('active')]).toEqual([[first], [second]]);
    await update(stage.token, first, { label: null });
    await update(stage.token, second, { label: 'asia' });
    expect([await list(stage.token, { label: 'europe' }), await list(stage.token, { label: 'asia' })]).toEqual([
      [],
      [second],
    ]);
  });

  it.each(['', 'a b', 'a#b', 'ä', 'x'.repeat(41)])('rejects the label %j', async (label) => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage, { label: 'europe' });
    const rejected = await update(stage.token, id, { label });
    expect([rejected.status, (rejected.json.errors as Json[])[0]!.pointer]).toEqual([422, '/label']);
    expect((await get(stage.token, id)).json).toMatchObject({ label: 'europe', version: 0 });
    expect((await callApi('workspaces.list', { token: stage.token, query: { label } })).status).toBe(400);
  });

  it.each<Record<string, string>>([
    { status: 'suspended' },
    { label: 'asia' },
    { created_since: '2999-01-01T00:00:00.000Z' },
  ])('filters by %j also with an external id, and for a stage key of some workspaces', async (filter) => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage, { external_id: 'customer-17', label: 'europe' });
    const { token } = await stageKeyFor(id);
    const all: Record<string, string>[] = [
      { status: 'active' },
      { label: 'europe' },
      { created_since: '2000-01-01T00:00:00.000Z' },
    ];
    for (const each of all) {
      expect(await list(stage.token, { ...each, external_id: 'customer-17' })).toEqual([id]);
      expect(await list(token, each)).toEqual([id]);
    }
    expect(await list(stage.token, { ...filter, external_id: 'customer-17' })).toEqual([]);
    expect(await list(token, filter)).toEqual([]);
  });
});

describe('PUT /workspaces/{id}', () => {
  it('changes what it names, and nothing else', async () => {
    const stage = await newStageTenant();
    const before = await newCustomer(stage, { metadata: { tier: 'gold' } });
    const { status, json, headers } = await update(stage.token, before.id, { limits: { requests_per_minute: 60 } });
    expect([status, headers.etag]).toEqual([200, '"1"']);
    expect(json).toEqual({ ...before, limits: { ...NO_LIMITS, requests_per_minute: 60 }, version: 1 });
    expect((await update(stage.token, before.id, { name: before.name })).json.version).toBe(1);
  });

  it('of two writers with one entity tag accepts one', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    const answers = await Promise.all(
      ['One', 'Two'].map((name) => update(stage.token, id, { name }, { 'if-match': '"0"' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it('gives an external id to a workspace that has none, and never another one', async () => {
    const stage = await newStageTenant();
    const { workspace } = await newTenant();
    expect((await update(stage.token, workspace.id, { external_id: 'customer-17' })).status).toBe(200);
    expect((await get(stage.token, 'external:customer-17')).json.id).toBe(workspace.id);
    const again = await update(stage.token, workspace.id, { external_id: 'customer-18' });
    expect([again.status, again.json.code]).toEqual([409, 'external_id_set']);
    const other = await newCustomer(stage);
    const taken = await update(stage.token, other.id, { external_id: 'customer-17' });
    expect([taken.status, taken.json.code]).toEqual([409, 'external_id_taken']);
  });

  it('changes the rate limit of the requests that name the workspace', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    await update(stage.token, id, { limits: { requests_per_minute: 2 } });
    const statuses = [];
    for (let n = 0; n < 3; n++) statuses.push((await callIn(id, stage, 'workspace.get')).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe('a stage key for some workspaces', () => {
  it('reads and changes them only, and creates none', async () => {
    const stage = await newStageTenant();
    const [own, other] = [
      await newCustomer(stage, { external_id: 'own' }),
      await newCustomer(stage, { external_id: 'other' }),
    ];
    const { token } = await stageKeyFor(own.id);
    expect(await list(token)).toEqual([own.id]);
    expect((await get(token, 'external:own')).status).toBe(200);
    const unknown = 'ws_01K00000000000000000000009';
    const [foreign, absent] = [await get(token, other.id), await get(token, unknown)];
    expect([foreign.status, foreign.json.code]).toEqual([403, 'workspace_mismatch']);
    const { request_id: _, instance: __, ...problem } = foreign.json;
    expect(absent.json).toMatchObject(problem);
    expect(await list(token, { external_id: 'other' })).toEqual([]);
    const rejected = [
      await ensure(token, 'new'),
      await ensure(token, 'other'),
      await update(token, other.id, { name: 'X' }),
    ];
    expect(rejected.map(({ status }) => status)).toEqual([403, 403, 403]);
  });
});
