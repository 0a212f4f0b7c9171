import { describe, expect, it } from 'vitest';
import { advanceTime, callApi, callMcp, type Json, setupApi, storedItems } from '../functions/api-harness.ts';
import {
  API_RESOURCE,
  approvedCode,
  authorize,
  MCP_RESOURCE,
  newVerifier,
  requestTokens,
  serveClient,
} from '../functions/authorizations.ts';
import { send } from '../functions/mcp-client.ts';
import { newTenant } from '../functions/tenants.ts';

const table = setupApi();

const storedKey = (name = 'Command line (cis)') =>
  storedItems(table).find((item) => item.entity === 'ApiKey' && item.name === name) as Json;
const verify = (token: unknown) => callApi('auth.verify', { token: String(token) });

describe('the exchange of an authorization code', () => {
  it('returns an access token with what was granted, and a refresh token', async () => {
    const { owner } = await newTenant();
    const answer = await authorize(owner, {}, { permissions: ['content:read'] });
    expect(answer.json).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'content:read',
      refresh_token: expect.stringMatching(/^key_[0-9A-Z]{26}\.[\w-]{43}$/),
    });
    expect((await verify(answer.json.access_token)).json).toMatchObject({ user_id: owner.id, agent: null });
  });

  it.each([
    ['another verifier', () => ({ code_verifier: newVerifier().code_verifier }), 'invalid_grant'],
    ['another redirect URI', () => ({ redirect_uri: 'http://127.0.0.1:4712/callback' }), 'invalid_grant'],
    ['another client', () => ({ client_id: 'https://app.example.com/client.json' }), 'invalid_grant'],
    ['a client that cannot exist', () => ({ client_id: 'other' }), 'invalid_client'],
    ['another resource', () => ({ resource: MCP_RESOURCE }), 'invalid_target'],
    ['a resource of another service', () => ({ resource: 'https://other.example.com/v1' }), 'invalid_target'],
    ['an unknown code', () => ({ code: newVerifier().code_verifier }), 'invalid_grant'],
    ['no verifier', () => ({ code_verifier: '' }), 'invalid_request'],
    ['no redirect URI', () => ({ redirect_uri: '' }), 'invalid_request'],
  ])('with %s fails and changes nothing, and the code stays valid', async (_, fields, error) => {
    const { owner } = await newTenant();
    const body = await approvedCode(owner, { resource: API_RESOURCE });
    const before = storedItems(table);
    expect((await requestTokens({ ...body, ...fields() })).json.error).toBe(error);
    expect(storedItems(table)).toEqual(before);
    expect((await requestTokens(body)).status).toBe(200);
  });

  it.each([
    ['another verifier', () => ({ code_verifier: newVerifier().code_verifier })],
    ['another client', () => ({ client_id: 'https://app.example.com/client.json' })],
  ])(
    'with %s after its exchange does not end the access: a code in a log or a history is no proof',
    async (_, fields) => {
      const { owner } = await newTenant();
      const body = await approvedCode(owner);
      const { access_token } = (await requestTokens(body)).json;
      expect((await requestTokens({ ...body, ...fields() })).json.error).toBe('invalid_grant');
      advanceTime(60_000);
      expect((await verify(access_token)).status).toBe(200);
      expect((await requestTokens(body)).json.error).toBe('invalid_grant');
      expect(storedKey()).toMatchObject({ revoked_for_reuse: true });
    },
  );

  it('after 60 seconds fails, and the key has no usable secret', async () => {
    const { owner } = await newTenant();
    const body = await approvedCode(owner);
    advanceTime(60_000);
    expect((await requestTokens(body)).json.error).toBe('invalid_grant');
    expect(storedKey()).not.toHaveProperty('refresh');
  });

  it('a second time revokes the key, its tokens and its refresh token', async () => {
    const { owner } = await newTenant();
    const body = await approvedCode(owner);
    const first = await requestTokens(body);
    expect((await requestTokens(body)).json.error).toBe('invalid_grant');
    expect(storedKey()).toMatchObject({ revoked_at: expect.any(String), revoked_for_reuse: true });
    advanceTime(60_000);
    expect((await verify(first.json.access_token)).json.code).toBe('invalid_token');
    const refresh = { grant_type: 'refresh_token', client_id: 'cis', refresh_token: first.json.refresh_token };
    expect((await requestTokens(refresh)).json.error).toBe('invalid_grant');
    expect((await requestTokens(body)).json.error).toBe('invalid_grant');
  });

  it('twice at the same time succeeds once, and revokes the key', async () => {
    const { owner } = await newTenant();
    const body = await approvedCode(owner);
    const answers = await Promise.all([requestTokens(body), requestTokens(body)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(storedKey()).toMatchObject({ revoked_for_reuse: true });
  });

  it('of an approval that was revoked before fails', async () => {
    const tenant = await newTenant();
    const body = await approvedCode(tenant.owner);
    await callApi('keys.delete', { token: tenant.token, params: { id: String(storedKey().client_id) } });
    expect((await requestTokens(body)).json.error).toBe('invalid_grant');
  });

  it('stops guessing', async () => {
    const body = { ...(await approvedCode((await newTenant()).owner)), code: 'a guess' };
    const codes = [];
    for (let n = 0; n < 31; n++) codes.push((await requestTokens(body, '192.0.2.77')).json.code);
    expect(codes.at(-1)).toBe('too_many_failed_exchanges');
  });
});

