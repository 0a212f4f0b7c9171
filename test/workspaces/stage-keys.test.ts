import { describe, expect, it } from 'vitest';
import { advanceTime, callApi, inSeconds, type Json, setupApi, storedItems } from '../functions/api-harness.ts';
import { exchange, tokenOf } from '../functions/given/api-keys.ts';
import { newContent } from '../functions/resources.ts';
import { newStageTenant, newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { callIn, newCustomer, problemOf, stageKeyFor } from './given.ts';

const table = setupApi();

const create = (stage: Tenant, body: Json = {}) =>
  callApi('stage-keys.create', { token: stage.token, body: { name: 'A stage key', ...body } });
const UNKNOWN = 'ws_01K00000000000000000000009';

describe('a request with a stage key', () => {
  it('acts in the workspace that it names, by its id and by its external id', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage, { external_id: 'a/b c' });
    const body = { title: 'A title', platforms: ['twitter'] };
    expect((await callIn(id, stage, 'content.create', { body })).status).toBe(201);
    expect((await callIn('external:a%2Fb%20c', stage, 'content.create', { body })).status).toBe(201);
    const { json } = await callIn(id, stage, 'content.list');
    expect(json.data).toHaveLength(2);
  });

  it('sees workspaces that were there before the first stage key, and changes nothing of them', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    const before = storedItems(table);
    const stage = await newStageTenant();
    expect((await callIn(tenant.workspace.id, stage, 'content.get', { params: { id } })).status).toBe(200);
    expect(storedItems(table)).toEqual(expect.arrayContaining(before));
    expect((await callApi('team.list-members', { token: tenant.token })).json.members).toHaveLength(1);
  });

  it('that names no workspace is 400 where it needs one', async () => {
    const { token } = await newStageTenant();
    const { status, json } = await callApi('content.list', { token });
    expect([status, json.code]).toEqual([400, 'workspace_required']);
  });

  it.each(['', 'customer-17', 'external:', 'external:%', 'external:%C3%A4', 'ws_1'])(
    'rejects the name %j',
    async (name) => {
      const stage = await newStageTenant();
      expect((await callIn(name, stage, 'content.list')).status).toBe(400);
    },
  );

  it('is rejected for a workspace that does not exist, and for that of the stage keys', async () => {
    const stage = await newStageTenant();
    for (const name of [UNKNOWN, 'external:absent', stage.workspace.id]) {
      expect((await callIn(name, stage, 'content.list')).json.code).toBe('workspace_mismatch');
    }
  });

  it('for some workspaces has the same response for another one and for none, by both names', async () => {
    const stage = await newStageTenant();
    const [own, other] = [await newCustomer(stage), await newCustomer(stage, { external_id: 'other' })];
    const some = await stageKeyFor(own.id);
    expect((await callIn(own.id, some, 'content.list')).status).toBe(200);
    const [foreign, ...same] = await Promise.all(
      [other.id, UNKNOWN, 'external:other', 'external:absent'].map((name) => callIn(name, some, 'content.list')),
    );
    expect(problemOf(foreign!)).toMatchObject({ status: 403, problem: { code: 'workspace_mismatch' } });
    for (const each of same) expect(problemOf(each)).toEqual(problemOf(foreign!));
  });

  it('is recorded in the audit log of the workspace with the key and the actor that the product names', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    const body = { title: 'A title', platforms: ['twitter'] };
    const created = await callIn(id, stage, 'content.create', { body, headers: { actor: 'user-4711' } });
    const stamp = table.items().find((item) => item.id === created.json.id)!.audit_stamp as unknown[];
    expect(stamp).toEqual(expect.arrayContaining(['stage_key', stage.key.client_id, 'user-4711']));
  });

  it('rejects an actor that is no printable text', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    expect((await callIn(id, stage, 'content.list', { headers: { actor: 'ä' } })).status).toBe(400);
  });

  it('never approves a post, whatever its permissions', async () => {
    const stage = await newStageTenant();
    const { id: workspace } = await newCustomer(stage);
    const body = { title: 'A title', platforms: ['twitter'] };
    const { json } = await callIn(workspace, stage, 'content.create', { body });
    const params = { id: String(json.id) };
    await callIn(workspace, stage, 'content.submit', { params });
    const { status, json: problem } = await callIn(workspace, stage, 'content.approve', { params });
    expect([status, problem.code]).toEqual([403, 'insufficient_scope']);
  });

  it('never makes an owner or an approver', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    for (const role of ['owner', 'admin', 'approver']) {
      const body = { email: 'person@example.com', role };
      expect((await callIn(id, stage, 'team.invite', { body })).status).toBe(403);
    }
    const body = { email: 'person@example.com', role: 'editor' };
    expect((await callIn(id, stage, 'team.invite', { body })).status).toBe(201);
  });

  it('creates an API key of the workspace that outlives the stage key', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    const { json } = await callIn(id, stage, 'keys.create', { body: { name: 'A key', permissions: ['content:read'] } });
    await callApi('stage-keys.delete', { token: stage.token, params: { id: stage.key.client_id } });
    const token = await tokenOf(String(json.id), String(json.client_secret));
    expect((await callApi('content.list', { token })).status).toBe(200);
  });
});

describe('another token', () => {
  it('may name its own workspace, and no other one, whether or not it exists', async () => {
    const [own, other] = [await newTenant(), await newTenant()];
    expect((await callIn(own.workspace.id, own, 'content.list')).status).toBe(200);
    const [foreign, absent] = [
      await callIn(other.workspace.id, own, 'content.list'),
      await callIn(UNKNOWN, own, 'content.list'),
    ];
    expect(problemOf(foreign)).toMatchObject({ status: 403, problem: { code: 'workspace_mismatch' } });
    expect(problemOf(absent)).toEqual(problemOf(foreign));
  });

  it('acts on no workspace of the stage', async () => {
    const { token } = await newTenant();
    expect((await callApi('workspaces.list', { token })).status).toBe(403);
    expect((await callApi('stage-keys.list', { token })).status).toBe(403);
  });
});

