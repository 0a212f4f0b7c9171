import { describe, expect, it } from 'vitest';
import { secretHash } from '../../lib/core/crypto/bearer-secret.ts';
import { AddressBlock } from '../../lib/identity/api/keys/requests.ts';
import { isAllowed } from '../../lib/identity/pipeline/allowed-ips.ts';
import {
  advanceTime,
  callApi,
  inSeconds,
  type Json,
  START,
  setupApi,
  storedItems,
  type TestResponse,
} from '../functions/api-harness.ts';
import { exchange, request, tokenOf, verify } from '../functions/given/api-keys.ts';
import { newKey } from '../functions/resources.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';

const table = setupApi();

const create = (tenant: Tenant, fields: Json = {}, headers: Record<string, string> = {}) =>
  callApi('keys.create', {
    token: tenant.token,
    body: { name: 'A key', ...fields },
    headers: { 'content-type': 'application/json', ...headers },
  });

const list = (tenant: Tenant) => callApi('keys.list', { token: tenant.token });
const pointers = ({ json }: TestResponse) => (json.errors as Json[]).map(({ pointer }) => pointer);
const namesIn = ({ json }: TestResponse) => (json.keys as Json[]).map(({ name }) => name);

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
        agent: null,
        expires_at: '2026-08-04T10:00:00.000Z',
        last_used_at: null,
        oauth_client: null,
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
    it('a workspace has at most 100 keys; a revoked one does not count', async () => {
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
