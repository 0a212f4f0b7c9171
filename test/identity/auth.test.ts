import { describe, expect, it } from 'vitest';
import { endpointOf } from '../../lib/bundle/endpoints.ts';
import { GRANTABLE_PERMISSIONS } from '../../lib/core/api/permission.ts';
import { secretHash } from '../../lib/core/crypto/bearer-secret.ts';
import { sha256 } from '../../lib/core/crypto/sha256.ts';
import { failureCounter } from '../../lib/identity/store/failed-token-requests.ts';
import {
  advanceTime,
  callApi,
  newInstance,
  setupApi,
  storedItems,
  type TestRequest,
  type TestResponse,
} from '../functions/api-harness.ts';
import { removeOwner, replaceOwner } from '../functions/given/authentication.ts';
import { newId, newTenant, type Tenant } from '../functions/tenants.ts';

const table = setupApi();
const exchange = (asked: TestRequest): Promise<TestResponse> => callApi('auth.token', asked);
const formA = ({ key, clientSecret }: Tenant) => ({ api_key: key.client_id, secret: clientSecret });

const formB = ({ key, clientSecret }: Tenant) => ({
  client_id: key.client_id,
  client_secret: clientSecret,
  grant_type: 'client_credentials',
});

// The gateway passes forms in base64.
const form = (fields: Record<string, string> | string): TestRequest => ({
  bytes: Buffer.from(new URLSearchParams(fields).toString()),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});

const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

