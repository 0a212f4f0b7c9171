import { describe, expect, it } from 'vitest';
import { STAGE_ONLY_PERMISSIONS, STAGE_PERMISSIONS } from '../../lib/core/api/permission.ts';
import { stageMember } from '../../lib/identity/rules/stage.ts';
import { advanceTime, callApi } from '../functions/api-harness.ts';
import { followStream } from '../functions/audit-log.ts';
import { ORGANIZATIONS, offeringFlow } from '../functions/connections.ts';
import { newPendingContent, newReviewLink } from '../functions/resources.ts';
import { newStageTenant, newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { validRequest } from '../functions/valid-request.ts';
import { setupWorkers } from '../functions/worker-harness.ts';
import { callIn, newCustomer, stageKeyFor } from './given.ts';

const harness = setupWorkers();
const json = { 'content-type': 'application/json' };

const exchange = (stage: Tenant, workspace: string, scope = {}) => {
  const credentials = { client_id: stage.key.client_id, client_secret: stage.clientSecret };
  return callApi('auth.token', { body: { ...credentials, grant_type: 'client_credentials', workspace, ...scope } });
};

async function bound(stage: Tenant, workspace: string): Promise<string> {
  return String((await exchange(stage, workspace)).json.access_token);
}

/** A stage key in a workspace, as a tenant: what it creates belongs to the stage. */
async function inWorkspace(): Promise<Tenant> {
  const [{ workspace }, stage] = [await newTenant(), await newStageTenant()];
  const tenant = { ...stage, workspace, owner: stageMember(workspace.id) };
  return { ...tenant, token: await newToken({ workspace, key: { ...stage.key, workspace_id: workspace.id } }) };
}

const suspend = (token: string, id: string) =>
  callApi('workspaces.suspend', { token, params: { id }, body: { scope: 'all', reason: 'Fraud.' } });

describe('a token for one workspace', () => {
  it.each(['workspaces.list', 'stage-keys.list', 'stage-keys.create'])('does not act on the stage: %s', async (id) => {
    const stage = await newStageTenant();
    const token = await bound(stage, (await newCustomer(stage)).id);
    const body = id === 'stage-keys.create' ? { body: { name: 'A key' } } : {};
    expect((await callApi(id, { token, ...body })).status).toBe(403);
  });

  it('is issued without the permissions to act on the stage, which no scope adds', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    const held = STAGE_PERMISSIONS.filter((each) => !STAGE_ONLY_PERMISSIONS.includes(each));
    expect((await exchange(stage, id)).json.scope).toBe(held.join(' '));
    const wider = await exchange(stage, id, { scope: 'content:read workspaces:write' });
    expect([wider.status, wider.json.error]).toEqual([400, 'invalid_scope']);
  });

  it('does not change another workspace', async () => {
    const stage = await newStageTenant();
    const [own, other] = [await newCustomer(stage), await newCustomer(stage)];
    const token = await bound(stage, own.id);
    const answer = await callApi('workspaces.update', { token, params: { id: other.id }, body: { name: 'X' } });
    expect(answer.status).toBe(403);
  });
});

describe('a stage key for some workspaces', () => {
  it('does not revoke a stage key with more rights', async () => {
    const stage = await newStageTenant();
    const { token } = await stageKeyFor((await newCustomer(stage)).id);
    const rejected = await callApi('stage-keys.delete', { token, params: { id: stage.key.client_id } });
    expect(rejected.status).toBe(403);
    expect(rejected.json.detail).toBe('The stage key may name workspaces that yours may not name.');
  });

  it('sees no other workspace in the audit log or the list of stage keys', async () => {
    const stage = await newStageTenant();
    const [own, other] = [await newCustomer(stage), await newCustomer(stage)];
    const { token } = await stageKeyFor(own.id);
    await callApi('stage-keys.create', { token: stage.token, body: { name: 'B', workspaces: [other.id] } });
    await followStream(harness);
    expect.soft((await callApi('audit.list', { token })).text).not.toContain(other.id);
    expect.soft((await callApi('stage-keys.list', { token })).text).not.toContain(other.id);
  });

  it('receives no response to the Idempotency-Key of a key with more rights', async () => {
    const stage = await newStageTenant();
    const some = await stageKeyFor((await newCustomer(stage)).id);
    const request = { body: { name: 'Secret' }, headers: { ...json, 'idempotency-key': 'k1' } };
    await callApi('workspaces.create', { token: stage.token, ...request });
    expect((await callApi('workspaces.create', { token: some.token, ...request })).status).toBe(403);
  });

  it('that names the stage workspace is rejected', async () => {
    const { token, workspace } = await newStageTenant();
    const body = { name: 'A', workspaces: [workspace.id] };
    expect((await callApi('stage-keys.create', { token, body })).status).toBe(422);
  });
});

describe('what a stage key creates', () => {
  it('connects an account by its connect flow', async () => {
    const { token, cookie } = await offeringFlow(await inWorkspace());
    await callApi('connect.submit-choice', { query: { token, external_id: ORGANIZATIONS[0]! }, headers: { cookie } });
    expect(harness.table.items().filter(({ entity }) => entity === 'Account')).toHaveLength(1);
  });

  it('shows its calendar feed', async () => {
    const request = await validRequest('calendar-feeds.show', await inWorkspace());
    expect((await callApi('calendar-feeds.show', request)).status).toBe(200);
  });

  it('is not of a former member on the review page', async () => {
    const tenant = await inWorkspace();
    const { token } = await newReviewLink(tenant, {}, await newPendingContent(tenant));
    expect((await callApi('review.show', { query: { token } })).text).not.toMatch(/former member/i);
  });
});

describe('a suspension', () => {
  it('ends by a request that acts on the stage, and names no workspace in the header', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    await suspend(stage.token, id);
    advanceTime(60_000);
    const request = { token: stage.token, params: { id }, body: {} };
    const named = await callApi('workspaces.resume', { ...request, headers: { ...json, workspace: id } });
    expect([named.status, named.json.code]).toEqual([400, 'invalid_request']);
    expect((await callApi('workspaces.resume', request)).status).toBe(200);
  });

  it('is possible again after a write of an earlier version has removed it', async () => {
    const [tenant, stage] = [await newTenant(), await newStageTenant()];
    const old = harness.table.items().find(({ id, entity }) => entity === 'Workspace' && id === tenant.workspace.id)!;
    await suspend(stage.token, tenant.workspace.id);
    harness.table.insert(old);
    expect((await suspend(stage.token, tenant.workspace.id)).status).toBe(200);
  });
});

it('a stage key requires no approvals, which it could not give', async () => {
  const stage = await newStageTenant();
  const { id } = await newCustomer(stage);
  const { status, json: problem } = await callIn(id, stage, 'workspace.update', { body: { approval: 'required' } });
  expect([status, problem.code]).toEqual([403, 'approval_not_permitted']);
});
