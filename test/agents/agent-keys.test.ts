import { describe, expect, it } from 'vitest';
import { allEndpoints } from '../../lib/bundle/endpoints.ts';
import { AGENT_PERMISSIONS } from '../../lib/identity/rules/agent-key.ts';
import { advanceTime, callApi, type Json, setupApi, storedItems } from '../functions/api-harness.ts';
import { newAgent } from '../functions/given/agents.ts';
import { newAccount, newContent } from '../functions/resources.ts';
import { sessionToken } from '../functions/sign-ins.ts';
import { newTenant, newToken } from '../functions/tenants.ts';

const table = setupApi();

const draft = (token: string, fields: Json = {}) =>
  callApi('content.create', { token, body: { title: 'Summer', platforms: ['twitter'], ...fields } });
const act = (token: string, action: 'submit' | 'approve', id: string, body: Json = {}) =>
  callApi(`content.${action}`, { token, params: { id }, body });
const hashOf = ({ json }: { json: Json }) => (json.approval as Json).content_hash as string;
const codes = ({ status, json }: { status: number; json: Json }) => [status, json.code];

describe('an agent key', () => {
  it('has a person who is responsible, an expiry, budgets, and none of the permissions that publish', async () => {
    const tenant = await newTenant();
    const { json } = await newAgent(tenant, { budgets: { drafts: 3 } });
    expect(json).toMatchObject({ user_id: tenant.owner.id, permissions: AGENT_PERMISSIONS });
    expect(Date.parse(String(json.expires_at)) - Date.parse(String(json.created_at))).toBe(90 * 86_400_000);
    expect(json.agent).toMatchObject({ accounts: null, paused_at: null, budgets: { drafts: 3, submissions: 50 } });
  });

  it.each(['content:publish', 'content:approve', 'schedule:write', 'keys:write', 'team:write'])(
    'is not created with %s',
    async (permission) => {
      const tenant = await newTenant();
      const body = { name: 'Planner', agent: {}, permissions: ['content:read', permission] };
      const { status, json } = await callApi('keys.create', { token: tenant.token, body });
      expect([status, (json.errors as Json[])[0]]).toMatchObject([422, { pointer: '/permissions' }]);
    },
  );

  it('is not created for an account that the workspace does not have', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    const accounts = [(await newAccount(tenant)).id, (await newAccount(other)).id, 'acc_mistyped'];
    const body = { name: 'Planner', agent: { accounts } };
    const { status, json } = await callApi('keys.create', { token: tenant.token, body });
    expect([status, json.errors]).toMatchObject([
      422,
      [1, 2].map((index) => ({ pointer: `/agent/accounts/${index}`, code: 'unknown_account' })),
    ]);
    expect((await newAgent(tenant, { accounts: accounts.slice(0, 1) })).token).toBeTruthy();
  });

  it('can request no operation that publishes, schedules, decides, deletes or changes settings', () => {
    const allowed = allEndpoints().flatMap(([id, { agents, method }]) => (agents && method !== 'GET' ? [id] : []));
    const drafts = ['content.create', 'content.validate', 'content.update', 'content.create-comment'];
    expect(allowed).toEqual([...drafts, 'content.submit', 'media.create']);
  });

  it('gets 403 from every other operation with a token, and changes nothing', async () => {
    const tenant = await newTenant();
    const { token } = await newAgent(tenant);
    const before = storedItems(table);
    for (const [id, { agents, permissions }] of allEndpoints()) {
      if (agents || permissions === 'none') continue;
      const answer = await callApi(id as never, { token, params: { id: 'x' }, body: {} });
      expect(codes(answer), id).toEqual([403, 'agent_not_permitted']);
    }
    expect(storedItems(table).filter(({ entity }) => entity !== 'RateWindow').length).toBe(
      before.filter(({ entity }) => entity !== 'RateWindow').length,
    );
  });
});

