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
  type TestResponse,
} from '../functions/api-harness.ts';
import { exchange, request, tokenOf, verify } from '../functions/given/api-keys.ts';
import { newKey, newMember } from '../functions/resources.ts';
import { newId, newTenant, newToken } from '../functions/tenants.ts';

const table = setupApi();
const pointers = ({ json }: TestResponse) => (json.errors as Json[]).map(({ pointer }) => pointer);

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
