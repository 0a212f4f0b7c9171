import { describe, expect, it } from 'vitest';
import {
  advanceTime,
  callApi,
  inSeconds,
  type Json,
  newInstance,
  START,
  setupApi,
  storedItems,
} from '../functions/api-harness.ts';
import { exchange, request, tokenOf, verify } from '../functions/given/api-keys.ts';
import { newKey, newMember } from '../functions/resources.ts';
import { newTenant, newToken } from '../functions/tenants.ts';

const table = setupApi();

describe('DELETE /keys/{id}', () => {
  it('200, and the secret is no longer valid', async () => {
    const tenant = await newTenant();
    const { id, client_secret } = await newKey(tenant);
    const answer = await request('keys.delete', tenant, id);
    expect([answer.status, answer.json.success]).toEqual([200, true]);
    const rejected = await exchange(id, client_secret);
    expect([rejected.status, rejected.json.error]).toEqual([401, 'invalid_client']);
  });

  it('200, and its tokens end immediately where they are not cached, and everywhere within 60 seconds', async () => {
    const tenant = await newTenant();
    const { id, client_secret } = await newKey(tenant);
    const token = await tokenOf(id, client_secret);
    const [warm, cold] = [await newInstance('auth.verify'), await newInstance('auth.verify')];
    expect((await warm({ token })).status).toBe(200);
    await request('keys.delete', tenant, id);
    expect((await cold({ token })).status).toBe(401);
    advanceTime(59_999);
    expect((await warm({ token })).status).toBe(200);
    advanceTime(1);
    expect((await warm({ token })).status).toBe(401);
  });

  it('200 for a key with more permissions than the caller, and for one of another person', async () => {
    const tenant = await newTenant();
    const { id } = await newKey(tenant);
    const token = await newToken(tenant, ['keys:write']);
    expect((await request('keys.delete', { ...tenant, token }, id)).status).toBe(200);
  });

  it('200 for the calling key itself', async () => {
    const tenant = await newTenant();
    expect((await request('keys.delete', tenant, tenant.key.client_id)).status).toBe(200);
    advanceTime(60_000);
    expect((await verify(tenant.token)).status).toBe(401);
  });

  describe('the last key of an owner', () => {
    const revoke = (by: { token: string }, id: string) => callApi('keys.delete', { token: by.token, params: { id } });

    it.each([
      ['an admin, who holds all permissions but not the role', 'admin', undefined],
      ['a member with keys:write alone', 'admin', ['keys:write']],
    ] as const)('403 for %s, and it stays valid', async (_, role, permissions) => {
      const tenant = await newTenant();
      const other = await newMember(tenant, role, permissions);
      const before = storedItems(table);
      const answer = await revoke(other, tenant.key.client_id);
      expect([answer.status, answer.json.code]).toEqual([403, 'last_admin_key']);
      expect(storedItems(table)).toEqual(before);
      expect((await exchange(tenant.key.client_id, tenant.clientSecret)).status).toBe(200);
    });

    it('403 for a token of the owner with fewer permissions; 200 for one with all of them', async () => {
      const tenant = await newTenant();
      const narrow = { token: await newToken(tenant, ['keys:write', 'keys:read']) };
      expect((await revoke(narrow, tenant.key.client_id)).json.code).toBe('last_admin_key');
      expect((await revoke(tenant, tenant.key.client_id)).status).toBe(200);
    });

    it('is not replaced by one that cannot administer, has expired, or belongs to another member', async () => {
      const tenant = await newTenant();
      const [admin] = [await newMember(tenant, 'admin'), await newMember(tenant, 'owner')];
      await newKey(tenant, { permissions: ['content:read', 'keys:write'] });
      await newKey(tenant, { expires_at: inSeconds(10) });
      advanceTime(10_000);
      expect((await revoke(admin, tenant.key.client_id)).json.code).toBe('last_admin_key');
      await newKey(tenant, { permissions: ['keys:write', 'team:write'] });
      expect((await revoke(admin, tenant.key.client_id)).status).toBe(200);
    });

    it('that cannot administer is protected too: its owner has no other way in', async () => {
      const tenant = await newTenant('enterprise', { permissions: ['content:read'] });
      const admin = await newMember(tenant, 'admin');
      expect((await revoke(admin, tenant.key.client_id)).json.code).toBe('last_admin_key');
    });

    it('remains when two are revoked concurrently by a caller who holds less', async () => {
      for (let distance = 0; distance < 60; distance += 3) {
        table.clear();
        const tenant = await newTenant();
        const [admin, { id }] = [await newMember(tenant, 'admin'), await newKey(tenant)];
        const first = revoke(admin, id);
        for (let turn = 0; turn < distance; turn++) await null;
        const answers = await Promise.all([first, revoke(admin, tenant.key.client_id)]);
        expect(answers.map(({ status }) => status).sort(), `${distance} turns later`).toEqual([200, 403]);
      }
    });

    it('remains when an admin revokes one while the owner revokes the other', async () => {
      for (let distance = 0; distance < 60; distance += 3) {
        table.clear();
        const tenant = await newTenant();
        const [admin, { id }] = [await newMember(tenant, 'admin'), await newKey(tenant)];
        const first = revoke(tenant, id);
        for (let turn = 0; turn < distance; turn++) await null;
        const [owners, admins] = await Promise.all([first, revoke(admin, tenant.key.client_id)]);
        const revoked = table.changes().flatMap(({ after }) => (after?.revoked_at ? [after.client_id] : []));
        // The owner may revoke the last one. The admin may not, so the admin's is first or is rejected.
        const isRejected = admins.status === 403;
        expect(owners.status).toBe(200);
        expect(revoked, `${distance} turns later`).toEqual(isRejected ? [id] : [tenant.key.client_id, id]);
      }
    });
  });

  it('403 for the last key that can administer the workspace, although an admin has it', async () => {
    const tenant = await newTenant('enterprise', { permissions: ['content:read'] });
    const [admin, other] = [await newMember(tenant, 'admin'), await newMember(tenant, 'admin', ['keys:write'])];
    const { json } = await callApi('keys.list', { token: admin.token });
    const ofAdmin = (json.keys as Json[]).find(({ user_id }) => user_id === admin.id)!;
    const revoke = () => callApi('keys.delete', { token: other.token, params: { id: String(ofAdmin.id) } });
    expect((await revoke()).json.code).toBe('last_admin_key');
    expect((await callApi('keys.create', { token: admin.token, body: { name: 'Another' } })).status).toBe(201);
    expect((await revoke()).status).toBe(200);
  });

  it('404 afterwards, for reading, rerolling and deleting again', async () => {
    const tenant = await newTenant();
    const { id } = await newKey(tenant);
    await request('keys.delete', tenant, id);
    for (const operation of ['keys.get', 'keys.reroll', 'keys.delete'] as const) {
      const body = operation === 'keys.reroll' ? {} : undefined;
      expect((await request(operation, tenant, id, body)).status, operation).toBe(404);
    }
  });

  it('stores for 30 days what was revoked, and when', async () => {
    const tenant = await newTenant();
    const { id } = await newKey(tenant);
    await request('keys.delete', tenant, id);
    const stored = table.items().find((item) => item.entity === 'ApiKey' && item.client_id === id);
    expect(stored).toMatchObject({
      revoked_at: START,
      expires_at_seconds: Math.ceil(Date.parse(START) / 1000) + 30 * 86_400,
    });
  });

  it('of one key by many concurrent requests counts down once', async () => {
    const tenant = await newTenant();
    const { id } = await newKey(tenant);
    const answers = await Promise.all(Array.from({ length: 5 }, () => request('keys.delete', tenant, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
    expect(table.items().find((item) => item.entity === 'Counter')).toMatchObject({ keys: 0 });
  });
});
