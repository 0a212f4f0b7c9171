import { describe, expect, it } from 'vitest';
import { commit } from '../../lib/core/table/commit.ts';
import { memberWrite } from '../../lib/identity/store/members.ts';
import { endpointWrite, loadEndpoint } from '../../lib/webhooks/store/webhook-endpoints.ts';
import { advanceTime, callApi, inSeconds, type Json, succeed } from '../functions/api-harness.ts';
import { tokenOf } from '../functions/given/api-keys.ts';
import { newContent, newKey, newMember, newWebhook, UNREACHABLE_URL } from '../functions/resources.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import {
  DELIVERY_QUEUE,
  processAllChanges,
  processChanges,
  processStreamRecords,
  setupWorkers,
} from '../functions/worker-harness.ts';

/** An endpoint receives events while the member and the API key that authorized it may read them. */

const harness = setupWorkers();
const HOUR = 3_600_000;

/** An endpoint that an API key of the owner has registered, besides the key of the tenant. */
async function byKey(fields: Json = {}) {
  const tenant = await newTenant();
  const key = await newKey(tenant, fields);
  const own = { ...tenant, token: await tokenOf(key.id, key.client_secret) };
  const { webhook_id: id } = await newWebhook(own);
  await processAllChanges(harness);
  return { tenant, key, own, id };
}

async function webhook(tenant: Tenant, id: string): Promise<Json> {
  const { json } = await callApi('webhooks.get', { token: await newToken(tenant), params: { id } });
  return json;
}

/** How many deliveries a new item causes. */
async function deliveries(tenant: Tenant): Promise<number> {
  harness.sent();
  await newContent({ ...tenant, token: await newToken(tenant) });
  await processAllChanges(harness);
  return harness.sent().filter(({ queue }) => queue === DELIVERY_QUEUE).length;
}

async function expectLost(tenant: Tenant, id: string): Promise<void> {
  await processAllChanges(harness);
  expect(await webhook(tenant, id)).toMatchObject({
    status: 'disabled',
    disabled_reason: expect.stringMatching(/^permission_lost: /),
  });
  expect(await deliveries(tenant)).toBe(0);
}

const revoke = async (tenant: Tenant, id: string) => {
  await succeed('keys.delete', { token: await newToken(tenant), params: { id } });
};

const update = async (tenant: Tenant, id: string, body: Json) => {
  const answer = await succeed('webhooks.update', { token: await newToken(tenant), params: { id }, body });
  await processAllChanges(harness);
  return answer;
};

describe('an endpoint is disabled with permission_lost and receives nothing', () => {
  it('when its API key is revoked', async () => {
    const { tenant, key, id } = await byKey();
    expect(await deliveries(tenant)).toBe(1);
    await revoke(tenant, key.id);
    await expectLost(tenant, id);
  });

  it('when its API key expires, from that time on', async () => {
    const { tenant, id } = await byKey({ expires_at: inSeconds(7200) });
    expect((await webhook(tenant, id)).authorized_by).toMatchObject({ expires_at: inSeconds(7200) });
    advanceTime(2 * HOUR - 1000);
    expect(await deliveries(tenant)).toBe(1);
    advanceTime(1000);
    await expectLost(tenant, id);
  });

  it('when its member is removed', async () => {
    const tenant = await newTenant();
    const member = await newMember(tenant, 'admin');
    const { webhook_id: id } = await newWebhook({ ...tenant, token: member.token });
    await callApi('team.remove-member', { token: tenant.token, params: { id: member.id } });
    await expectLost(tenant, id);
  });

  it('when its member loses the permission for one of its kinds', async () => {
    const tenant = await newTenant();
    const member = await newMember(tenant, 'admin');
    const { webhook_id: id } = await newWebhook({ ...tenant, token: member.token }, { events: ['*'] });
    await processAllChanges(harness);
    const body = { permissions: ['content:read', 'webhooks:write'] };
    await succeed('team.update-member', { token: tenant.token, params: { id: member.id }, body });
    await expectLost(tenant, id);
  });

  it('when it was registered by a token of a key that was revoked just before', async () => {
    const tenant = await newTenant();
    const key = await newKey(tenant);
    const token = await tokenOf(key.id, key.client_secret);
    // The instance accepts the token for up to a minute.
    await callApi('webhooks.list', { token });
    await callApi('webhooks.create', { token, body: { url: `${UNREACHABLE_URL}/warm`, events: ['media.ready'] } });
    await processAllChanges(harness);
    await revoke(tenant, key.id);
    const answer = await succeed('webhooks.create', {
      token,
      body: { url: UNREACHABLE_URL, events: ['content.created'] },
    });
    await expectLost(tenant, String(answer.webhook_id));
  });

  it('also when it is paused, so that a plan does not resume it', async () => {
    const { tenant, key, id } = await byKey();
    await update(tenant, id, { status: 'paused' });
    await revoke(tenant, key.id);
    await expectLost(tenant, id);
  });
});

