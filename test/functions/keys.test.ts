import { describe, expect, it } from 'vitest';
import { allEndpoints, endpointOf } from '../../lib/bundle/endpoints.ts';
import { PERMISSIONS } from '../../lib/core/api/permission.ts';
import { secretHash } from '../../lib/core/crypto/bearer-secret.ts';
import { AddressBlock } from '../../lib/identity/api/keys/create.ts';
import { isAllowed } from '../../lib/identity/pipeline/allowed-ips.ts';
import {
  advanceTime,
  callApi,
  inSeconds,
  type Json,
  newInstance,
  START,
  setupApi,
  storedItems,
  type TestResponse,
} from './api-harness.ts';
import { newKey, newMember } from './resources.ts';
import { newId, newTenant, newToken, type Tenant } from './tenants.ts';

const table = setupApi();

type Operation = 'keys.get' | 'keys.delete' | 'keys.reroll';
const request = (operation: Operation, tenant: Tenant, id: string, body?: unknown) =>
  callApi(operation, { token: tenant.token, params: { id }, ...(body === undefined ? {} : { body }) });
const create = (tenant: Tenant, fields: Json = {}, headers: Record<string, string> = {}) =>
  callApi('keys.create', {
    token: tenant.token,
    body: { name: 'A key', ...fields },
    headers: { 'content-type': 'application/json', ...headers },
  });
const list = (tenant: Tenant) => callApi('keys.list', { token: tenant.token });
const exchange = (id: string, secret: string) => callApi('auth.token', { body: { api_key: id, secret } });
const verify = (token: unknown, sourceIp?: string) =>
  callApi('auth.verify', { token: String(token), ...(sourceIp ? { sourceIp } : {}) });
const pointers = ({ json }: TestResponse) => (json.errors as Json[]).map(({ pointer }) => pointer);
const namesIn = ({ json }: TestResponse) => (json.keys as Json[]).map(({ name }) => name);

/** A token exchanged with a key's secret, as its client does it. */
async function tokenOf(id: string, secret: unknown): Promise<string> {
  const answer = await exchange(id, String(secret));
  expect(answer.status, answer.text).toBe(200);
  return String(answer.json.access_token);
}

