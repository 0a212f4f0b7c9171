import { describe, expect, it } from 'vitest';
import { GRANTABLE_PERMISSIONS, ROLES } from '../../lib/core/api/permission.ts';
import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import { AGENT_PERMISSIONS, DEFAULT_BUDGETS } from '../../lib/identity/rules/agent-key.ts';
import { CLIENT_DOCUMENTS_PER_MINUTE } from '../../lib/identity/rules/rate-limits.ts';
import { advanceTime, callApi, inSeconds, type Json, setupApi, storedItems } from '../functions/api-harness.ts';
import {
  API_RESOURCE,
  authorizationRequest,
  decideAuthorization,
  MCP_RESOURCE,
  readAuthorization,
  returned,
  serve,
  serveClient,
} from '../functions/authorizations.ts';
import { newAccount, newMember } from '../functions/resources.ts';
import { newSessionCookie } from '../functions/sign-ins.ts';
import { newTenant } from '../functions/tenants.ts';

const table = setupApi();

const ISSUER = 'https://api.example.com';
const APP = 'https://app.example.com/callback';

const keysOf = (name: string) => storedItems(table).filter((item) => item.entity === 'ApiKey' && item.name === name);

async function signedIn() {
  const tenant = await newTenant();
  return { tenant, cookie: await newSessionCookie(tenant.owner) };
}