describe('a token of a stage key for one workspace', () => {
  const bound = (stage: Tenant, workspace: string) =>
    callApi('auth.token', {
      body: {
        client_id: stage.key.client_id,
        client_secret: stage.clientSecret,
        grant_type: 'client_credentials',
        workspace,
      },
    });

  it('acts in that workspace without naming it, and in no other one', async () => {
    const stage = await newStageTenant();
    const [own, other] = [await newCustomer(stage, { external_id: 'own' }), await newCustomer(stage)];
    const { json, text } = await bound(stage, 'external:own');
    expect(text).toContain('access_token');
    const token = String(json.access_token);
    const verified = await callApi('auth.verify', { token });
    expect(verified.json.workspace_id).toBe(own.id);
    expect((await callIn(other.id, { token }, 'content.list')).status).toBe(403);
  });

  it('is not issued for a workspace that does not exist or that the key may not name, alike', async () => {
    const stage = await newStageTenant();
    const [own, other] = [await newCustomer(stage), await newCustomer(stage)];
    const some = await stageKeyFor(own.id);
    const answers = [await bound(some, other.id), await bound(some, UNKNOWN), await bound(stage, UNKNOWN)].map(
      problemOf,
    );
    expect(answers[0]).toMatchObject({ status: 400, problem: { code: 'invalid_target' } });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it('is not issued to an API key of a workspace', async () => {
    const tenant = await newTenant();
    expect((await bound(tenant, tenant.workspace.id)).json.code).toBe('invalid_request');
  });

  it('ends with the stage key', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    const token = String((await bound(stage, id)).json.access_token);
    await callApi('stage-keys.delete', { token: stage.token, params: { id: stage.key.client_id } });
    advanceTime(60_000);
    expect((await callApi('content.list', { token })).status).toBe(401);
  });
});

describe('POST /stage-keys', () => {
  it('creates a key whose token has its permissions and its workspaces, and no others', async () => {
    const stage = await newStageTenant();
    const [own, other] = [await newCustomer(stage), await newCustomer(stage)];
    const { status, json } = await create(stage, { permissions: ['content:read'], workspaces: [own.id] });
    expect(status).toBe(201);
    const token = await tokenOf(String(json.id), String(json.client_secret));
    expect((await callIn(own.id, { token }, 'content.list')).status).toBe(200);
    expect((await callIn(other.id, { token }, 'content.list')).json.code).toBe('workspace_mismatch');
    const body = { title: 'A', platforms: ['twitter'] };
    expect((await callIn(own.id, { token }, 'content.create', { body })).json.code).toBe('insufficient_scope');
  });

  it('grants no more than the key that requests it has', async () => {
    const stage = await newStageTenant();
    const [own, other] = [await newCustomer(stage), await newCustomer(stage)];
    const some = await stageKeyFor(own.id);
    for (const workspaces of ['*', [other.id], [own.id, other.id]]) {
      expect((await create(some, { workspaces })).json.code).toBe('workspace_mismatch');
    }
    expect((await create(some)).json.workspaces).toEqual([own.id]);
    const token = await newToken(stage, ['stage_keys:write']);
    expect((await create({ ...stage, token }, { permissions: ['content:read'] })).json.code).toBe('insufficient_scope');
  });

  it('cannot grant the right to approve', async () => {
    const stage = await newStageTenant();
    expect((await create(stage, { permissions: ['content:approve'] })).status).toBe(422);
  });

  it('is 409 beyond 20 keys', async () => {
    const stage = await newStageTenant();
    for (let n = 0; n < 20; n++) expect((await create(stage)).status).toBe(201);
    expect((await create(stage)).json).toMatchObject({
      code: 'key_limit',
      detail: 'A stage can have at most 20 stage keys. Delete one first.',
    });
  });

  it('creates a key that expires, and one for some addresses', async () => {
    const stage = await newStageTenant();
    const { json } = await create(stage, { expires_at: inSeconds(60), allowed_ips: ['192.0.2.0/24'] });
    const [id, secret] = [String(json.id), String(json.client_secret)];
    const token = await tokenOf(id, secret);
    const verify = (sourceIp: string) => callApi('auth.verify', { token, sourceIp });
    expect((await verify('192.0.2.9')).status).toBe(200);
    expect((await verify('198.51.100.9')).json.code).toBe('ip_not_allowed');
    advanceTime(60_000);
    expect((await exchange(id, secret)).status).toBe(401);
  });
});

describe('POST /stage-keys/{id}/reroll', () => {
  it('replaces the secret, and keeps the previous one for the overlap', async () => {
    const stage = await newStageTenant();
    const id = stage.key.client_id;
    const { json } = await callApi('stage-keys.reroll', {
      token: stage.token,
      params: { id },
      body: { overlap_seconds: 60 },
    });
    expect((await exchange(id, String(json.client_secret))).status).toBe(200);
    expect((await exchange(id, stage.clientSecret)).status).toBe(200);
    advanceTime(60_000);
    expect((await exchange(id, stage.clientSecret)).status).toBe(401);
  });

  it('is rejected for a key with more rights', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    const some = await stageKeyFor(id);
    const params = { id: stage.key.client_id };
    const { status } = await callApi('stage-keys.reroll', { token: some.token, params, body: {} });
    expect(status).toBe(403);
  });
});
