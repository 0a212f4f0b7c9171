import { describe, expect, it } from 'vitest';
import { allEndpoints, endpointOf } from '../../lib/bundle/endpoints.ts';
import { PERMISSIONS, PORTAL_PERMISSIONS, STAGE_PERMISSIONS } from '../../lib/core/api/permission.ts';
import { commit } from '../../lib/core/table/commit.ts';
import type { Item } from '../../lib/core/table/schema.ts';
import { revokeKey } from '../../lib/identity/rules/api-key-policy.ts';
import { STAGE_USER_ID } from '../../lib/identity/rules/stage.ts';
import { loadClient, updateApiKeyWrite } from '../../lib/identity/store/api-keys.ts';
import { identify, isDeletedFor } from '../../tools/cli/person.ts';
import { advanceTime, callApi, type Json, newInstance } from '../functions/api-harness.ts';
import { auditLog, followStream } from '../functions/audit-log.ts';
import { setStageApp } from '../functions/connections.ts';
import { createPortal, enterPortal, newPortalAccess, newPortalCookie, newPortalToken } from '../functions/portals.ts';
import { newContent } from '../functions/resources.ts';
import { freshAddress, newSessionCookie, requestToken } from '../functions/sign-ins.ts';
import { newStageTenant, newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { validRequest } from '../functions/valid-request.ts';
import { setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { callIn, newCustomer, problemOf, stageKeyFor } from './given.ts';

const harness = setupWorkers();
const MINUTE = 60_000;

const revoke = async ({ key }: Tenant) => {
  const { key: stored } = (await loadClient(key.client_id))!;
  await commit([updateApiKeyWrite(stored, revokeKey(stored, Date.now()))]);
};
const codeOf = ({ status, json }: { status: number; json: Json }) => [status, json.code];

async function opened(body: Json = {}) {
  const stage = await newStageTenant();
  const { id } = await newCustomer(stage, { external_id: `customer-${Math.random()}` });
  return { stage, id, cookie: await newPortalCookie(stage, id, body) };
}

describe('POST /workspaces/{id}/portal-sessions', () => {
  it('returns a link whose secret is in the fragment, and stores its hash only', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    const { status, json } = await createPortal(stage, id);
    expect(status).toBe(201);
    expect(json).toEqual({
      url: expect.stringMatching(/^https:\/\/[^#]+\/app\/#\/portal\?token=[\w-]{69}$/),
      expires_at: new Date(Date.now() + 5 * MINUTE).toISOString(),
      session_expires_in: 3600,
    });
    const secret = String(json.url).slice(-43);
    expect(JSON.stringify(storedRecords(harness, 'PortalLink'))).not.toContain(secret);
  });

  it('accepts the external id of the workspace', async () => {
    const stage = await newStageTenant();
    await newCustomer(stage, { external_id: 'customer-17' });
    expect((await createPortal(stage, 'external:customer-17')).status).toBe(201);
  });

  it('rejects permissions that the stage key lacks, and stores nothing', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    const token = await newToken(stage, ['workspaces:write', 'content:read']);
    const answer = await createPortal({ token }, id, { permissions: ['content:read', 'content:publish'] });
    expect(codeOf(answer)).toEqual([403, 'insufficient_scope']);
    expect(answer.json.required_permissions).toEqual(['content:publish']);
    expect(storedRecords(harness, 'PortalLink')).toEqual([]);
  });

  it.each(PERMISSIONS.filter((each) => !(PORTAL_PERMISSIONS as readonly string[]).includes(each)))(
    'rejects %s, which no portal has',
    async (permission) => {
      const stage = await newStageTenant({ permissions: [...STAGE_PERMISSIONS] });
      const { id } = await newCustomer(stage);
      const answer = await createPortal(stage, id, { permissions: ['content:read', permission] });
      expect(codeOf(answer)).toEqual([422, 'validation_failed']);
      expect(answer.json.errors).toMatchObject([{ pointer: '/permissions/1' }]);
    },
  );

  it.each([
    [{ display_name: '' }, '/display_name'],
    [{ permissions: [] }, '/permissions'],
    [{ actor: 'ü' }, '/actor'],
    [{ return_url: 'javascript:alert(1)' }, '/return_url'],
    [{ return_url: 'https://user:secret@app.example.com' }, '/return_url'],
    [{ role: 'owner' }, '/role'],
  ])('rejects %j', async (body, pointer) => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    const answer = await createPortal(stage, id, body);
    expect(codeOf(answer)).toEqual([422, 'validation_failed']);
    expect(answer.json.errors).toMatchObject([{ pointer }]);
  });

  it('answers a stage key of other workspaces alike for this one and for none', async () => {
    const stage = await newStageTenant();
    const [own, other] = [await newCustomer(stage), await newCustomer(stage)];
    const limited = await stageKeyFor(own.id);
    const answers = await Promise.all(
      [other.id, `${other.id.slice(0, -4)}0000`, 'external:none'].map((id) => createPortal(limited, id)),
    );
    expect(new Set(answers.map((each) => JSON.stringify(problemOf(each)))).size).toBe(1);
    expect(codeOf(answers[0]!)).toEqual([403, 'workspace_mismatch']);
    expect((await createPortal(limited, own.id)).status).toBe(201);
  });

  it('is for stage keys: no member, key or portal creates a link', async () => {
    const { id, cookie } = await opened();
    const { access_token } = (await requestToken(cookie)).json;
    const tokens = [(await newTenant()).token, String(access_token)];
    for (const token of tokens) expect((await createPortal({ token }, id)).status).toBe(403);
  });

  it('is 409 in a workspace that is suspended or being deleted', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    const body = { scope: 'publishing', reason: 'The invoice is overdue.' };
    await callApi('workspaces.suspend', { token: stage.token, params: { id }, body });
    expect(codeOf(await createPortal(stage, id))).toEqual([409, 'workspace_suspended']);
    await callApi('workspaces.delete', { token: stage.token, params: { id } });
    expect(codeOf(await createPortal(stage, id))).toEqual([409, 'workspace_deleting']);
  });
});