describe('a submission by an agent', () => {
  it('is of what an agent wrote a part of: the draft of a person stays a draft', async () => {
    const tenant = await newTenant();
    const { token } = await newAgent(tenant);
    const { id } = await newContent(tenant);
    expect(codes(await act(token, 'submit', id, { note: 'See https://example.com' }))).toEqual([
      403,
      'agent_not_permitted',
    ]);
    const stored = await callApi('content.get', { token: tenant.token, params: { id } });
    expect(stored.json).toMatchObject({ status: 'draft', approval: null });
    await callApi('content.update', { token, params: { id }, body: { title: 'With the agent' } });
    expect((await act(token, 'submit', id)).status).toBe(200);
  });

  it('is for the accounts of its key, as a draft is', async () => {
    const tenant = await newTenant();
    const [own, other] = [await newAccount(tenant), await newAccount(tenant, { external_id: '99', access_token: 'b' })];
    const limited = await newAgent(tenant, { accounts: [own.id] });
    const { token } = await newAgent(tenant);
    const submitted = [];
    for (const [index, accounts] of [[own.id], [other.id], [own.id, other.id], undefined].entries()) {
      const { json } = await draft(token, { title: `Summer ${index}`, ...(accounts ? { accounts } : {}) });
      submitted.push((await act(limited.token, 'submit', String(json.id))).status);
    }
    expect(submitted).toEqual([200, 422, 422, 422]);
  });
});

describe('a draft of an agent', () => {
  it('names the agent, and is published only after a person has approved exactly this content', async () => {
    const tenant = await newTenant();
    const { id: agent, token } = await newAgent(tenant);
    const { json } = await draft(token);
    const id = String(json.id);
    expect(json.agents).toEqual([{ id: agent, name: 'Planner', user_id: tenant.owner.id }]);
    const publish = () =>
      callApi('content.update', { token: tenant.token, params: { id }, body: { status: 'published' } });
    expect(codes(await publish())).toEqual([409, 'approval_required']);
    const content_hash = hashOf(await act(token, 'submit', id));
    expect(codes(await act(tenant.token, 'approve', id, { content_hash }))).toEqual([403, 'approval_not_permitted']);
    const person = await sessionToken(tenant.owner as never);
    expect((await act(person, 'approve', id, { content_hash })).status).toBe(200);
    expect(codes(await draftEdit(token, id))).toEqual([403, 'agent_not_permitted']);
  });

  const draftEdit = (token: string, id: string, body: Json = { title: 'Other' }) =>
    callApi('content.update', { token, params: { id }, body });

  it.each([
    { scheduled_at: '2026-08-05T12:00:00.000Z' },
    ...['published', 'cancelled', 'draft'].map((status) => ({ status })),
  ])('is rejected with a time or a status: %j', async (fields) => {
    const tenant = await newTenant();
    const { token } = await newAgent(tenant);
    const { json } = await draft(token);
    expect(codes(await draftEdit(token, String(json.id), fields))).toEqual([403, 'agent_not_permitted']);
  });

  it('is not created with a time', async () => {
    const { token } = await newAgent(await newTenant());
    const answer = await draft(token, { scheduled_at: '2026-08-05T12:00:00Z' });
    expect(codes(answer)).toEqual([403, 'agent_not_permitted']);
  });

  it('is edited once by a PUT with an Idempotency-Key that is repeated, also after an edit of a person', async () => {
    const tenant = await newTenant();
    const { token } = await newAgent(tenant);
    const id = String((await draft(token)).json.id);
    const headers = { 'idempotency-key': 'edit', 'content-type': 'application/json' };
    const put = (by: string, title: string) =>
      callApi('content.update', { token: by, params: { id }, body: { title }, headers });
    await put(token, 'By the agent');
    expect((await put(tenant.token, 'By a person')).json.title).toBe('By a person');
    const repeated = await put(token, 'By the agent');
    expect([repeated.status, repeated.headers['idempotent-replayed']]).toEqual([200, 'true']);
    expect(codes(await put(token, 'Another one'))).toEqual([422, 'idempotency_key_reused']);
    const { json } = await callApi('content.get', { token: tenant.token, params: { id } });
    expect(json.title).toBe('By a person');
  });

  it('is never an edit of what a person has approved or scheduled', async () => {
    const tenant = await newTenant();
    const { token } = await newAgent(tenant);
    const { id } = await newContent(tenant, { scheduled_at: '2026-08-05T12:00:00Z' });
    expect(codes(await draftEdit(token, id))).toEqual([403, 'agent_not_permitted']);
  });

  it('is a draft for the agent again once a person has scheduled it and returned it to a draft', async () => {
    const tenant = await newTenant();
    const { token } = await newAgent(tenant);
    const id = String((await draft(token)).json.id);
    const change = async (body: Json) => {
      expect((await callApi('content.update', { token: tenant.token, params: { id }, body })).status).toBe(200);
    };
    await change({ scheduled_at: '2026-08-05T12:00:00Z' });
    expect(codes(await draftEdit(token, id))).toEqual([403, 'agent_not_permitted']);
    await change({ status: 'draft' });
    expect((await draftEdit(token, id)).status).toBe(200);
    await change({ status: 'cancelled' });
    expect(codes(await draftEdit(token, id))).toEqual([403, 'agent_not_permitted']);
  });

  it('of a person needs the approval of a person once an agent has edited it', async () => {
    const tenant = await newTenant();
    const { id: agent, token } = await newAgent(tenant);
    const { id } = await newContent(tenant);
    const edited = await draftEdit(token, id);
    expect(edited.json.agents).toMatchObject([{ id: agent }]);
    const body = { status: 'published' };
    expect(codes(await callApi('content.update', { token: tenant.token, params: { id }, body }))).toEqual([
      409,
      'approval_required',
    ]);
  });

  it('names one of the accounts that the key is for', async () => {
    const tenant = await newTenant();
    const [own, other] = [
      await newAccount(tenant),
      await newAccount(tenant, { external_id: '99', access_token: 'another' }),
    ];
    const { token } = await newAgent(tenant, { accounts: [own.id] });
    const statuses = [];
    for (const accounts of [[own.id], [other.id], [own.id, other.id], undefined]) {
      statuses.push((await draft(token, { accounts })).status);
    }
    expect(statuses).toEqual([201, 422, 422, 422]);
  });
});

