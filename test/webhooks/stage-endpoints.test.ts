import { describe, expect, it } from 'vitest';
import { MAX_STAGE_ENDPOINTS } from '../../lib/webhooks/rules/stage-endpoint.ts';
import { callApi, type Json, succeed } from '../functions/api-harness.ts';
import { receiver } from '../functions/given/queued-delivery.ts';
import { stageWithEndpoint } from '../functions/given/stage-endpoints.ts';
import { newWebhook } from '../functions/resources.ts';
import { newStageTenant, newTenant, newToken } from '../functions/tenants.ts';
import { setupWorkers } from '../functions/worker-harness.ts';
import { stageKeyFor } from '../workspaces/given.ts';

/** The endpoints of the stage: who registers, reads and changes them. */

setupWorkers();

const URL = 'https://example.com/hook';
const create = (token: string, body: Json) =>
  callApi('webhooks.create', { token, body: { url: URL, events: ['content.created'], ...body } });

describe('POST /webhooks by a stage key that names no workspace', () => {
  it('registers an endpoint that the key authorizes, with its filter', async () => {
    const { stage, one, endpointId: id } = await stageWithEndpoint({ labels: ['News'] });
    const { json } = await callApi('webhooks.get', { token: stage.token, params: { id } });
    expect(json).toMatchObject({ workspaces: '*', labels: ['News'] });
    expect(json.authorized_by).toEqual({ user_id: stage.owner.id, client_id: stage.key.client_id, expires_at: null });
    const { json: ofWorkspace } = await callApi('webhooks.list', { token: one.token });
    expect(ofWorkspace.webhooks).toEqual([]);
  });

  it('for all events needs the permission to read workspaces', async () => {
    const stage = await newStageTenant();
    const permissions = ['webhooks:write', 'content:read', 'analytics:read', 'schedule:read'] as const;
    const { status, json } = await create(await newToken(stage, permissions), { events: ['*'] });
    expect([status, json.required_permissions]).toEqual([403, ['workspaces:read']]);
    expect((await create(stage.token, { events: ['*'] })).status).toBe(201);
  });

  it('rejects workspaces that the key may not name', async () => {
    const [one, two] = [await newTenant(), await newTenant()];
    const { token } = await stageKeyFor(one.workspace.id);
    const { status, json } = await create(token, { workspaces: [two.workspace.id] });
    expect([status, json.code]).toEqual([403, 'workspace_mismatch']);
    expect((await create(token, { workspaces: [one.workspace.id] })).status).toBe(201);
  });

  it(`registers at most ${MAX_STAGE_ENDPOINTS}`, async () => {
    const { token } = await newStageTenant();
    for (let made = 0; made < MAX_STAGE_ENDPOINTS; made++)
      await newWebhook({ token } as never, { url: `${URL}/${made}` });
    const { status, json } = await create(token, {});
    expect([status, json.code]).toEqual([409, 'endpoint_limit']);
  });
});

describe('an endpoint of a workspace', () => {
  it.each([{ workspaces: '*' }, { labels: ['News'] }])('has no %j', async (field) => {
    const { token } = await newTenant();
    const { status, json } = await create(token, field);
    expect([status, json.errors]).toMatchObject([422, [{ code: 'stage_only' }]]);
  });
});

describe('a stage key for some workspaces', () => {
  it('finds no endpoint that receives events of others', async () => {
    const { one, endpointId: id } = await stageWithEndpoint();
    const { token } = await stageKeyFor(one.workspace.id);
    const listed = await callApi('webhooks.list', { token });
    expect(listed.json.webhooks).toEqual([]);
    const requests: [string, Json?][] = [
      ['webhooks.get'],
      ['webhooks.delete'],
      ['webhooks.list-deliveries'],
      ['webhooks.update', { status: 'paused' }],
      ['webhooks.rotate-secret', {}],
      ['webhooks.test', { event_type: 'content.created' }],
      ['webhooks.recover-deliveries', { since: new Date().toISOString() }],
    ];
    for (const [operation, body] of requests) {
      const answer = await callApi(operation, { token, params: { id }, ...(body && { body }) });
      expect([operation, answer.status]).toEqual([operation, 404]);
    }
  });

  it('reads and changes the endpoint of another key with the same workspaces', async () => {
    const { one, endpointId: id } = await stageWithEndpoint({}, 'first');
    const { token, key } = await stageKeyFor(one.workspace.id);
    const body = { status: 'active', labels: ['Offers'] };
    const { authorized_by, labels } = await succeed<Json>('webhooks.update', { token, params: { id }, body });
    expect([(authorized_by as Json).client_id, labels]).toEqual([key.client_id, ['Offers']]);
  });
});

it('a test delivery to an endpoint of the stage has a workspace', async () => {
  const { url, calls } = await receiver(204);
  const { stage, endpointId: id } = await stageWithEndpoint({ url });
  const body = { event_type: 'content.created' };
  await succeed('webhooks.test', { token: stage.token, params: { id }, body });
  expect(JSON.parse(calls[0]!.body)).toMatchObject({ test: true, workspace: { external_id: null } });
});
