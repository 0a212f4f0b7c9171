import { describe, expect, it } from 'vitest';
import type { Account } from '../../lib/accounts/rules/account.ts';
import { advanceTime, callApi, type Json, mockKms, newInstance } from '../functions/api-harness.ts';
import { newAccount } from '../functions/resources.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();

const SECRETS = {
  access_token: 'access-token-of-a-test',
  refresh_token: 'refresh-token-of-a-test',
  client_id: 'client-id-of-a-test',
  client_secret: 'client-secret-of-a-test',
};

const BODY = { platform: 'twitter', external_id: '2244994945', ...SECRETS, expires_in: 7200 };

const create = (tenant: Tenant, body: Json) => callApi('accounts.create', { token: tenant.token, body });
const list = async (tenant: Tenant) =>
  (await callApi('accounts.list', { token: tenant.token })).json.accounts as Json[];

describe('accounts.create', () => {
  describe('201', () => {
    it('returns the account with its id, its platform, and the expiry of its token', async () => {
      const { status, headers, json } = await create(await newTenant(), BODY);
      expect([status, headers.location]).toEqual([201, `/v1/accounts/${json.id}`]);
      expect(json).toEqual({
        id: expect.stringMatching(/^acc_[0-9A-HJKMNP-TV-Z]{26}$/),
        platform: 'twitter',
        external_id: '2244994945',
        name: '2244994945',
        is_default: true,
        sandbox: false,
        handle: null,
        server: null,
        status: 'connected',
        reconnect_reason: null,
        token_expires_at: '2026-08-03T12:00:30.000Z',
        is_refreshable: true,
        refreshed_at: null,
        inbound_url: null,
        metrics_schedule: 'days',
        metrics_budget: { limit_usd: null, used_usd: 0, resets_at: '2026-09-01T00:00:00.000Z', used_up_at: null },
        created_at: '2026-08-03T10:00:30.000Z',
        updated_at: '2026-08-03T10:00:30.000Z',
      });
    });

    it('neither returns nor stores credentials in plain text, in no response, item or log', async () => {
      const tenant = await newTenant();
      const { text, json } = await create(tenant, BODY);
      const seen = [
        text,
        (await callApi('accounts.get', { token: tenant.token, params: { id: String(json.id) } })).text,
        JSON.stringify(await list(tenant)),
        JSON.stringify(harness.table.items()),
        harness.logged(),
      ];
      for (const secret of Object.values(SECRETS)) expect(seen.join('\n')).not.toContain(secret);
    });

    it('accepts a token alone, without its expiry and refresh token', async () => {
      const body = { platform: 'linkedin', external_id: 'urn:li:person:abc', access_token: 'a' };
      const { status, json } = await create(await newTenant(), body);
      expect(status).toBe(201);
      expect(json).toMatchObject({ token_expires_at: null, is_refreshable: false });
    });

    it('marks an Instagram account as refreshable: its access token itself is refreshed', async () => {
      const body = { platform: 'instagram', external_id: '17841400000000001', access_token: 'a' };
      expect((await create(await newTenant(), body)).json.is_refreshable).toBe(true);
    });

    it('connects the same account again under its id, and replaces its token', async () => {
      const tenant = await newTenant();
      const first = await create(tenant, BODY);
      const [before] = storedRecords<Account>(harness, 'Account');
      const again = await create(tenant, { ...BODY, access_token: 'another' });
      const [after, ...more] = storedRecords<Account>(harness, 'Account');
      expect([again.status, again.json.id]).toEqual([201, first.json.id]);
      expect(more).toEqual([]);
      expect(after!.encrypted_secrets).not.toBe(before!.encrypted_secrets);
    });

    it('returns the webhook URL for its platform, once the webhook secrets are set', async () => {
      const tenant = await newTenant();
      const inbound = { secret: 'app-secret-of-a-test' };
      const { json } = await create(tenant, { ...BODY, inbound });
      expect(json.inbound_url).toBe(`https://api.example.com/v1/inbound/twitter/${json.id}`);
      const got = await callApi('accounts.get', { token: tenant.token, params: { id: String(json.id) } });
      expect([got.json, (await list(tenant))[0]]).toEqual([json, json]);
    });

    it('connected again without webhook secrets, retains the previous ones', async () => {
      const tenant = await newTenant();
      const first = await create(tenant, { ...BODY, inbound: { secret: 'app-secret-of-a-test' } });
      const before = storedRecords(harness, 'InboundAccount');
      const again = await create(tenant, { ...BODY, access_token: 'another' });
      expect(again.json.inbound_url).toBe(first.json.inbound_url);
      expect(storedRecords(harness, 'InboundAccount')).toEqual(before);
    });

    it('creates one account for two concurrent requests', async () => {
      const tenant = await newTenant();
      const [one, other] = await Promise.all([create(tenant, BODY), create(tenant, BODY)]);
      expect([one!.status, other!.status]).toEqual([201, 201]);
      expect(one!.json.id).toBe(other!.json.id);
    });

    it('returns the same response for the same Idempotency-Key, with one account', async () => {
      const tenant = await newTenant();
      const requestInput = { token: tenant.token, body: BODY, headers: { 'idempotency-key': 'k1' } };
      const first = await callApi('accounts.create', requestInput);
      const again = await callApi('accounts.create', requestInput);
      expect([again.status, again.text]).toEqual([201, first.text]);
      expect(again.headers['idempotent-replayed']).toBe('true');
    });
  });

  describe('422', () => {
    it.each<[string, Json, string]>([
      ['an external id of another form', { external_id: 'urn:li:person:abc' }, '/external_id'],
      ['an empty token', { access_token: '' }, '/access_token'],
      ['a token with a line break', { access_token: 'a\nb' }, '/access_token'],
      ['a token of 2001 characters', { access_token: 'a'.repeat(2001) }, '/access_token'],
      ['an empty refresh token', { refresh_token: '' }, '/refresh_token'],
      ['a token that has ended', { expires_in: 0 }, '/expires_in'],
      ['an unknown platform', { platform: 'myspace' }, '/platform'],
      ['an unknown field', { status: 'connected' }, '/status'],
      ['an empty inbound secret', { inbound: { secret: '' } }, '/inbound/secret'],
      ['a verify token on X', { inbound: { secret: 's', verify_token: 'v'.repeat(16) } }, '/inbound/verify_token'],
      ['none on Instagram', { platform: 'instagram', inbound: { secret: 's' } }, '/inbound/verify_token'],
      ['one that is guessed', { inbound: { secret: 's', verify_token: 'short' } }, '/inbound/verify_token'],
      ['a refresh token without the client it is of', { client_id: undefined }, '/client_id'],
    ])('rejects %s, naming the field, and stores nothing', async (_, fields, pointer) => {
      const tenant = await newTenant();
      const answer = await create(tenant, { ...BODY, ...fields });
      expect(answer.status, answer.text).toBe(422);
      expect((answer.json.errors as Json[]).map((error) => error.pointer)).toContain(pointer);
      expect(await list(tenant)).toEqual([]);
    });

    it('does not repeat the rejected secret', async () => {
      const answer = await create(await newTenant(), { ...BODY, access_token: 'not one\nline' });
      expect(answer.text).not.toContain('not one');
    });
  });

  describe('503', () => {
    it('stores nothing while KMS is unavailable', async () => {
      const tenant = await newTenant();
      mockKms().fault = Object.assign(new Error('Rate exceeded'), { name: 'ThrottlingException' });
      const answer = await create(tenant, BODY);
      expect(answer.status).toBe(503);
      expect(await list(tenant)).toEqual([]);
    });
  });
});

