import { describe, expect, it } from 'vitest';
import { activeHalts } from '../../lib/halts/rules/halt.ts';
import { loadWorkspaceSettings } from '../../lib/identity/store/workspace-settings.ts';
import { advanceTime, callApi, type Json, succeed } from '../functions/api-harness.ts';
import { newContent } from '../functions/resources.ts';
import { newStageTenant, newTenant, type Tenant } from '../functions/tenants.ts';
import { setupWorkers } from '../functions/worker-harness.ts';
import { callIn, newCustomer, stageKeyFor } from './given.ts';

setupWorkers();

const DAY_MS = 86_400_000;

const remove = (stage: Tenant, id: string, query: Record<string, string> = {}) =>
  callApi('workspaces.delete', { token: stage.token, params: { id }, query });
const restore = (stage: Tenant, id: string, body: Json = {}) =>
  callApi('workspaces.restore', { token: stage.token, params: { id }, body });
const deletionOf = (stage: Tenant, id: string) =>
  callApi('workspaces.deletion', { token: stage.token, params: { id } });
const halts = async ({ workspace }: Tenant) =>
  activeHalts(await loadWorkspaceSettings(workspace.id)).map(({ reason }) => reason);

describe('DELETE /workspaces/{id}', () => {
  it('schedules the deletion in seven days, and halts publishing', async () => {
    const [stage, tenant] = [await newStageTenant(), await newTenant()];
    const nowMs = Date.now();
    const { status, json } = await remove(stage, tenant.workspace.id);
    const delete_at = new Date(nowMs + 7 * DAY_MS).toISOString();
    expect([status, json.status, json.delete_at, json.version]).toEqual([200, 'deleting', delete_at, 1]);
    expect(await halts(tenant)).toEqual(['The workspace is being deleted.']);
  });

  it('takes a number of days up to 30', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    expect((await remove(stage, id, { grace_days: '31' })).status).toBe(400);
    const { json } = await remove(stage, id, { grace_days: '0' });
    expect(json.delete_at).toBe(new Date().toISOString());
  });

  it('that is repeated never delays the deletion, and brings it forward with fewer days', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    const first = await remove(stage, id, { grace_days: '5' });
    advanceTime(1000);
    expect((await remove(stage, id)).json).toEqual(first.json);
    const { json } = await remove(stage, id, { grace_days: '1' });
    expect(json.delete_at).toBe(new Date(Date.now() + DAY_MS).toISOString());
    expect((await deletionOf(stage, id)).json.delete_at).toBe(json.delete_at);
  });

  it('compares If-Match', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    const headers = { 'if-match': '"7"' };
    expect((await callApi('workspaces.delete', { token: stage.token, params: { id }, headers })).status).toBe(412);
  });

  it('ends every request in the workspace within a minute, also of the stage key, and none of another workspace', async () => {
    const [stage, tenant, other] = [await newStageTenant(), await newTenant(), await newTenant()];
    const { id } = await newContent(tenant);
    const requests = [
      () => callApi('content.get', { token: tenant.token, params: { id } }),
      () => callApi('content.update', { token: tenant.token, params: { id }, body: { title: 'Another' } }),
      () => callIn(tenant.workspace.id, stage, 'content.list'),
    ];
    for (const request of requests) await request();
    await remove(stage, tenant.workspace.id);
    advanceTime(60_000);
    for (const request of requests) {
      const { status, json } = await request();
      expect([status, json.code]).toEqual([409, 'workspace_deleting']);
    }
    expect((await callApi('content.list', { token: other.token })).status).toBe(200);
  });

  it.each(['update', 'suspend', 'resume'])('makes %s 409', async (verb) => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    await remove(stage, id);
    const body = { update: { name: 'Another' }, suspend: { scope: 'all', reason: 'Fraud.' } }[verb] ?? {};
    const { json } = await callApi(`workspaces.${verb}`, { token: stage.token, params: { id }, body });
    expect(json.code).toBe('workspace_deleting');
  });

  it('moves the workspace to the list of those that are being deleted', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    await remove(stage, id);
    const listed = async (status: string) => {
      const { workspaces } = await succeed<{ workspaces: Json[] }>('workspaces.list', {
        token: stage.token,
        query: { status },
      });
      return workspaces.map((each) => each.id);
    };
    expect([await listed('deleting'), await listed('active'), await listed('suspended')]).toEqual([[id], [], []]);
  });
});