describe('POST /keys', () => {
  describe('201', () => {
    it('returns the whole key, its location, and its secret', async () => {
      const tenant = await newTenant();
      const answer = await create(tenant, {
        name: 'Nightly import',
        permissions: ['content:read'],
        allowed_ips: ['192.0.2.0/24'],
        hourly_limit: 1000,
        expires_at: '2026-08-04T12:00:00+02:00',
      });
      expect(answer.status, answer.text).toBe(201);
      expect(answer.headers.location).toBe(`/v1/keys/${answer.json.id}`);
      expect(answer.json).toEqual({
        id: expect.stringMatching(/^key_/),
        client_id: answer.json.id,
        client_secret: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
        name: 'Nightly import',
        user_id: tenant.owner.id,
        status: 'active',
        permissions: ['content:read'],
        allowed_ips: ['192.0.2.0/24'],
        hourly_limit: 1000,
        expires_at: '2026-08-04T10:00:00.000Z',
        last_used_at: null,
        created_at: START,
        rerolled_at: null,
        previous_secret_expires_at: null,
      });
    });

    it('creates a key whose token has the permissions of the key, and no others', async () => {
      const tenant = await newTenant();
      const { id, client_secret } = await newKey(tenant, { permissions: ['content:read'] });
      const verified = await verify(await tokenOf(id, client_secret));
      expect(verified.json).toMatchObject({
        client_id: id,
        workspace_id: tenant.workspace.id,
        user_id: tenant.owner.id,
        permissions: ['content:read'],
      });
    });

    it('grants the permissions of the calling token by default', async () => {
      const tenant = await newTenant();
      const token = await newToken(tenant, ['keys:write', 'content:read']);
      const { permissions } = await newKey({ ...tenant, token });
      expect(permissions).toEqual(['keys:write', 'content:read']);
    });

    it('creates a key that only the allowed addresses may use', async () => {
      const tenant = await newTenant();
      const allowed_ips = ['192.0.2.0/24', '2001:db8::/32'];
      const { id, client_secret } = await newKey(tenant, { allowed_ips });
      const token = await tokenOf(id, client_secret);
      expect((await verify(token, '192.0.2.9')).status).toBe(200);
      expect((await verify(token, '2001:db8::9')).status).toBe(200);
      expect((await verify(token, '198.51.100.9')).json.code).toBe('ip_not_allowed');
    });

    it('creates a key whose tokens end with it, and returns that in expires_in', async () => {
      const tenant = await newTenant();
      const { id, client_secret } = await newKey(tenant, { expires_at: inSeconds(90) });
      const { json } = await exchange(id, client_secret);
      expect(json.expires_in).toBe(90);
      advanceTime(89_999);
      expect((await verify(json.access_token)).status).toBe(200);
      advanceTime(1);
      expect((await verify(json.access_token)).status).toBe(401);
      expect((await exchange(id, client_secret)).status).toBe(401);
    });
  });

  describe('its secret', () => {
    it('is in the table as a hash, and nowhere in plain text', async () => {
      const tenant = await newTenant();
      const { client_secret } = await newKey(tenant);
      const stored = JSON.stringify(table.items());
      expect(stored).toContain(secretHash(client_secret));
      expect(stored).not.toContain(client_secret);
    });

    it('is not in the record of an Idempotency-Key either, and yet returned again byte for byte', async () => {
      const tenant = await newTenant();
      const first = await create(tenant, {}, { 'idempotency-key': 'once' });
      expect(JSON.stringify(table.items())).not.toContain(String(first.json.client_secret));
      const again = await create(tenant, {}, { 'idempotency-key': 'once' });
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(again.text).toBe(first.text);
    });

    it('is not returned again to another key of the workspace, which may have fewer permissions', async () => {
      const tenant = await newTenant();
      const first = await create(tenant, {}, { 'idempotency-key': 'once' });
      const lesser = await newKey(tenant, { permissions: ['keys:write'] });
      const token = await tokenOf(lesser.id, lesser.client_secret);
      const other = await create({ ...tenant, token }, {}, { 'idempotency-key': 'once' });
      expect([other.status, other.json.code]).toEqual([422, 'idempotency_key_reused']);
      expect(other.text).not.toContain(String(first.json.client_secret));
    });

    it('is in no other response', async () => {
      const tenant = await newTenant();
      const { id, client_secret } = await newKey(tenant);
      for (const answer of [await request('keys.get', tenant, id), await list(tenant)]) {
        expect(answer.text).not.toContain('secret_hash');
        expect(answer.text).not.toContain(client_secret);
        expect(answer.text).not.toContain(secretHash(client_secret));
      }
    });
  });

  describe('403', () => {
    it('names the permissions that the caller lacks, and creates nothing', async () => {
      const tenant = await newTenant();
      const token = await newToken(tenant, ['keys:write', 'content:read']);
      const before = storedItems(table);
      const answer = await create({ ...tenant, token }, { permissions: ['content:read', 'team:write'] });
      expect([answer.status, answer.json.code]).toEqual([403, 'insufficient_scope']);
      expect(answer.json.required_permissions).toEqual(['team:write']);
      expect(storedItems(table)).toEqual(before);
    });
  });

  describe('409', () => {
    it('a workspace has at most 100 keys; a revoked one frees its place', async () => {
      const tenant = await newTenant();
      const made = await newKey(tenant);
      for (let number = 1; number < 100; number++) await newKey(tenant);
      const before = storedItems(table);
      const rejected = await create(tenant);
      expect([rejected.status, rejected.json.code]).toEqual([409, 'key_limit']);
      expect(storedItems(table)).toEqual(before);
      await request('keys.delete', tenant, made.id);
      expect((await create(tenant)).status).toBe(201);
    });

    it('concurrent requests do not exceed the maximum', async () => {
      const tenant = await newTenant();
      for (let number = 0; number < 95; number++) await newKey(tenant);
      const answers = await Promise.all(Array.from({ length: 20 }, () => create(tenant)));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(15);
    });
  });

  describe('422', () => {
    it.each([
      ['no name', { name: undefined }, '/name'],
      ['an empty name', { name: ' ' }, '/name'],
      ['a name of 101 characters', { name: 'n'.repeat(101) }, '/name'],
      ['a name that reads backwards', { name: 'admin\u202Eyek' }, '/name'],
      ['a name with a zero-width space', { name: 'a\u200Bkey' }, '/name'],
      ['a name with a line break', { name: 'a\nkey' }, '/name'],
      ['no permission at all', { permissions: [] }, '/permissions'],
      ['an unknown permission', { permissions: ['everything'] }, '/permissions/0'],
      ['a permission twice', { permissions: ['content:read', 'content:read'] }, '/permissions'],
      ['an invalid address', { allowed_ips: ['192.0.2.256'] }, '/allowed_ips/0'],
      ['a block of 33 bits', { allowed_ips: ['192.0.2.0/24', '192.0.2.0/33'] }, '/allowed_ips/1'],
      ['a block of v6 with 129 bits', { allowed_ips: ['2001:db8::/129'] }, '/allowed_ips/0'],
      ['a host name', { allowed_ips: ['example.com'] }, '/allowed_ips/0'],
      ['a zone', { allowed_ips: ['fe80::1%eth0'] }, '/allowed_ips/0'],
      ['a v4 block in the clothes of v6', { allowed_ips: ['::ffff:192.0.2.0/120'] }, '/allowed_ips/0'],
      ['a block twice', { allowed_ips: ['192.0.2.1', '192.0.2.1'] }, '/allowed_ips'],
      ['51 blocks', { allowed_ips: Array.from({ length: 51 }, (_, n) => `192.0.2.${n}`) }, '/allowed_ips'],
      ['a limit of 0', { hourly_limit: 0 }, '/hourly_limit'],
      ['a fractional limit', { hourly_limit: 1.5 }, '/hourly_limit'],
      ['an expiry that has passed', { expires_at: '2026-08-03T10:00:30.000Z' }, '/expires_at'],
      ['an expiry that does not exist', { expires_at: '2027-02-30T00:00:00Z' }, '/expires_at'],
      ['a secret of the caller', { client_secret: 'mine' }, '/client_secret'],
      ['a user', { user_id: 'usr_1' }, '/user_id'],
    ])('%s is rejected, naming the field, and creates nothing', async (_, fields, pointer) => {
      const tenant = await newTenant();
      const before = storedItems(table);
      const answer = await create(tenant, fields);
      expect(answer.status, answer.text).toBe(422);
      expect(pointers(answer)).toEqual([pointer]);
      expect(storedItems(table)).toEqual(before);
    });
  });
});