describe('accounts.get and accounts.list', () => {
  it('return the accounts of the workspace, and no others', async () => {
    const tenant = await newTenant();
    const stranger = await newTenant();
    const mine = await newAccount(tenant);
    await newAccount(tenant, { platform: 'linkedin', external_id: 'urn:li:organization:1' });
    const theirs = await newAccount(stranger);
    expect((await list(tenant)).map(({ platform }) => platform).sort()).toEqual(['linkedin', 'twitter']);
    const got = await callApi('accounts.get', { token: tenant.token, params: { id: mine.id } });
    expect([got.status, got.json]).toEqual([200, mine]);
    const foreign = await callApi('accounts.get', { token: tenant.token, params: { id: theirs.id } });
    expect(foreign.status).toBe(404);
  });

  it('return pages, oldest first', async () => {
    const tenant = await newTenant();
    await newAccount(tenant);
    advanceTime(1);
    await newAccount(tenant, { platform: 'linkedin', external_id: 'urn:li:organization:1' });
    const first = await callApi('accounts.list', { token: tenant.token, query: { limit: '1' } });
    const { next_cursor, total } = first.json.pagination as Json;
    const query = { limit: '1', cursor: String(next_cursor) };
    const second = await callApi('accounts.list', { token: tenant.token, query });
    expect(total).toBe(2);
    expect([first, second].flatMap(({ json }) => (json.accounts as Json[]).map(({ platform }) => platform))).toEqual([
      'twitter',
      'linkedin',
    ]);
  });
});

describe('accounts.delete', () => {
  it('deletes the account with its credentials, which is 404 afterwards', async () => {
    const tenant = await newTenant();
    const { id } = await newAccount(tenant, { inbound: { secret: 'app-secret-of-a-test' } });
    expect(storedRecords(harness, 'InboundAccount')).toHaveLength(1);
    const requestInput = { token: tenant.token, params: { id } };
    expect((await callApi('accounts.delete', requestInput)).status).toBe(200);
    expect([...storedRecords(harness, 'Account'), ...storedRecords(harness, 'InboundAccount')]).toEqual([]);
    expect((await callApi('accounts.delete', requestInput)).status).toBe(404);
    expect((await callApi('accounts.get', requestInput)).status).toBe(404);
  });

  it('allows another account of the platform', async () => {
    const tenant = await newTenant();
    const { id } = await newAccount(tenant);
    await callApi('accounts.delete', { token: tenant.token, params: { id } });
    expect((await create(tenant, { ...BODY, external_id: '1' })).status).toBe(201);
  });
});

describe('the endpoints of accounts', () => {
  it.each(['accounts.list', 'accounts.get'] as const)('%s needs accounts:read', async (operation) => {
    const tenant = await newTenant();
    const { id } = await newAccount(tenant);
    const token = await newToken(tenant, ['accounts:write']);
    expect((await callApi(operation, { token, params: { id } })).status).toBe(403);
  });

  it('decrypt nothing: they respond while KMS rejects every call', async () => {
    const tenant = await newTenant();
    const { id } = await newAccount(tenant);
    mockKms().fault = new Error('Nothing is decrypted here.');
    const get = await newInstance('accounts.get');
    expect((await get({ token: tenant.token, params: { id } })).status).toBe(200);
    expect((await callApi('accounts.list', { token: tenant.token })).status).toBe(200);
    expect((await callApi('accounts.delete', { token: tenant.token, params: { id } })).status).toBe(200);
  });
});