describe('a budget of an agent key', () => {
  it('is exact when requests come at the same time, and begins again with the next day', async () => {
    const tenant = await newTenant();
    const { id, token } = await newAgent(tenant, { budgets: { drafts: 5 } });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => draft(token, { title: `Post ${index}` })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    const rejected = answers.find(({ status }) => status === 429)!;
    expect(rejected.json).toMatchObject({ code: 'agent_budget_exceeded', budget: 'drafts', limit: 5 });
    const shown = await callApi('keys.get', { token: tenant.token, params: { id } });
    expect((shown.json.agent as Json).used_today).toMatchObject({ drafts: 5, submissions: 0 });
    advanceTime(86_400_000);
    const later = await newToken(tenant, ['keys:read']);
    const again = await callApi('keys.get', { token: later, params: { id } });
    expect((again.json.agent as Json).used_today).toMatchObject({ drafts: 0 });
  });

  it('is shown with what was used of it by a key that is rolled', async () => {
    const tenant = await newTenant();
    const { id, token } = await newAgent(tenant);
    await draft(token);
    const rolled = await callApi('keys.reroll', { token: tenant.token, params: { id }, body: {} });
    expect((rolled.json.agent as Json).used_today).toMatchObject({ drafts: 1, submissions: 0 });
  });

  it('of requests is shown with what was sent today, reads and rejected ones included, and begins again', async () => {
    const tenant = await newTenant();
    const { id, token, newToken: tokenOf } = await newAgent(tenant, { budgets: { requests: 4 } });
    const used = async (key: string) => {
      const { json } = await callApi('keys.get', { token: key, params: { id } });
      return ((json.agent as Json).used_today as Json).requests;
    };
    expect(await used(tenant.token)).toBe(0);
    expect((await callApi('content.list', { token })).status).toBe(200);
    expect((await callApi('auth.verify', { token })).json.agent).toMatchObject({ used_today: { requests: 2 } });
    expect((await callApi('keys.list', { token })).status).toBe(403);
    expect(await used(tenant.token)).toBe(3);
    expect((await callApi('content.list', { token })).status).toBe(200);
    expect((await callApi('content.list', { token })).status).toBe(429);
    expect(await used(tenant.token)).toBe(4);
    advanceTime(86_400_000);
    const next = await tokenOf();
    expect(await used(await newToken(tenant, ['keys:read']))).toBe(0);
    expect((await callApi('content.list', { token: next })).status).toBe(200);
  });

  it('counts a repeated request once', async () => {
    const tenant = await newTenant();
    const { id, token } = await newAgent(tenant, { budgets: { drafts: 2 } });
    const headers = { 'idempotency-key': 'one', 'content-type': 'application/json' };
    const body = { title: 'Summer', platforms: ['twitter'] };
    for (let count = 0; count < 4; count++) await callApi('content.create', { token, body, headers });
    const shown = await callApi('keys.get', { token: tenant.token, params: { id } });
    expect((shown.json.agent as Json).used_today).toMatchObject({ drafts: 1 });
  });

  it('covers submissions, what platforms charge for them, and the bytes of files', async () => {
    const tenant = await newTenant();
    const budgets = { submissions: 1, media_bytes: 1_000, platform_micro_usd: 20_000 };
    const { token } = await newAgent(tenant, { budgets });
    const ids = [];
    for (const title of ['One', 'Two', 'https://example.com/a'])
      ids.push(String((await draft(token, { title })).json.id));
    // A post with a link costs $0.20 on X, one without $0.015.
    expect((await act(token, 'submit', ids[2]!)).json).toMatchObject({ budget: 'platform_micro_usd' });
    expect((await act(token, 'submit', ids[0]!)).status).toBe(200);
    expect((await act(token, 'submit', ids[1]!)).json).toMatchObject({ budget: 'submissions' });
    const upload = (size_bytes: number) => callApi('media.create', { token, body: { size_bytes } });
    expect([(await upload(600)).status, (await upload(401)).status, (await upload(400)).status]).toEqual([
      201, 429, 201,
    ]);
  });
});