describe('POST /workspaces/{id}/restore', () => {
  it('makes the workspace as it was, and releases its posts', async () => {
    const [stage, tenant] = [await newStageTenant(), await newTenant()];
    const { id } = tenant.workspace;
    const before = (await callApi('workspaces.get', { token: stage.token, params: { id } })).json;
    await remove(stage, id);
    const { status, json } = await restore(stage, id);
    expect([status, json]).toEqual([200, { ...before, version: 2 }]);
    expect(await halts(tenant)).toEqual([]);
    expect((await deletionOf(stage, id)).status).toBe(404);
  });

  it('leaves a suspension from before', async () => {
    const [stage, tenant] = [await newStageTenant(), await newTenant()];
    const { id } = tenant.workspace;
    const body = { scope: 'publishing', reason: 'The invoice is overdue.' };
    await callApi('workspaces.suspend', { token: stage.token, params: { id }, body });
    await remove(stage, id);
    const { json } = await restore(stage, id);
    expect([json.status, json.suspension]).toEqual(['suspended', expect.objectContaining(body)]);
    expect(await halts(tenant)).toEqual(['The invoice is overdue.']);
  });

  it('does not change a workspace without a deletion', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    expect((await restore(stage, id)).json).toMatchObject({ status: 'active', version: 0 });
  });

  it('is 409 from delete_at on', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    await remove(stage, id, { grace_days: '0' });
    const { status, json } = await restore(stage, id);
    expect([status, json.code]).toEqual([409, 'workspace_deleting']);
  });

  it('is followed by a deletion that starts from the beginning', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    await remove(stage, id, { grace_days: '1' });
    await restore(stage, id);
    advanceTime(60_000);
    const { json } = await remove(stage, id, { grace_days: '2' });
    expect(json.delete_at).toBe(new Date(Date.now() + 2 * DAY_MS).toISOString());
  });
});

describe('GET /workspaces/{id}/deletion', () => {
  it('has who requested it and its times, and no name', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage, { external_id: 'customer-17' });
    const { json: workspace } = await remove(stage, 'external:customer-17');
    const { status, json } = await deletionOf(stage, id);
    expect([status, json]).toEqual([
      200,
      {
        ...{ workspace_id: id, external_id: 'customer-17', status: 'scheduled', requested_by: stage.key.client_id },
        ...{ requested_at: new Date().toISOString(), delete_at: workspace.delete_at },
        ...{ started_at: null, deleted_at: null },
        counts: {
          ...{ items: 0, audit_entries: 0, schedules: 0, files: 0, bytes: 0 },
          ...{ accounts: 0, accounts_not_disconnected: 0 },
        },
      },
    ]);
  });

  it('is 404 without a deletion, and the same 403 for a stage key of other workspaces with and without one', async () => {
    const stage = await newStageTenant();
    const [{ id }, other] = [await newCustomer(stage), await newCustomer(stage)];
    expect((await deletionOf(stage, id)).status).toBe(404);
    await remove(stage, id);
    const limited = await stageKeyFor(other.id);
    const [found, unknown] = [
      await deletionOf(limited, id),
      await deletionOf(limited, 'ws_01K0000000000000000000009Z'),
    ];
    expect([found.status, found.json.code]).toEqual([403, 'workspace_mismatch']);
    expect(unknown.json).toEqual({
      ...found.json,
      request_id: unknown.json.request_id,
      instance: unknown.json.instance,
    });
    expect((await remove(limited, id)).json.code).toBe('workspace_mismatch');
    expect((await restore(limited, id)).json.code).toBe('workspace_mismatch');
  });
});