describe('an accepted address block', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7', '192.0.2.8'],
    ['192.0.2.7/24', '192.0.2.200', '192.0.3.1'],
    ['0.0.0.0/0', '203.0.113.5', '2001:db8::1'],
    ['2001:db8::1', '2001:DB8:0:0::1', '2001:db8::2'],
    ['2001:db8::/32', '2001:db8:ffff::', '2001:db9::'],
    ['8000::/1', 'fd00::1', '2001:db8::1'],
    ['198.51.100.0/24', '::ffff:c633:6407', '2001:db8::c633:6407'],
    ['::/0', '2001:db8::1', '198.51.100.7'],
    ['::/0', '::1', '::ffff:198.51.100.7'],
    ['::/1', '2001:db8::1', '198.51.100.7'],
    ['::/64', '::1', '0:0:0:0:0:FFFF:c633:6407'],
    ['::/80', '::7', '198.51.100.7'],
  ])('%s allows %s and not %s', (block, inside, outside) => {
    expect(AddressBlock.safeParse(block).success).toBe(true);
    expect(isAllowed(inside, [block])).toBe(true);
    expect(isAllowed(outside, [block])).toBe(false);
  });

  it('of one family beside one of the other decides for its own family only', () => {
    const blocks = ['2001:db8::/32', '::/1', '192.0.2.0/24', '::/0'];
    expect(isAllowed('192.0.2.9', blocks)).toBe(true);
    expect(isAllowed('198.51.100.7', blocks)).toBe(false);
    expect(isAllowed('::ffff:198.51.100.7', blocks)).toBe(false);
    expect(isAllowed('2606:4700::1', blocks)).toBe(true);
  });
});

