import { describe, expect, it } from 'vitest';
import { commit } from '../../lib/core/table/commit.ts';
import { advanceTime, callApi, setupApi, type TestRequest, type TestResponse } from '../functions/api-harness.ts';
import { newAgent } from '../functions/given/agents.ts';
import { removeOwner, replaceOwner } from '../functions/given/authentication.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';

setupApi();

const exchange = (asked: TestRequest): Promise<TestResponse> => callApi('auth.token', asked);
const formA = ({ key, clientSecret }: Tenant) => ({ api_key: key.client_id, secret: clientSecret });

async function replaceKey(tenant: Tenant, fields: object): Promise<void> {
  const { apiKeyWrite } = await import('../../lib/identity/store/api-keys.ts');
  await commit([{ ...apiKeyWrite({ ...tenant.key, ...fields }), condition: 'present' } as never]);
}

describe('GET /auth/verify', () => {
  describe('200', () => {
    it('returns the caller, its permissions and the expiry of the token', async () => {
      const tenant = await newTenant('standard');
      const token = await newToken(tenant, ['content:read']);
      const answer = await callApi('auth.verify', { token });
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({
        valid: true,
        user_id: tenant.owner.id,
        permissions: ['content:read'],
        workspace_id: tenant.workspace.id,
        client_id: tenant.key.client_id,
        plan: 'standard',
        agent: null,
        expires_at: '2026-08-03T11:00:30.000Z',
      });
    });

    it('returns the terms of an agent key, and what it has used today', async () => {
      const { token } = await newAgent(await newTenant(), { budgets: { drafts: 3 } });
      await callApi('content.create', { token, body: { title: 'Summer', platforms: ['twitter'] } });
      const { json } = await callApi('auth.verify', { token });
      expect(json.agent).toMatchObject({ budgets: { drafts: 3 }, used_today: { drafts: 1, submissions: 0 } });
    });

    it('a token loses the permissions that its key has lost', async () => {
      const tenant = await newTenant('enterprise', { permissions: ['content:read'] });
      const token = await newToken(tenant, ['content:read', 'content:write']);
      expect((await callApi('auth.verify', { token })).json.permissions).toEqual(['content:read']);
    });

    it('a token loses the permissions that the member has lost, within 60 seconds', async () => {
      const tenant = await newTenant();
      expect((await callApi('auth.verify', { token: tenant.token })).json.permissions).toContain('content:write');
      await replaceOwner(tenant, { permissions: ['content:read'] });
      advanceTime(60_000);
      const verified = await callApi('auth.verify', { token: tenant.token });
      expect(verified.json.permissions).toEqual(['content:read']);
    });

    it.each([
      ['a block of v4', '198.51.100.0/24', '198.51.100.255'],
      ['one IPv4 address', '198.51.100.7', '198.51.100.7'],
      ['a block of v6', '2001:db8::/32', '2001:db8:ffff::1'],
      ['an IPv4-mapped IPv6 address', '198.51.100.0/24', '::ffff:198.51.100.7'],
    ])('%s that the key allows may use it', async (_, block, sourceIp) => {
      const { token } = await newTenant('enterprise', { allowed_ips: ['192.0.2.1/32', block] });
      expect((await callApi('auth.verify', { token, sourceIp })).status).toBe(200);
    });
  });

  describe('401', () => {
    it.each([
      ['no header', {}],
      ['another scheme', { authorization: 'Basic YTpi' }],
      ['Bearer without a token', { authorization: 'Bearer' }],
    ])('%s gets a challenge without an error code', async (_, headers) => {
      const answer = await callApi('auth.verify', { headers });
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="[^"]+"$/);
    });

    it.each([
      ['unknown', () => 'A'.repeat(43)],
      ['truncated', (token: string) => token.slice(0, -1)],
      ['changed in its last letter', (token: string) => token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')],
      ['padded', (token: string) => `${token}=`],
      ['sent twice', (token: string) => `${token},Bearer ${token}`],
      ['with a dot', (token: string) => `${token}.x`],
      ['far too long', () => 'A'.repeat(10_000)],
      ['holding the separator of keys', () => 'A#TOKEN'],
    ])('a token that is %s is invalid_token', async (_, corrupt) => {
      const { token } = await newTenant();
      const answer = await callApi('auth.verify', { token: corrupt(token) });
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toContain('error="invalid_token"');
      expect(answer.json.code).toBe('invalid_token');
    });

    it('a token ends 3600 seconds after its exchange', async () => {
      const tenant = await newTenant();
      const { json } = await exchange({ body: formA(tenant) });
      const token = String(json.access_token);
      advanceTime(3_599_000);
      expect((await callApi('auth.verify', { token })).status).toBe(200);
      advanceTime(1_000);
      expect((await callApi('auth.verify', { token })).status).toBe(401);
    });

    it('revoking a key ends its tokens within 60 seconds', async () => {
      const tenant = await newTenant();
      expect((await callApi('auth.verify', { token: tenant.token })).status).toBe(200);
      await replaceKey(tenant, { revoked_at: new Date().toISOString() });
      advanceTime(60_000);
      expect((await callApi('auth.verify', { token: tenant.token })).status).toBe(401);
    });

    it('removing the member ends the tokens of their keys within 60 seconds', async () => {
      const tenant = await newTenant();
      expect((await callApi('auth.verify', { token: tenant.token })).status).toBe(200);
      await removeOwner(tenant);
      advanceTime(60_000);
      const answer = await callApi('auth.verify', { token: tenant.token });
      expect([answer.status, answer.json.code]).toEqual([401, 'invalid_token']);
    });

    it('an expired key ends its tokens', async () => {
      const tenant = await newTenant('enterprise', { expires_at: '2026-08-03T10:01:00.000Z' });
      expect((await callApi('auth.verify', { token: tenant.token })).status).toBe(200);
      advanceTime(30_000);
      expect((await callApi('auth.verify', { token: tenant.token })).status).toBe(401);
    });
  });

  describe('403', () => {
    it.each([
      ['outside of a v4 block', '198.51.100.0/24', '198.51.101.1'],
      ['v6 while v4 is allowed', '0.0.0.0/0', '2001:db8::1'],
      ['outside of a v6 block', '2001:db8::/32', '2001:db9::1'],
      ['v4 while all of v6 is allowed', '::/0', '198.51.100.7'],
      ['IPv4-mapped while all of v6 is allowed', '::/0', '::ffff:198.51.100.7'],
      ['without an address', '198.51.100.0/24', ''],
    ])('a caller %s is ip_not_allowed', async (_, block, sourceIp) => {
      const { token } = await newTenant('enterprise', { allowed_ips: [block] });
      const answer = await callApi('auth.verify', { token, sourceIp });
      expect([answer.status, answer.json.code]).toEqual([403, 'ip_not_allowed']);
    });

    it('a forwarded address has no effect', async () => {
      const { token } = await newTenant('enterprise', { allowed_ips: ['192.0.2.1/32'] });
      const headers = { 'x-forwarded-for': '192.0.2.1', forwarded: 'for=192.0.2.1' };
      expect((await callApi('auth.verify', { token, headers })).status).toBe(403);
    });
  });
});