describe('POST /auth/authorization', () => {
  it('names the application, the host that receives the code, and what an approval grants', async () => {
    const { tenant, cookie } = await signedIn();
    const client_id = await serveClient();
    const request = authorizationRequest({ client_id, redirect_uri: APP, resource: MCP_RESOURCE, scope: undefined });
    const answer = await readAuthorization(cookie, request);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json).toEqual({
      client: {
        client_id,
        name: 'Example App',
        host: new URL(client_id).host,
        redirect_host: 'app.example.com',
        is_loopback: false,
      },
      kind: 'agent',
      workspace: { id: tenant.workspace.id, name: tenant.workspace.name },
      permissions: AGENT_PERMISSIONS,
      unavailable_permissions: [],
      budgets: DEFAULT_BUDGETS,
      confirmation: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('of the API never offers the permissions that create credentials or members', async () => {
    const { cookie } = await signedIn();
    for (const resource of [undefined, API_RESOURCE]) {
      const { json } = await readAuthorization(
        cookie,
        authorizationRequest({ resource, scope: GRANTABLE_PERMISSIONS.join(' ') }),
      );
      expect(json).toMatchObject({ kind: 'integration', unavailable_permissions: ['team:write', 'keys:write'] });
    }
  });

  it('offers what the member has, and names the rest as unavailable', async () => {
    const tenant = await newTenant();
    const viewer = await newMember(tenant, 'viewer');
    const request = authorizationRequest({ scope: 'content:read content:publish' });
    const { json } = await readAuthorization(await newSessionCookie(viewer), request);
    expect(json).toMatchObject({ permissions: ['content:read'], unavailable_permissions: ['content:publish'] });
  });

  describe.each([
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['no response type', { response_type: undefined }, 'unsupported_response_type'],
    ['no code challenge', { code_challenge: undefined }, 'invalid_request'],
    ['a short code challenge', { code_challenge: 'abc' }, 'invalid_request'],
    ['the challenge method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no challenge method', { code_challenge_method: undefined }, 'invalid_request'],
    ['an unknown permission', { scope: 'content:read everything' }, 'invalid_scope'],
    ['another resource', { resource: 'https://other.example.com/mcp' }, 'invalid_target'],
  ])('with %s', (_, fields, error) => {
    it(`returns to the client with ${error}, its state and the issuer, and stores nothing`, async () => {
      const { cookie } = await signedIn();
      const before = storedItems(table);
      for (const answer of [
        await readAuthorization(cookie, authorizationRequest(fields)),
        await decideAuthorization(cookie, authorizationRequest(fields)),
      ]) {
        expect(returned(answer)).toMatchObject({ error, state: 'a state', iss: ISSUER });
        expect(Object.keys(answer.json)).toEqual(['redirect_to']);
      }
      expect(storedItems(table)).toEqual(before);
    });
  });

  it.each([
    ['a redirect URI of another client', { redirect_uri: 'https://evil.example.com/callback' }],
    ['another path of a loopback redirect URI', { redirect_uri: 'http://127.0.0.1:4711/other' }],
    ['a redirect URI with a fragment', { redirect_uri: 'http://127.0.0.1/callback#x' }],
    ['a redirect URI that is a script', { redirect_uri: 'javascript:alert(1)' }],
  ])('with %s is a problem of that field, and no redirect', async (_, fields) => {
    const { cookie } = await signedIn();
    const answer = await readAuthorization(cookie, authorizationRequest(fields));
    expect([answer.status, (answer.json.errors as Json[])[0]!.pointer]).toEqual([422, '/request/redirect_uri']);
  });

  it('without a session, of another site and with an access token is rejected', async () => {
    const { tenant, cookie } = await signedIn();
    const body = { request: authorizationRequest() };
    const send = (headers: Record<string, string>, token?: string) =>
      callApi('auth.read-authorization', { body, headers, token });
    expect((await send({})).json.code).toBe('session_expired');
    expect((await send({}, tenant.token)).json.code).toBe('session_expired');
    expect((await send({ cookie, 'sec-fetch-site': 'cross-site' })).json.code).toBe('cross_site_request');
  });
});

describe('the document of a client', () => {
  const read = async (client_id: string) => {
    const { cookie } = await signedIn();
    return readAuthorization(cookie, authorizationRequest({ client_id, redirect_uri: APP }));
  };

  it.each([
    ['has another client_id', { client_id: 'https://app.example.com/other.json' }],
    ['requires a client secret', { token_endpoint_auth_method: 'client_secret_basic' }],
    ['has no redirect URIs', { redirect_uris: [] }],
    ['has redirect URIs that are no texts', { redirect_uris: [1] }],
    ['is larger than 5,000 bytes', { padding: 'x'.repeat(5_000) }],
  ])('is rejected when it %s', async (_, fields) => {
    const answer = await read(await serveClient(fields));
    expect([answer.status, (answer.json.errors as Json[])[0]!.pointer]).toEqual([422, '/request/client_id']);
  });

  it.each([
    ['a redirect', 302, ''],
    ['an error', 500, '{}'],
    ['no JSON', 200, '<html>'],
  ])('is rejected when the response is %s', async (_, status, text) => {
    const origin = await serve((_request, response) => {
      const headers = { location: 'https://app.example.com/', 'content-type': 'application/json' };
      response.writeHead(status, headers).end(text);
    });
    expect((await read(`${origin}/client.json`)).status).toBe(422);
  });

  it.each([
    'https://app.example.com',
    'https://app.example.com/',
    'https://app.example.com/a/../client.json',
    'https://app.example.com/client.json#x',
    'https://app.example.com/client.json?x=1',
    'https://user@app.example.com/client.json',
    'https://169.254.169.254/client.json',
    'https://10.0.0.1/client.json',
    'ftp://app.example.com/client.json',
    'other',
  ])('is not requested at %s', async (client_id) => {
    const answer = await read(client_id);
    expect([answer.status, (answer.json.errors as Json[])[0]!.pointer]).toEqual([422, '/request/client_id']);
  });

  it('is not requested on this machine by a deployed stage', async () => {
    const client_id = await serveClient();
    const local = process.env.SETTINGS!;
    process.env.SETTINGS = JSON.stringify({ ...JSON.parse(local), allowsLoopbackReceivers: false });
    try {
      expect((await read(client_id)).status).toBe(422);
    } finally {
      process.env.SETTINGS = local;
    }
  });

  it('is requested once in five minutes', async () => {
    let requests = 0;
    const document: Json = { redirect_uris: [APP] };
    const origin = await serve((_, response) => {
      requests += 1;
      response.setHeader('content-type', 'application/json').end(JSON.stringify(document));
    });
    document.client_id = `${origin}/client.json`;
    for (const wait of [0, 299_000, 2_000]) {
      advanceTime(wait);
      expect((await read(String(document.client_id))).json.client).toMatchObject({ name: new URL(origin).host });
    }
    expect(requests).toBe(2);
  });

  it.each([
    ['image/png', 422],
    ['text/plain', 422],
    ['text/html; x=application/json', 422],
    ['application/jsonp', 422],
    ['', 422],
    ['application/json; charset=utf-8', 200],
    ['Application/vnd.example.client+json', 200],
  ])('with the content type %j is %i: the files of strangers at a host are no clients of it', async (type, status) => {
    const document: Json = { redirect_uris: [APP] };
    const origin = await serve((_, response) => {
      response.setHeader('content-type', type).end(JSON.stringify(document));
    });
    document.client_id = `${origin}/upload`;
    expect((await read(String(document.client_id))).status).toBe(status);
  });

  it('that ends before its length is named as such', async () => {
    const origin = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
      response.write('{', () => response.destroy());
    });
    const [error] = (await read(`${origin}/client.json`)).json.errors as Json[];
    expect(error!.detail).toBe('The document at the client id could not be read completely.');
  });

  it('is not requested beyond the limits of the member and of the session', async () => {
    const { cookie } = await signedIn();
    let requests = 0;
    const origin = await serve((_, response) => {
      requests += 1;
      response.writeHead(404).end();
    });
    const answers = [];
    for (let n = 0; n < 110; n++) {
      const request = authorizationRequest({ client_id: `${origin}/${n}.json`, redirect_uri: APP });
      answers.push(await readAuthorization(cookie, request));
    }
    expect([answers.at(-1)!.json['violated-policies'], requests]).toEqual([['tokens'], CLIENT_DOCUMENTS_PER_MINUTE]);
  });

  it('gives a name without invisible characters', async () => {
    const client_id = await serveClient({ client_name: ` Example\u202e\u200b App\n` });
    expect((await read(client_id)).json.client).toMatchObject({ name: 'Example App' });
  });
});

describe('POST /auth/authorization/decision', () => {
  it('approves an agent: an agent key of the member without a usable secret, for these accounts', async () => {
    const { tenant, cookie } = await signedIn();
    const client_id = await serveClient({ client_name: 'Planner' });
    const request = authorizationRequest({ client_id, redirect_uri: APP, resource: MCP_RESOURCE });
    const { id: account } = await newAccount(tenant);
    const choice = { decision: 'approve', permissions: ['content:read'], accounts: [account] };
    const answer = await decideAuthorization(cookie, request, choice);
    expect(returned(answer)).toEqual({ code: expect.any(String), state: 'a state', iss: ISSUER });
    expect(keysOf('Planner')).toMatchObject([
      {
        ...{ user_id: tenant.owner.id, permissions: ['content:read'], oauth_client: client_id, audience: 'mcp' },
        agent: { accounts: [account], budgets: DEFAULT_BUDGETS, paused_at: null },
        expires_at: inSeconds((90 * DAY_MS) / 1000),
      },
    ]);
    expect(keysOf('Planner')[0]).not.toHaveProperty('refresh');
    expect(JSON.stringify(storedItems(table))).not.toContain(returned(answer).code);
  });

  it('approves an integration: an ordinary key with what is offered', async () => {
    const { cookie } = await signedIn();
    await decideAuthorization(cookie, authorizationRequest());
    const [key] = keysOf('Command line (cis)');
    expect(key).toMatchObject({ permissions: ['content:read', 'content:write'], audience: 'api' });
    expect(key).not.toHaveProperty('agent');
  });

  it('denies: returns to the client with access_denied, and creates nothing', async () => {
    const { cookie } = await signedIn();
    const before = storedItems(table);
    const answer = await decideAuthorization(cookie, authorizationRequest(), { decision: 'deny', confirmation: '' });
    expect(returned(answer)).toMatchObject({ error: 'access_denied', state: 'a state', iss: ISSUER });
    expect(storedItems(table)).toEqual(before);
  });

  it('rejects an agent for an account that the workspace does not have, and creates nothing', async () => {
    const { cookie } = await signedIn();
    const other = await newAccount(await newTenant());
    const client_id = await serveClient();
    const request = authorizationRequest({ client_id, redirect_uri: APP, resource: MCP_RESOURCE });
    const before = storedItems(table);
    const answer = await decideAuthorization(cookie, request, { decision: 'approve', accounts: [other.id] });
    expect([answer.status, answer.json.errors]).toMatchObject([
      422,
      [{ pointer: '/accounts/0', code: 'unknown_account' }],
    ]);
    expect(storedItems(table)).toEqual(before);
  });

  it.each([
    ['a permission that is not offered', { permissions: ['content:publish'] }, '/permissions'],
    ['no permission', { permissions: [] }, '/permissions'],
    ['accounts of an integration', { accounts: ['acc_1'] }, '/accounts'],
  ])('rejects %s, and creates nothing', async (_, choice, pointer) => {
    const { cookie } = await signedIn();
    const before = storedItems(table);
    const answer = await decideAuthorization(cookie, authorizationRequest(), { decision: 'approve', ...choice });
    expect([answer.status, (answer.json.errors as Json[])[0]!.pointer]).toEqual([422, pointer]);
    expect(storedItems(table)).toEqual(before);
  });

  it('rejects an approval of what was not shown: of another request, and in another workspace', async () => {
    const { cookie } = await signedIn();
    const request = authorizationRequest();
    const { confirmation } = (await readAuthorization(cookie, request)).json;
    const other = await newSessionCookie((await newTenant()).owner);
    for (const [who, fields] of [
      [cookie, { scope: 'content:read' }],
      [cookie, { redirect_uri: 'http://127.0.0.1:4712/callback' }],
      [cookie, { resource: MCP_RESOURCE }],
      [other, {}],
    ] as const) {
      const body = { request: { ...request, ...fields }, decision: 'approve', confirmation };
      const answer = await callApi('auth.decide-authorization', { headers: { cookie: who }, body });
      expect([answer.status, answer.json.code]).toEqual([409, 'authorization_changed']);
    }
  });

  it('requires a recent sign-in', async () => {
    const { cookie } = await signedIn();
    advanceTime(600_000);
    const answer = await decideAuthorization(cookie, authorizationRequest());
    expect([answer.status, answer.json.code]).toEqual([403, 'recent_sign_in_required']);
  });

  it('rejects an approval that grants nothing', async () => {
    const tenant = await newTenant();
    const cookie = await newSessionCookie(await newMember(tenant, 'viewer'));
    const request = authorizationRequest({ scope: 'audit:read' });
    expect(ROLES.viewer).not.toContain('audit:read');
    const answer = await decideAuthorization(cookie, request);
    expect([answer.status, answer.json.code]).toEqual([403, 'insufficient_scope']);
  });
});