describe('GET /keys', () => {
  it('200 has every key of the workspace, newest first, and none of another', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    for (const name of ['first', 'second', 'third']) {
      advanceTime(1);
      await newKey(tenant, { name });
    }
    await newKey(other, { name: 'not ours' });
    const answer = await list(tenant);
    expect(answer.status, answer.text).toBe(200);
    expect(namesIn(answer)).toEqual(['third', 'second', 'first', 'Owner']);
    expect(answer.json.pagination).toMatchObject({ total: 4, has_more: false });
  });

  it('200 returns each as GET /keys/{id} does', async () => {
    const tenant = await newTenant();
    const { id } = await newKey(tenant, { allowed_ips: ['192.0.2.1'] });
    const alone = await request('keys.get', tenant, id);
    expect((await list(tenant)).json.keys).toContainEqual(alone.json);
  });

  it('200 has no revoked key', async () => {
    const tenant = await newTenant();
    const { id } = await newKey(tenant);
    await request('keys.delete', tenant, id);
    const answer = await list(tenant);
    expect(namesIn(answer)).toEqual(['Owner']);
    expect(answer.json.pagination).toMatchObject({ total: 1 });
  });

  it('403 without keys:read, also for a caller with keys:write', async () => {
    const tenant = await newTenant();
    const token = await newToken(tenant, ['keys:write']);
    expect((await list({ ...tenant, token })).json.required_permissions).toEqual(['keys:read']);
  });
});

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

  it('of one key by many concurrent requests frees its place once', async () => {
    const tenant = await newTenant();
    const { id } = await newKey(tenant);
    const answers = await Promise.all(Array.from({ length: 5 }, () => request('keys.delete', tenant, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
    expect(table.items().find((item) => item.entity === 'Counter')).toMatchObject({ keys: 0 });
  });
});

describe('POST /keys/{id}/reroll', () => {
  describe('200', () => {
    it('gives the same key another secret, and changes nothing else', async () => {
      const tenant = await newTenant();
      const { id, client_secret, ...before } = await newKey(tenant, { hourly_limit: 5 });
      const answer = await request('keys.reroll', tenant, id);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.json).toEqual({
        ...before,
        id,
        client_secret: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
        rerolled_at: START,
      });
      expect(answer.json.client_secret).not.toBe(client_secret);
      expect((await exchange(id, String(answer.json.client_secret))).status).toBe(200);
    });

    it('without overlap_seconds ends the old secret immediately, and its tokens within 60 seconds', async () => {
      const tenant = await newTenant();
      const { id, client_secret } = await newKey(tenant);
      const token = await tokenOf(id, client_secret);
      expect((await verify(token)).status).toBe(200);
      const { json } = await request('keys.reroll', tenant, id);
      expect((await exchange(id, client_secret)).status).toBe(401);
      const newer = await tokenOf(id, json.client_secret);
      advanceTime(60_000);
      expect((await verify(token)).status).toBe(401);
      expect((await verify(newer)).status).toBe(200);
    });

    it('accepts the old secret and its tokens for overlap_seconds, and no longer', async () => {
      const tenant = await newTenant();
      const { id, client_secret } = await newKey(tenant);
      const token = await tokenOf(id, client_secret);
      const { json } = await request('keys.reroll', tenant, id, { overlap_seconds: 600 });
      expect(json.previous_secret_expires_at).toBe(inSeconds(600));
      advanceTime(599_000);
      expect((await exchange(id, client_secret)).json.expires_in).toBe(1);
      expect((await verify(token)).status).toBe(200);
      advanceTime(1_000);
      expect((await exchange(id, client_secret)).status).toBe(401);
      expect((await verify(token)).status).toBe(401);
      expect((await request('keys.get', tenant, id)).json.previous_secret_expires_at).toBeNull();
    });

    it('ends in an instance that caches the token within 60 seconds of the end of the overlap', async () => {
      const tenant = await newTenant();
      const { id, client_secret } = await newKey(tenant);
      const token = await tokenOf(id, client_secret);
      const warm = await newInstance('auth.verify');
      expect((await warm({ token })).status).toBe(200);
      await request('keys.reroll', tenant, id, { overlap_seconds: 10 });
      advanceTime(60_000);
      expect((await warm({ token })).status).toBe(401);
    });

    it('of five concurrent requests leaves one valid secret', async () => {
      const tenant = await newTenant();
      const { id } = await newKey(tenant);
      const answers = await Promise.all(Array.from({ length: 5 }, () => request('keys.reroll', tenant, id)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      const exchanged = await Promise.all(answers.map(({ json }) => exchange(id, String(json.client_secret))));
      expect(exchanged.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
    });

    it('returned again by its Idempotency-Key has the valid secret', async () => {
      const tenant = await newTenant();
      const { id } = await newKey(tenant);
      const asked = { token: tenant.token, params: { id }, headers: { 'idempotency-key': 'once' } };
      const [first, again] = [await callApi('keys.reroll', asked), await callApi('keys.reroll', asked)];
      expect(again.text).toBe(first.text);
      expect(JSON.stringify(table.items())).not.toContain(String(first.json.client_secret));
      expect((await exchange(id, String(again.json.client_secret))).status).toBe(200);
    });
  });

  describe('403', () => {
    it('names the permissions that the caller lacks, and leaves the secret unchanged', async () => {
      const tenant = await newTenant();
      const { id, client_secret } = await newKey(tenant, { permissions: ['keys:write', 'team:write'] });
      const token = await newToken(tenant, ['keys:write']);
      const answer = await request('keys.reroll', { ...tenant, token }, id);
      expect([answer.status, answer.json.code]).toEqual([403, 'insufficient_scope']);
      expect(answer.json.required_permissions).toEqual(['team:write']);
      expect((await exchange(id, client_secret)).status).toBe(200);
    });
  });

  describe('403 for the key of another member', () => {
    it.each([
      ['an admin, whose permissions equal those of the owner', 'admin', undefined],
      ['a member with keys:write', 'admin', ['keys:write', 'content:read']],
      ['another owner', 'owner', undefined],
    ] as const)('by %s: no secret is returned, and the old one stays valid', async (_, role, permissions) => {
      const tenant = await newTenant();
      const { id, client_secret } = await newKey(tenant, { permissions: ['content:read'] });
      const other = await newMember(tenant, role, permissions);
      const before = storedItems(table);
      for (const key of [id, tenant.key.client_id]) {
        const answer = await callApi('keys.reroll', { token: other.token, params: { id: key } });
        expect([answer.status, answer.json.code]).toEqual([403, 'other_users_key']);
        expect(answer.text).not.toContain('client_secret');
      }
      expect(storedItems(table)).toEqual(before);
      expect((await exchange(id, client_secret)).status).toBe(200);
    });
  });

  describe('409', () => {
    it('an expired key cannot be rerolled', async () => {
      const tenant = await newTenant();
      const { id } = await newKey(tenant, { expires_at: inSeconds(60) });
      advanceTime(60_000);
      const answer = await request('keys.reroll', tenant, id);
      expect([answer.status, answer.json.code]).toEqual([409, 'key_expired']);
      expect((await request('keys.get', tenant, id)).json.status).toBe('expired');
    });

    it('five secrets are valid at the same time, and no sixth', async () => {
      const tenant = await newTenant();
      const { id } = await newKey(tenant);
      const again = (overlap_seconds: number) => request('keys.reroll', tenant, id, { overlap_seconds });
      for (let number = 2; number <= 5; number++) expect((await again(600)).status).toBe(200);
      const rejected = await again(600);
      expect([rejected.status, rejected.json.code]).toEqual([409, 'too_many_secrets']);
      expect((await again(0)).status).toBe(200);
    });
  });

  describe('422', () => {
    it.each([
      ['negative', -1],
      ['of more than seven days', 7 * 86_400 + 1],
      ['in fractions of a second', 0.5],
      ['written as text', '60'],
    ])('an overlap that is %s is rejected, and leaves the secret unchanged', async (_, overlap_seconds) => {
      const tenant = await newTenant();
      const { id, client_secret } = await newKey(tenant);
      const answer = await request('keys.reroll', tenant, id, { overlap_seconds });
      expect([answer.status, pointers(answer)]).toEqual([422, ['/overlap_seconds']]);
      expect((await exchange(id, client_secret)).status).toBe(200);
    });
  });
});

describe('a key of another workspace', () => {
  it.each(['keys.get', 'keys.delete', 'keys.reroll'] as const)(
    'is to %s the same as an unknown one, byte for byte, and is unchanged',
    async (operation) => {
      const { id } = await newKey(await newTenant());
      const other = await newTenant();
      const before = storedItems(table);
      const body = operation === 'keys.reroll' ? {} : undefined;
      const answers = [await request(operation, other, id, body), await request(operation, other, newId('key'), body)];
      const [foreign, unknown] = answers.map(({ status, json }) => {
        const { request_id: _r, instance: _i, ...rest } = json;
        return JSON.stringify({ ...rest, status });
      });
      expect(foreign).toBe(unknown);
      expect(answers[0]!.status).toBe(404);
      expect(storedItems(table)).toEqual(before);
    },
  );
});

describe('last_used_at', () => {
  const usedAt = async (tenant: Tenant, id: string) => (await request('keys.get', tenant, id)).json.last_used_at;
  const writesOf = (count: { puts: number }) => {
    count.puts = 0;
    table.fault = (command) => {
      if (command === 'PutCommand') count.puts += 1;
      return null;
    };
  };

  it('is null until the first token exchange', async () => {
    const tenant = await newTenant();
    const { id, client_secret } = await newKey(tenant);
    expect(await usedAt(tenant, id)).toBeNull();
    advanceTime(5_000);
    await tokenOf(id, client_secret);
    expect(await usedAt(tenant, id)).toBe(inSeconds(0));
  });

  it('advances with requests, every five minutes', async () => {
    const tenant = await newTenant();
    const { id, client_secret } = await newKey(tenant);
    const token = await tokenOf(id, client_secret);
    const first = inSeconds(0);
    advanceTime(299_999);
    await verify(token);
    expect(await usedAt(tenant, id)).toBe(first);
    advanceTime(1);
    await verify(token);
    expect(await usedAt(tenant, id)).toBe(inSeconds(0));
  });

  it('is written once in five minutes by an instance, however many requests it serves', async () => {
    const tenant = await newTenant();
    await verify(tenant.token);
    const count = { puts: 0 };
    writesOf(count);
    for (let second = 0; second < 299; second++) {
      advanceTime(1_000);
      expect((await verify(tenant.token)).status).toBe(200);
    }
    expect(count.puts).toBe(0);
    advanceTime(1_000);
    await verify(tenant.token);
    expect(count.puts).toBe(1);
  });

  it('is not changed by a request that the key may not make', async () => {
    const tenant = await newTenant();
    const { id } = await newKey(tenant, { allowed_ips: ['192.0.2.1'] });
    const token = await newToken({ ...tenant, key: { ...tenant.key, client_id: id } });
    expect((await verify(token, '198.51.100.1')).status).toBe(403);
    expect(await usedAt(tenant, id)).toBeNull();
  });

  it('that cannot be written fails no request', async () => {
    const tenant = await newTenant();
    table.fault = (command) => (command === 'PutCommand' ? new Error('gone') : null);
    expect((await verify(tenant.token)).status).toBe(200);
    expect((await list(tenant)).status).toBe(200);
  });

  it('is written during the request: not before it, and not after its response', async () => {
    const tenant = await newTenant();
    const order: string[] = [];
    table.fault = (command) => {
      order.push(command);
      return null;
    };
    await list(tenant);
    expect(order.indexOf('PutCommand')).toBeLessThan(order.indexOf('UpdateCommand'));
    expect(table.items().filter(({ entity }) => entity === 'ApiKeyUsage')).toHaveLength(1);
  });
});

describe('responses with a secret', () => {
  const SECRETS = /secret$|^token$/;

  it('are marked in the route table, so that no record stores them in plain text', () => {
    const showing = allEndpoints().filter(
      ([operation, { method, permissions }]) =>
        method === 'POST' &&
        permissions !== 'none' &&
        Object.keys((endpointOf(operation).response() as { shape?: object }).shape ?? {}).some((name) =>
          SECRETS.test(name),
        ),
    );
    expect(showing.length).toBeGreaterThanOrEqual(4);
    for (const [operation, { showsSecret }] of showing) expect(showsSecret, operation).toBe(true);
  });

  it('of webhooks are not in the record of an Idempotency-Key', async () => {
    const tenant = await newTenant();
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'once' };
    const body = { url: 'https://example.com/hook', events: ['*'] };
    const first = await callApi('webhooks.create', { token: tenant.token, body, headers });
    const again = await callApi('webhooks.create', { token: tenant.token, body, headers });
    expect(again.text).toBe(first.text);
    const records = table.items().filter(({ entity }) => entity === 'Idempotency');
    expect(records).toHaveLength(1);
    expect(JSON.stringify(records)).not.toContain('whsec_');
  });

  it('are the only encrypted ones', async () => {
    const tenant = await newTenant();
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'once' };
    await callApi('content.create', {
      token: tenant.token,
      body: { title: 'A', platforms: ['twitter'] },
      headers,
    });
    const [record] = table.items().filter(({ entity }) => entity === 'Idempotency');
    expect(JSON.parse(String(record!.body))).toMatchObject({ title: 'A' });
  });
});

it('a key with all permissions has every permission of the list', async () => {
  const { permissions } = await newKey(await newTenant());
  expect([...(permissions as string[])].sort()).toEqual([...PERMISSIONS].sort());
});