describe('POST /auth/token', () => {
  describe('200', () => {
    it.each([
      ['form A as JSON', (tenant: Tenant): TestRequest => ({ body: formA(tenant) })],
      ['form A as a form', (tenant: Tenant) => form(formA(tenant))],
      ['form B as JSON', (tenant: Tenant): TestRequest => ({ body: formB(tenant) })],
      ['form B as a form', (tenant: Tenant) => form(formB(tenant))],
      [
        'HTTP Basic',
        ({ key, clientSecret }: Tenant): TestRequest => ({
          ...form({ grant_type: 'client_credentials' }),
          headers: {
            'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
            authorization: basic(key.client_id, clientSecret),
          },
        }),
      ],
    ])('%s is exchanged for a token that the API accepts', async (_, request) => {
      const tenant = await newTenant();
      const answer = await exchange(request(tenant));
      expect(answer.status, answer.text).toBe(200);
      expect(answer.json).toEqual({
        access_token: expect.stringMatching(/^[0-9A-Z]{78}[A-Za-z0-9_-]{43}$/),
        token_type: 'Bearer',
        expires_in: 3600,
        scope: GRANTABLE_PERMISSIONS.join(' '),
      });
      const verified = await callApi('auth.verify', { token: String(answer.json.access_token) });
      expect(verified.json.client_id).toBe(tenant.key.client_id);
    });

    it('must not be cached', async () => {
      const answer = await exchange({ body: formA(await newTenant()) });
      expect(answer.headers['cache-control']).toBe('no-store');
    });

    it('ignores a bearer header, valid or not', async () => {
      const tenant = await newTenant();
      for (const token of [tenant.token, 'nonsense']) {
        expect((await exchange({ token, body: formA(tenant) })).status).toBe(200);
      }
    });

    it('ignores unknown parameters (RFC 6749, section 3.2)', async () => {
      const tenant = await newTenant();
      const answer = await exchange({ body: { ...formB(tenant), audience: 'https://example.com' } });
      expect(answer.status).toBe(200);
    });

    it('narrows the token to the requested scope', async () => {
      const tenant = await newTenant();
      const answer = await exchange({ body: { ...formB(tenant), scope: 'content:read analytics:read' } });
      expect(answer.json.scope).toBe('content:read analytics:read');
      const verified = await callApi('auth.verify', { token: String(answer.json.access_token) });
      expect(verified.json.permissions).toEqual(['content:read', 'analytics:read']);
    });

    it("grants no more than the current permissions of the key's member", async () => {
      const tenant = await newTenant();
      await replaceOwner(tenant, { permissions: ['content:read', 'team:read'] });
      const answer = await exchange({ body: formB(tenant) });
      expect(answer.json.scope).toBe('content:read team:read');
    });

    it('accepts a secret that contains a colon and a percent sign, encoded or bare', async () => {
      const secret = 'pa:ss %zz';
      const tenant = await newTenant('enterprise', { secret_hash: secretHash(secret) });
      for (const written of [secret, encodeURIComponent(secret)]) {
        const answer = await exchange({
          ...form({ grant_type: 'client_credentials' }),
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            authorization: basic(tenant.key.client_id, written),
          },
        });
        expect(answer.status, written).toBe(200);
      }
    });

    it('leaves older tokens valid', async () => {
      const tenant = await newTenant();
      const first = await exchange({ body: formA(tenant) });
      await exchange({ body: formA(tenant) });
      const verified = await callApi('auth.verify', { token: String(first.json.access_token) });
      expect(verified.status).toBe(200);
    });

    it('stores neither the token nor the secret, only their hashes', async () => {
      const tenant = await newTenant();
      const answer = await exchange({ body: formA(tenant) });
      const stored = JSON.stringify(table.items());
      expect(stored).not.toContain(String(answer.json.access_token));
      expect(stored).not.toContain(tenant.clientSecret);
    });

    it('is available with and without the version segment', () => {
      expect([endpointOf('auth.token').path, endpointOf('auth.token').aliasPath]).toEqual([
        '/v1/auth/token',
        '/auth/token',
      ]);
    });
  });

  describe('400', () => {
    const wrong: [string, string, (tenant: Tenant) => TestRequest][] = [
      ['malformed JSON', 'invalid_request', () => ({ text: '{"api_key":' })],
      ['JSON that is not an object', 'invalid_request', () => ({ text: '["a"]' })],
      ['no body', 'invalid_request', () => ({})],
      ['a secret of another type', 'invalid_request', (t) => ({ body: { ...formA(t), secret: 5 } })],
      ['form A without its secret', 'invalid_request', (t) => ({ body: { api_key: t.key.client_id } })],
      ['both forms mixed', 'invalid_request', (t) => ({ body: { ...formA(t), ...formB(t) } })],
      [
        'form A with a grant type',
        'invalid_request',
        (t) => ({ body: { ...formA(t), grant_type: 'client_credentials' } }),
      ],
      [
        'the pair in the header and in the body',
        'invalid_request',
        (t) => ({
          body: formB(t),
          headers: { 'content-type': 'application/json', authorization: basic('a', 'b') },
        }),
      ],
      [
        'Basic credentials without a colon',
        'invalid_request',
        () => ({
          body: { grant_type: 'client_credentials' },
          headers: { 'content-type': 'application/json', authorization: `Basic ${btoa('unknown')}` },
        }),
      ],
      ['a repeated parameter', 'invalid_request', (t) => form(`${new URLSearchParams(formB(t))}&client_secret=again`)],
      ['form B without a grant type', 'invalid_request', (t) => ({ body: { ...formB(t), grant_type: undefined } })],
      ['another grant type', 'unsupported_grant_type', (t) => ({ body: { ...formB(t), grant_type: 'password' } })],
      ['an unknown scope', 'invalid_scope', (t) => ({ body: { ...formB(t), scope: 'content:read everything' } })],
    ];

    it.each(wrong)('%s is %s, as an OAuth error and as a problem', async (_, error, request) => {
      const tenant = await newTenant();
      const before = storedItems(table);
      const answer = await exchange(request(tenant));
      expect(answer.status, answer.text).toBe(400);
      expect(answer.headers['content-type']).toBe('application/problem+json');
      expect(answer.json).toMatchObject({ error, error_description: answer.json.detail, status: 400 });
      expect(answer.json).toHaveProperty('code');
      expect(storedItems(table)).toEqual(before);
    });

    it('a scope the key does not have is invalid_scope', async () => {
      const tenant = await newTenant('enterprise', { permissions: ['content:read'] });
      const answer = await exchange({ body: { ...formB(tenant), scope: 'content:write' } });
      expect([answer.status, answer.json.error]).toEqual([400, 'invalid_scope']);
    });
  });

  describe('401', () => {
    const asked = (body: unknown): TestRequest => ({
      body,
      headers: { 'content-type': 'application/json', 'x-request-id': 'same' },
    });

    it('a wrong secret, an unknown client, a revoked and an expired key and that of a removed member have the same response, byte for byte', async () => {
      const tenant = await newTenant();
      const removed = await newTenant();
      await removeOwner(removed);
      const revoked = await newTenant('enterprise', { revoked_at: '2026-08-01T00:00:00.000Z' });
      const expired = await newTenant('enterprise', { expires_at: '2026-08-01T00:00:00.000Z' });
      const answers = [
        await exchange(asked({ ...formA(tenant), secret: 'wrong' })),
        await exchange(asked({ ...formA(tenant), api_key: newId('key') })),
        await exchange(asked({ ...formA(tenant), api_key: 'unknown' })),
        await exchange(asked(formA(revoked))),
        await exchange(asked(formA(expired))),
        await exchange(asked(formA(removed))),
      ];
      expect(answers[0]!.status).toBe(401);
      expect(answers[0]!.json.error).toBe('invalid_client');
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    });

    it('names the scheme when Basic was used, and only then', async () => {
      const tenant = await newTenant();
      const byBody = await exchange(asked({ ...formB(tenant), client_secret: 'wrong' }));
      const byHeader = await exchange({
        ...form({ grant_type: 'client_credentials' }),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          authorization: basic(tenant.key.client_id, 'wrong'),
        },
      });
      expect(byBody.headers).not.toHaveProperty('www-authenticate');
      expect(byHeader.headers['www-authenticate']).toMatch(/^Basic realm="/);
    });
  });

  describe('413 and 415', () => {
    it('rejects a body of 256 KiB and one byte, and text/plain, as an OAuth error and as a problem', async () => {
      const large = await exchange({ text: ' '.repeat(256 * 1024 + 1) });
      const plain = await exchange({ text: '{}', headers: { 'content-type': 'text/plain' } });
      expect([large.status, large.json.error]).toEqual([413, 'invalid_request']);
      expect([plain.status, plain.json.error]).toEqual([415, 'invalid_request']);
    });
  });

  describe('429', () => {
    const fail = (tenant: Tenant, sourceIp = '198.51.100.7') =>
      exchange({ body: { ...formA(tenant), secret: 'wrong' }, sourceIp });

    it('after 30 failures in a minute is the response to a wrong secret, until the minute ends', async () => {
      const tenant = await newTenant();
      for (let time = 0; time < 30; time++) expect((await fail(tenant)).status).toBe(401);
      const answer = await fail(tenant);
      expect(answer.status).toBe(429);
      expect(answer.headers['retry-after']).toBe('30');
      expect(answer.json).toMatchObject({ error: expect.any(String), retryable: true });
      advanceTime(30_000);
      expect((await fail(tenant)).status).toBe(401);
    });

    it('is never the response to a correct secret, however many wrong ones were sent, from anywhere', async () => {
      const tenant = await newTenant();
      for (let time = 0; time < 200; time++) await fail(tenant, `192.0.2.${time % 4}`);
      for (const sourceIp of ['192.0.2.0', '192.0.2.1', '203.0.113.1']) {
        expect((await exchange({ body: formA(tenant), sourceIp })).status).toBe(200);
      }
    });

    it('counts failures by client id and source address: another address and another client have their own', async () => {
      const tenant = await newTenant();
      const counterOf = ({ key }: Tenant) => failureCounter(key.client_id, sha256);
      // One in 256 clients has the same counter.
      let other = await newTenant();
      while (counterOf(other) === counterOf(tenant)) other = await newTenant();
      for (let time = 0; time < 31; time++) await fail(tenant, '192.0.2.1');
      expect((await fail(tenant, '192.0.2.1')).status).toBe(429);
      expect((await fail(tenant, '192.0.2.2')).status).toBe(401);
      expect((await fail(other, '192.0.2.1')).status).toBe(401);
    });

    it('counts the addresses of an IPv6 /64 network together, as one client has all of them', async () => {
      const tenant = await newTenant();
      for (let host = 1; host <= 30; host++) await fail(tenant, `2001:db8:0:1::${host.toString(16)}`);
      expect((await fail(tenant, '2001:db8::1:ffff:0:0:1')).status).toBe(429);
      expect((await fail(tenant, '2001:db8:0:2::1')).status).toBe(401);
    });

    it('is the same for an unknown client id and for one that is not well formed, byte for byte', async () => {
      const tenant = await newTenant();
      const unknown = newId('key');
      const headers = { 'content-type': 'application/json', 'x-request-id': 'same' };
      const ask = (api_key: string, sourceIp: string) =>
        exchange({ body: { api_key, secret: 'wrong' }, headers, sourceIp });
      for (let time = 0; time < 40; time++) {
        const known = await ask(tenant.key.client_id, '192.0.2.1');
        expect(await ask(unknown, '192.0.2.2')).toEqual(known);
        expect(await ask('unknown', '192.0.2.3')).toEqual(known);
      }
    });

    it('leaves no item of an unknown client id: a thousand of them are counted in the two items of their source', async () => {
      const before = table.items().length;
      const ids = Array.from({ length: 1_000 }, () => newId('key'));
      for (const api_key of ids) await exchange({ body: { api_key, secret: 'wrong' }, sourceIp: '192.0.2.1' });
      // Its failures, and its requests without a token.
      expect(table.items()).toHaveLength(before + 2);
      const stored = JSON.stringify(table.items());
      expect(ids.filter((id) => stored.includes(id))).toEqual([]);
    });

    it('is the response to the 101st correct secret of a key in a minute, and to that of no other key', async () => {
      const [tenant, other] = [await newTenant(), await newTenant()];
      for (let time = 0; time < 100; time++) expect((await exchange({ body: formA(tenant) })).status).toBe(200);
      const before = storedItems(table);
      const answer = await exchange({ body: formA(tenant), sourceIp: '203.0.113.1' });
      expect([answer.status, answer.json.code, answer.json.error]).toEqual([
        429,
        'quota-exceeded',
        'temporarily_unavailable',
      ]);
      expect(answer.headers['retry-after']).toBe('30');
      expect(storedItems(table)).toEqual(before);
      expect((await exchange({ body: formA(other) })).status).toBe(200);
      advanceTime(30_000);
      expect((await exchange({ body: formA(tenant) })).status).toBe(200);
    });

    it('limits the tokens of a key over all instances, while wrong secrets use up none', async () => {
      const tenant = await newTenant();
      for (let time = 0; time < 60; time++) await fail(tenant);
      const instances = [await newInstance('auth.token'), await newInstance('auth.token')];
      const answers = await Promise.all(
        Array.from({ length: 150 }, (_, index) => instances[index % 2]!({ body: formA(tenant) })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(50);
    });

    it('of a hundred concurrent wrong secrets, no more than 30 are rejected as wrong', async () => {
      const tenant = await newTenant();
      const answers = await Promise.all(Array.from({ length: 100 }, () => fail(tenant)));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 401)).toHaveLength(30);
      expect(statuses.filter((status) => status === 429)).toHaveLength(70);
    });

    it('locks out no other client, and none for longer than the minute', async () => {
      const tenant = await newTenant();
      const other = await newTenant();
      for (let time = 0; time < 31; time++) await fail(tenant);
      expect((await exchange({ body: formA(other) })).status).toBe(200);
      advanceTime(30_000);
      expect((await exchange({ body: formA(tenant) })).status).toBe(200);
    });

    it('counts no successful exchange', async () => {
      const tenant = await newTenant();
      for (let time = 0; time < 40; time++) {
        expect((await exchange({ body: formA(tenant) })).status).toBe(200);
      }
    });
  });
});