describe('an endpoint stays active', () => {
  it('when another API key of its member is revoked', async () => {
    const { tenant, id } = await byKey();
    await revoke(tenant, (await newKey(tenant)).id);
    await processAllChanges(harness);
    expect((await webhook(tenant, id)).status).toBe('active');
  });

  it('when its member loses permissions that its events do not need', async () => {
    const tenant = await newTenant();
    const member = await newMember(tenant, 'admin');
    const { webhook_id: id } = await newWebhook({ ...tenant, token: member.token });
    await processAllChanges(harness);
    const stored = { ...member, permissions: ['content:read' as const] };
    const { token: _, ...after } = stored;
    await commit([memberWrite(member, after)]);
    await processAllChanges(harness);
    expect((await webhook(tenant, id)).status).toBe('active');
    expect(await deliveries(tenant)).toBe(1);
  });

  it('when it was registered before authorizations were recorded', async () => {
    const { tenant, key, id } = await byKey();
    const endpoint = (await loadEndpoint(tenant.workspace.id, id))!;
    const { authorized_by: _, ...older } = endpoint;
    await commit([endpointWrite(endpoint, older)]);
    await revoke(tenant, key.id);
    await processAllChanges(harness);
    expect(await webhook(tenant, id)).toMatchObject({ status: 'active', authorized_by: null });
  });
});

describe('an endpoint is authorized by the last caller who changed it', () => {
  it('so that it is active again, and the former API key no longer matters', async () => {
    const { tenant, key, id } = await byKey();
    await revoke(tenant, key.id);
    await processAllChanges(harness);
    expect(await update(tenant, id, { status: 'active' })).toMatchObject({
      status: 'active',
      disabled_reason: null,
      authorized_by: { client_id: tenant.key.client_id },
    });
    expect((await webhook(tenant, id)).status).toBe('active');
    expect(await deliveries(tenant)).toBe(1);
  });

  it('also by the values that it has', async () => {
    const { tenant, key, id } = await byKey();
    await update(tenant, id, { events: ['content.created'] });
    await revoke(tenant, key.id);
    await processAllChanges(harness);
    expect((await webhook(tenant, id)).status).toBe('active');
  });

  it('but not by a pause', async () => {
    const { tenant, key, id } = await byKey();
    const paused = await update(tenant, id, { status: 'paused' });
    expect(paused.authorized_by).toMatchObject({ client_id: key.id });
  });

  it('and a record of the former key that the stream delivers again changes nothing', async () => {
    const { tenant, key, id } = await byKey();
    await revoke(tenant, key.id);
    const records = await processChanges(harness);
    await processAllChanges(harness);
    await update(tenant, id, { status: 'active' });
    expect(await processStreamRecords(records)).toEqual([]);
    expect((await webhook(tenant, id)).status).toBe('active');
  });
});