describe('a portal link', () => {
  it('starts one session, in a cookie that ends with it', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    const token = await newPortalToken(stage, id);
    const answer = await enterPortal(token);
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({ workspace_id: id, expires_at: new Date(Date.now() + 60 * MINUTE).toISOString() });
    expect(answer.headers['set-cookie']).toMatch(/HttpOnly; Secure; SameSite=Strict; Max-Age=3600$/);
    expect(answer.text).not.toContain(answer.headers['set-cookie']!.split(/[=;]/)[1]);
    expect(codeOf(await enterPortal(token))).toEqual([404, 'portal_link_expired']);
  });

  it('starts one session for two exchanges at the same time', async () => {
    const stage = await newStageTenant();
    const token = await newPortalToken(stage, (await newCustomer(stage)).id);
    const names = ['auth.create-portal-session', 'auth.create-portal-session'] as const;
    const instances = await Promise.all(names.map(newInstance));
    const answers = await Promise.all(instances.map((ask) => ask({ body: { token }, sourceIp: freshAddress() })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404]);
    expect(storedRecords(harness, 'Session')).toHaveLength(1);
  });

  it('has one response for a wrong, a used and an expired one, of a revoked key and of a suspended workspace', async () => {
    const stage = await newStageTenant();
    const [first, second] = [await newCustomer(stage), await newCustomer(stage)];
    const used = await newPortalToken(stage, first.id);
    await enterPortal(used);
    const wrong = `${used.slice(0, -1)}${used.endsWith('A') ? 'B' : 'A'}`;
    const expired = await newPortalToken(stage, first.id);
    advanceTime(5 * MINUTE);
    const suspended = await newPortalToken(stage, second.id);
    const body = { scope: 'all', reason: 'Fraud.' };
    await callApi('workspaces.suspend', { token: stage.token, params: { id: second.id }, body });
    const ofRevoked = await newPortalToken(stage, first.id);
    await revoke(stage);
    const tokens = [wrong, used, expired, suspended, ofRevoked, 'nonsense', ''];
    const answers = await Promise.all(tokens.map((token) => enterPortal(token)));
    expect(new Set(answers.map((each) => JSON.stringify(problemOf(each)))).size).toBe(1);
    expect(codeOf(answers[0]!)).toEqual([404, 'portal_link_expired']);
  });

  it.each<Record<string, string>>([{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }])(
    'is not exchanged for a page of another site: %j',
    async (headers) => {
      const stage = await newStageTenant();
      const token = await newPortalToken(stage, (await newCustomer(stage)).id);
      expect(codeOf(await enterPortal(token, { headers }))).toEqual([403, 'cross_site_request']);
      expect((await enterPortal(token)).status).toBe(201);
    },
  );

  it('can be guessed at the rate of other requests without a token', async () => {
    const sourceIp = freshAddress();
    const { headers } = await enterPortal('wrong', { sourceIp });
    expect(headers['ratelimit-policy']).toBe('"address";q=10000;w=60');
  });
});

