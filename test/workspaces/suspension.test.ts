import { describe, expect, it } from 'vitest';
import { advanceTime, callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import { auditLog, followStream } from '../functions/audit-log.ts';
import { newContent } from '../functions/resources.ts';
import { newStageTenant, newTenant, type Tenant } from '../functions/tenants.ts';
import { setupWorkers } from '../functions/worker-harness.ts';
import { callIn } from './given.ts';

const harness = setupWorkers();

const suspend = (stage: Tenant, id: string, scope = 'publishing', reason = 'The invoice is overdue.') =>
  callApi('workspaces.suspend', { token: stage.token, params: { id }, body: { scope, reason } });
const resume = (stage: Tenant, id: string, body: Json = {}) =>
  callApi('workspaces.resume', { token: stage.token, params: { id }, body });
const halts = async (tenant: Tenant) => (await callApi('halts.list', { token: tenant.token })).json.halts as Json[];

describe('a suspension', () => {
  it('halts publishing with its reason, is listed, and members cannot end it', async () => {
    const [stage, tenant] = [await newStageTenant(), await newTenant()];
    const { status, json } = await suspend(stage, tenant.workspace.id);
    expect([status, json.status]).toEqual([200, 'suspended']);
    const [halt] = await halts(tenant);
    expect(halt).toMatchObject({ scope: 'workspace', reason: 'The invoice is overdue.', created_by: 'stage' });
    const params = { id: String(halt!.id) };
    expect((await callApi('halts.delete', { token: tenant.token, params })).json).toMatchObject({
      code: 'halted_by_operator',
      detail: 'The product has suspended the workspace, and resumes it.',
    });
    const listed = await callApi('workspaces.list', { token: stage.token, query: { status: 'suspended' } });
    expect((listed.json.workspaces as Json[]).map(({ id }) => id)).toEqual([tenant.workspace.id]);
    const active = await callApi('workspaces.list', { token: stage.token, query: { status: 'active' } });
    expect(active.json.workspaces).toEqual([]);
  });

  it('ends with its halt, and the list of suspended workspaces is empty again', async () => {
    const [stage, tenant] = [await newStageTenant(), await newTenant()];
    await suspend(stage, tenant.workspace.id);
    const { status, json } = await resume(stage, tenant.workspace.id);
    expect([status, json.status, json.suspension]).toEqual([200, 'active', null]);
    expect(await halts(tenant)).toEqual([]);
    const listed = await callApi('workspaces.list', { token: stage.token, query: { status: 'suspended' } });
    expect(listed.json.workspaces).toEqual([]);
    expect((await resume(stage, tenant.workspace.id)).json.version).toBe(json.version);
  });

  it('of publishing leaves everything else possible', async () => {
    const [stage, tenant] = [await newStageTenant(), await newTenant()];
    await suspend(stage, tenant.workspace.id);
    advanceTime(60_000);
    await newContent(tenant, { scheduled_at: inSeconds(3600) });
  });

  it('of all rejects every change of members and of the stage key, and permits to read', async () => {
    const [stage, tenant] = [await newStageTenant(), await newTenant()];
    const { id } = await newContent(tenant);
    await suspend(stage, tenant.workspace.id, 'all');
    advanceTime(60_000);
    const body = { title: 'Another title' };
    const change = await callApi('content.update', { token: tenant.token, params: { id }, body });
    expect([change.status, change.json.code]).toEqual([409, 'workspace_suspended']);
    const byStage = await callIn(tenant.workspace.id, stage, 'content.update', { params: { id }, body });
    expect(byStage.json.code).toBe('workspace_suspended');
    expect((await callApi('content.get', { token: tenant.token, params: { id } })).status).toBe(200);
    await resume(stage, tenant.workspace.id);
    advanceTime(60_000);
    expect((await callApi('content.update', { token: tenant.token, params: { id }, body })).status).toBe(200);
  });

  it('that is repeated has the new scope and reason, and one halt, with which members see the new reason', async () => {
    const [stage, tenant] = [await newStageTenant(), await newTenant()];
    await suspend(stage, tenant.workspace.id, 'publishing', 'Spam.');
    const { json } = await suspend(stage, tenant.workspace.id, 'all', 'Fraud.');
    expect(json.suspension).toMatchObject({ scope: 'all', reason: 'Fraud.' });
    expect((await halts(tenant)).map(({ reason }) => reason)).toEqual(['Fraud.']);
  });

  it('is possible beside a halt of the members, which stays when it ends', async () => {
    const [stage, tenant] = [await newStageTenant(), await newTenant()];
    await callApi('halts.create', { token: tenant.token, body: { scope: 'workspace', reason: 'Ours.' } });
    expect((await suspend(stage, tenant.workspace.id)).status).toBe(200);
    await resume(stage, tenant.workspace.id);
    expect((await halts(tenant)).map(({ reason }) => reason)).toEqual(['Ours.']);
  });

  it('is in the audit log of the workspace, with the stage key', async () => {
    const [stage, tenant] = [await newStageTenant(), await newTenant()];
    await suspend(stage, tenant.workspace.id);
    await followStream(harness);
    const entry = (await auditLog(tenant)).find(({ operation }) => operation === 'workspaces.suspend');
    expect(entry).toMatchObject({
      actor: { type: 'stage_key', user_id: null, client_id: stage.key.client_id },
    });
  });
});