describe('PUT /keys/{id}', () => {
  it('pauses an agent within a second, and resumes it', async () => {
    const tenant = await newTenant();
    const { id, token } = await newAgent(tenant);
    const pause = (paused: boolean) =>
      callApi('keys.update', { token: tenant.token, params: { id }, body: { paused } });
    expect((await draft(token)).status).toBe(201);
    expect((await pause(true)).status).toBe(200);
    advanceTime(1_000);
    expect(codes(await draft(token))).toEqual([403, 'agent_paused']);
    expect((await pause(false)).json.agent).toMatchObject({ paused_at: null });
    advanceTime(1_000);
    expect((await draft(token, { title: 'Winter' })).status).toBe(201);
  });

  it('is rejected with 422 for a key of no agent, and with 404 for one of another workspace', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    const { id } = await newAgent(other);
    const own = await callApi('keys.create', { token: tenant.token, body: { name: 'CI' } });
    const put = (id: unknown) =>
      callApi('keys.update', { token: tenant.token, params: { id: String(id) }, body: { paused: true } });
    expect([(await put(own.json.id)).status, (await put(id)).status]).toEqual([422, 404]);
  });
});

it('the audit stamp of a change names the agent and the member who is responsible for it', async () => {
  const tenant = await newTenant();
  const { id, token } = await newAgent(tenant);
  await draft(token);
  const [item] = storedItems(table).filter(({ entity }) => entity === 'Content');
  expect(item?.audit_stamp).toEqual(expect.arrayContaining(['agent', tenant.owner.id, id]));
});