describe('a portal session', () => {
  it('shows its person, its permissions and the branding, and no member', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    const colors = { accent: '#0b5cad', background: '#ffffff', text: '#1c1c1c' };
    await callApi('branding.set', { token: stage.token, body: { name: 'Example Social', colors, locale: 'de' } });
    const permissions = ['content:read', 'schedule:read'];
    const return_url = 'https://app.example.com/social';
    const { json } = await requestToken(await newPortalCookie(stage, id, { permissions, return_url }));
    expect(json).toMatchObject({
      expires_in: 300,
      workspace: { id, name: 'Example Bakery' },
      user: { id: STAGE_USER_ID, name: 'Grace Hopper', email: '', role: 'viewer' },
      permissions,
      portal: { name: 'Example Social', colors, locale: 'de', return_url, terms_url: null },
    });
    const token = String(json.access_token);
    expect((await callApi('content.list', { token })).status).toBe(200);
    expect(codeOf(await callApi('content.create', { token, body: { title: 'A', platforms: ['x'] } }))).toEqual([
      403,
      'insufficient_scope',
    ]);
    expect((await callIn(id, stage, 'team.list-members')).json.members).toEqual([]);
  });

  it('reads nothing of another workspace', async () => {
    const { stage, cookie } = await opened();
    const other = await newCustomer(stage);
    const token = String((await requestToken(cookie)).json.access_token);
    const { json } = await callIn(other.id, stage, 'content.create', { body: { title: 'A', platforms: ['x'] } });
    expect(codeOf(await callApi('content.get', { token, params: { id: String(json.id) } }))).toEqual([
      404,
      'not_found',
    ]);
    const named = await callApi('content.list', { token, headers: { workspace: other.id } });
    expect(codeOf(named)).toEqual([403, 'workspace_mismatch']);
  });

  it('lasts an hour, however it is used, and its tokens no longer', async () => {
    const { cookie } = await opened();
    advanceTime(59 * MINUTE);
    const { json } = await requestToken(cookie);
    expect(json.expires_in).toBe(60);
    advanceTime(MINUTE);
    expect(codeOf(await requestToken(cookie))).toEqual([401, 'session_expired']);
    expect(codeOf(await callApi('auth.verify', { token: String(json.access_token) }))).toEqual([401, 'invalid_token']);
  });

  it('is not started by a link whose stage key has expired', async () => {
    const stage = await newStageTenant({ expires_at: new Date(Date.now() + 2 * MINUTE).toISOString() });
    const token = await newPortalToken(stage, (await newCustomer(stage)).id);
    advanceTime(2 * MINUTE);
    expect(codeOf(await enterPortal(token))).toEqual([404, 'portal_link_expired']);
  });

  it('ends with a stage key that expires earlier', async () => {
    const expires_at = new Date(Date.now() + 10 * MINUTE).toISOString();
    const stage = await newStageTenant({ expires_at });
    const { json } = await enterPortal(await newPortalToken(stage, (await newCustomer(stage)).id));
    expect(json.expires_at).toBe(expires_at);
  });

  const ENDS: Record<string, (stage: Tenant, id: string) => Promise<unknown>> = {
    'the stage key': (stage) => revoke(stage),
    'the suspension of the workspace': ({ token }, id) =>
      callApi('workspaces.suspend', { token, params: { id }, body: { scope: 'publishing', reason: 'Fraud.' } }),
    'the deletion of the workspace': ({ token }, id) => callApi('workspaces.delete', { token, params: { id } }),
  };
  it.each(Object.entries(ENDS))('ends with %s', async (_, end) => {
    const { stage, id, cookie } = await opened();
    const token = String((await requestToken(cookie)).json.access_token);
    await end(stage, id);
    expect(codeOf(await requestToken(cookie))).toEqual([401, 'session_expired']);
    expect(codeOf(await (await newInstance('auth.verify'))({ token }))).toEqual([401, 'invalid_token']);
  });

  it('ends with the sign-out', async () => {
    const { cookie } = await opened();
    expect((await callApi('auth.sign-out', { headers: { cookie } })).status).toBe(200);
    expect(codeOf(await requestToken(cookie))).toEqual([401, 'session_expired']);
  });

  // It is no session of a member: nothing that the cookie of one can do.
  const WITH_COOKIE = allEndpoints().flatMap(([name, { readsSession }]) =>
    readsSession === true && !['auth.create-session-token', 'auth.sign-out'].includes(name) ? [name] : [],
  );
  it.each(WITH_COOKIE)('cannot request %s', async (operation) => {
    const { cookie } = await opened();
    const tenant = await newTenant();
    const request = await validRequest(operation, tenant);
    const answer = await callApi(operation, { ...request, headers: { ...request.headers, cookie } });
    expect(codeOf(answer)).toEqual([401, 'session_expired']);
  });

  // What its screens request. Whatever is not listed here is closed to it, also a new operation.
  const OPEN = [
    ...['accounts.delete', 'accounts.get', 'accounts.list', 'accounts.update', 'analytics.best-times'],
    ...['analytics.performance', 'analytics.rank-content', 'analytics.trends', 'auth.verify', 'connect.create'],
    ...['connect.get', 'connect.select', 'content.create', 'content.create-comment', 'content.delete', 'content.get'],
    ...['content.list', 'content.list-comments', 'content.list-versions', 'content.resolve', 'content.retry'],
    ...['content.submit', 'content.update', 'content.validate', 'content.withdraw', 'halts.list', 'labels.list'],
    ...['media.create', 'media.delete', 'media.get', 'media.list', 'platforms.list', 'queues.list', 'schedule.cancel'],
    ...['schedule.list', 'schedule.update', 'templates.list', 'workspace.get'],
  ];
  // Operations of the stage need permissions that no portal has.
  const WITH_TOKEN = allEndpoints().flatMap(([name, { permissions, stage }]) =>
    permissions === 'none' || stage === true ? [] : [name],
  );
  it.each(WITH_TOKEN.filter((name) => OPEN.includes(name)))('can request %s', async (operation) => {
    const tenant = await newTenant();
    const request = await validRequest(operation, tenant);
    const token = await newPortalAccess(await newStageTenant(), tenant.workspace.id);
    const { status, json, text } = await callApi(operation, { ...request, token });
    // The request selects an account for a member, who gave access in another browser.
    const expected = operation === 'connect.select' ? 'select_on_page' : endpointOf(operation).status;
    expect(json.code ?? status, text).toBe(expected);
  });

  it.each(WITH_TOKEN.filter((name) => !OPEN.includes(name)))('cannot request %s', async (operation) => {
    const tenant = await newTenant();
    const request = await validRequest(operation, tenant);
    const token = await newPortalAccess(await newStageTenant(), tenant.workspace.id);
    expect(codeOf(await callApi(operation, { ...request, token }))).toEqual([403, 'portal_not_permitted']);
  });

  it('is in no list of sessions of a member', async () => {
    const tenant = await newTenant();
    const stage = await newStageTenant();
    await newPortalCookie(stage, tenant.workspace.id);
    const { json } = await callApi('auth.list-sessions', {
      headers: { cookie: await newSessionCookie(tenant.owner) },
    });
    expect(json.sessions).toHaveLength(1);
  });

  it('starts connections whose pages name its person, and no member', async () => {
    await setStageApp('twitter');
    const { cookie } = await opened();
    const token = String((await requestToken(cookie)).json.access_token);
    const params = { id_or_platform: 'twitter' };
    const { json } = await callApi('connect.create', { token, params, body: {} });
    const start = new URL(String(json.url)).searchParams.get('token')!;
    const { text } = await callApi('connect.open', { query: { token: start } });
    expect(text).toContain('Grace Hopper');
    expect(text).toContain('Example Bakery');
    expect(text).not.toContain('@');
  });

  it('comments under the name of its person, by which the comment is found and erased', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    const stage = await newStageTenant();
    const comment = async (display_name: string) => {
      const token = await newPortalAccess(stage, tenant.workspace.id, { display_name });
      return (await callApi('content.create-comment', { token, params: { id }, body: { body: 'Good.' } })).json;
    };
    expect((await comment('Grace Hopper')).author_name).toBe('Grace Hopper');
    await comment('Ada Example');
    const comments = storedRecords(harness, 'ReviewComment').map(
      (each) => ({ ...each, entity: 'ReviewComment' }) as Item,
    );
    const person = identify('Grace Hopper', comments);
    expect(comments.filter((each) => isDeletedFor(each, person)).map((each) => each.author_name)).toEqual([
      'Grace Hopper',
    ]);
  });

  it('is recorded by the stage key and the opaque actor', async () => {
    const tenant = await newTenant();
    const stage = await newStageTenant();
    const token = await newPortalAccess(stage, tenant.workspace.id, { actor: 'user-4711' });
    await callApi('content.create', { token, body: { title: 'A title', platforms: ['x'] } });
    await followStream(harness);
    const entries = (await auditLog(tenant)).filter(({ actor }) => actor.type === 'portal');
    expect(entries.map(({ operation }) => operation)).toEqual(['auth.create-portal-session', 'content.create']);
    for (const { actor } of entries) {
      expect(actor).toEqual({ type: 'portal', user_id: null, client_id: stage.key.client_id, actor: 'user-4711' });
    }
    expect(JSON.stringify(entries)).not.toContain('Grace');
  });
});