describe('the access token of an agent', () => {
  const agentToken = async () => {
    const { owner } = await newTenant();
    const client_id = await serveClient();
    const fields = { client_id, redirect_uri: 'https://app.example.com/callback', resource: MCP_RESOURCE };
    return String((await authorize(owner, fields)).json.access_token);
  };

  it('is accepted by the MCP server, whose tools call endpoints with it', async () => {
    const token = await agentToken();
    const answer = await send(token, 'tools/call', { name: 'read_rules', arguments: {} });
    expect(answer.json).toMatchObject({ result: { structuredContent: expect.any(Object) } });
    expect((answer.json.result as Json).isError).not.toBe(true);
  });

  it('is rejected by the API', async () => {
    const answer = await verify(await agentToken());
    expect([answer.status, answer.json.code]).toEqual([401, 'invalid_token']);
    expect(answer.headers['www-authenticate']).toContain('error="invalid_token"');
  });
});

describe('the access token of an integration', () => {
  it.each(['/%6dcp', '/mcp/', '/v1/../mcp'])('is rejected by the MCP server also at %s', async (path) => {
    const { json } = await authorize((await newTenant()).owner);
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const answer = await callMcp({ token: String(json.access_token), body, path });
    expect([answer.status, answer.json.code]).toEqual([401, 'invalid_token']);
  });

  it('is rejected by the MCP server, which names its metadata', async () => {
    const { json } = await authorize((await newTenant()).owner);
    const answer = await send(String(json.access_token), 'tools/list');
    expect([answer.status, answer.json.code]).toEqual([401, 'invalid_token']);
    expect(answer.headers['www-authenticate']).toContain(
      'resource_metadata="https://api.example.com/.well-known/oauth-protected-resource/mcp"',
    );
  });
});

describe('an access token by client credentials', () => {
  it.each([
    [undefined, 200, 200],
    [MCP_RESOURCE, 401, 200],
    [API_RESOURCE, 200, 401],
  ])('for the resource %s is accepted there', async (resource, api, mcp) => {
    const tenant = await newTenant();
    const created = await callApi('keys.create', { token: tenant.token, body: { name: 'Agent', agent: {} } });
    const { client_id, client_secret } = created.json;
    const body = { grant_type: 'client_credentials', client_id, client_secret, resource };
    const token = String((await requestTokens(body)).json.access_token);
    expect([(await verify(token)).status, (await send(token, 'tools/list')).status]).toEqual([api, mcp]);
  });

  it('of the key of an application is not issued: its secret is a refresh token', async () => {
    const { json } = await authorize((await newTenant()).owner);
    const [client_id, client_secret] = String(json.refresh_token).split('.');
    const body = { grant_type: 'client_credentials', client_id, client_secret };
    expect((await requestTokens(body)).json.error).toBe('invalid_client');
  });
});

describe('the key of an application', () => {
  it('cannot be rolled', async () => {
    const tenant = await newTenant();
    await authorize(tenant.owner);
    const params = { id: String(storedKey().client_id) };
    const answer = await callApi('keys.reroll', { token: tenant.token, params, body: {} });
    expect([answer.status, answer.json.code]).toEqual([409, 'application_key']);
  });
});
