import { describe, expect, it } from 'vitest';
import { commit } from '../../lib/core/table/commit.ts';
import { TOKENS_PER_MINUTE } from '../../lib/identity/rules/rate-limits.ts';
import { deleteMemberWrites, loadMember, memberWrite } from '../../lib/identity/store/members.ts';
import { advanceTime, callApi, type Json, newInstance, succeed } from '../functions/api-harness.ts';
import { newMember } from '../functions/resources.ts';
import {
  exchange,
  freshAddress,
  newSessionCookie,
  newSignInToken,
  requestToken,
  sessionToken,
} from '../functions/sign-ins.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const sessions = () => storedRecords(harness, 'Session');
const remove = async (tenant: Tenant, id: string) =>
  commit(deleteMemberWrites((await loadMember(tenant.workspace.id, id))!));
const verify = async (token: unknown) => (await newInstance('auth.verify'))({ token: String(token) });
const signOut = (cookie?: string, headers = {}) =>
  callApi('auth.sign-out', { headers: { ...(cookie && { cookie }), ...headers } });

describe('a sign-in link', () => {
  it('is exchanged for a session of its member, in a cookie that scripts and other sites cannot use', async () => {
    const { owner, workspace } = await newTenant();
    const answer = await exchange(await newSignInToken(owner));
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({
      workspace_id: workspace.id,
      user_id: owner.id,
      expires_at: new Date(Date.now() + 7 * DAY).toISOString(),
    });
    const [pair, ...attributes] = answer.headers['set-cookie']!.split('; ');
    expect(pair).toMatch(/^cis_session=[0-9A-Za-z_-]{121}$/);
    expect(attributes.sort()).toEqual([
      'HttpOnly',
      `Max-Age=${30 * 86_400}`,
      'Path=/v1/auth',
      'SameSite=Strict',
      'Secure',
    ]);
    expect(answer.text).not.toContain(pair!.split('=')[1]);
  });

  it('works once', async () => {
    const token = await newSignInToken((await newTenant()).owner);
    expect((await exchange(token)).status).toBe(201);
    const again = await exchange(token);
    expect([again.status, again.json.code]).toEqual([404, 'sign_in_link_expired']);
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  it('creates one session for two exchanges at the same time', async () => {
    const token = await newSignInToken((await newTenant()).owner);
    const instances = [await newInstance('auth.create-session'), await newInstance('auth.create-session')];
    const answers = await Promise.all(instances.map((ask) => ask({ body: { token }, sourceIp: freshAddress() })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404]);
    expect(sessions()).toHaveLength(1);
  });

  it('works for 15 minutes', async () => {
    const first = await newSignInToken((await newTenant()).owner);
    const second = await newSignInToken((await newTenant()).owner);
    advanceTime(15 * MINUTE - 1);
    expect((await exchange(first)).status).toBe(201);
    advanceTime(1);
    expect((await exchange(second)).json.code).toBe('sign_in_link_expired');
  });

  it('of a removed member is rejected like an unknown one', async () => {
    const tenant = await newTenant();
    const member = await newMember(tenant, 'editor');
    const token = await newSignInToken({ ...member, workspace_id: tenant.workspace.id });
    await remove(tenant, member.id);
    const [removed, unknown] = [await exchange(token), await exchange('unknown')];
    const { request_id: _, instance: __, ...problem } = unknown.json;
    expect(removed.json).toMatchObject(problem);
    expect(sessions()).toEqual([]);
  });

  it.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
  ])('is not exchanged for a page of another site: %j', async (headers) => {
    const token = await newSignInToken((await newTenant()).owner);
    const answer = await exchange(token, { headers });
    expect([answer.status, answer.json.code]).toEqual([403, 'cross_site_request']);
    expect((await exchange(token)).status).toBe(201);
  });
});

describe('a session', () => {
  it('is exchanged for an access token of five minutes, with its member and workspace', async () => {
    const { owner, workspace } = await newTenant();
    const { status, json, headers } = await requestToken(await newSessionCookie(owner));
    expect(status).toBe(200);
    expect(json).toEqual({
      access_token: expect.stringMatching(/^ses_/),
      token_type: 'Bearer',
      expires_in: 300,
      workspace: { id: workspace.id, name: workspace.name },
      user: { id: owner.id, name: owner.name, email: owner.email, role: 'owner' },
      permissions: [...owner.permissions, 'content:override'],
      portal: null,
    });
    expect(headers['cache-control']).toBe('no-store');
    const verified = await verify(json.access_token);
    expect(verified.json).toMatchObject({ user_id: owner.id, client_id: sessions()[0]!.id });
    advanceTime(300_000);
    expect((await verify(json.access_token)).json.code).toBe('invalid_token');
  });

  it.each([
    ['no cookie', () => ''],
    ['another cookie', () => 'theme=dark'],
    ['an unknown token', () => 'cis_session=abc'],
    ['another secret', (cookie: string) => `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}`],
  ])('is required: %s is 401', async (_, change) => {
    const cookie = await newSessionCookie((await newTenant()).owner);
    const answer = await requestToken(change(cookie));
    expect([answer.status, answer.json.code]).toEqual([401, 'session_expired']);
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="content-intelligence"');
  });

  it('is found beside other cookies', async () => {
    const cookie = await newSessionCookie((await newTenant()).owner);
    expect((await requestToken(`theme=dark; ${cookie}; lang=en`)).status).toBe(200);
  });

  it('of a workspace does not open another one', async () => {
    const [one, other] = [await newTenant(), await newTenant()];
    const cookie = await newSessionCookie(one.owner);
    const ids = (tenant: Tenant) => tenant.workspace.id.slice(3) + tenant.owner.id.slice(4);
    const forged = cookie.replace(ids(one), ids(other));
    expect(forged).not.toBe(cookie);
    expect((await requestToken(forged)).json.code).toBe('session_expired');
    const token = (await requestToken(cookie)).json.access_token as string;
    expect((await verify(token.replace(ids(one), ids(other)))).json.code).toBe('invalid_token');
  });

  it('ends after seven days without use', async () => {
    const cookie = await newSessionCookie((await newTenant()).owner);
    advanceTime(7 * DAY - 1);
    expect((await requestToken(cookie)).status).toBe(200);
    advanceTime(7 * DAY - 1);
    expect((await requestToken(cookie)).status).toBe(200);
    advanceTime(7 * DAY);
    expect((await requestToken(cookie)).json.code).toBe('session_expired');
  });

  it('ends after 30 days, and its last access token with it', async () => {
    const cookie = await newSessionCookie((await newTenant()).owner);
    for (let day = 0; day < 25; day += 5) {
      advanceTime(5 * DAY);
      expect((await requestToken(cookie)).status).toBe(200);
    }
    advanceTime(5 * DAY - MINUTE);
    expect((await requestToken(cookie)).json.expires_in).toBe(60);
    advanceTime(MINUTE);
    expect((await requestToken(cookie)).json.code).toBe('session_expired');
  });

  it('is written at most once an hour, however often it is used', async () => {
    const cookie = await newSessionCookie((await newTenant()).owner);
    advanceTime(HOUR - 1);
    await requestToken(cookie);
    expect(sessions()[0]!.version).toBe(0);
    advanceTime(1);
    await requestToken(cookie);
    await requestToken(cookie);
    expect(sessions()[0]!.version).toBe(1);
  });

  it('gives a token to each of two requests at the same time that record its use', async () => {
    const cookie = await newSessionCookie((await newTenant()).owner);
    advanceTime(HOUR);
    const answers = await Promise.all([requestToken(cookie), requestToken(cookie)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('is stored only by its hash, and so are its access tokens', async () => {
    const cookie = await newSessionCookie((await newTenant()).owner);
    const { json } = await requestToken(cookie);
    const stored = JSON.stringify(harness.table.items());
    const secrets = [cookie.split('=')[1]!, String(json.access_token)];
    for (const secret of secrets) {
      expect(stored).not.toContain(secret);
      expect(stored).not.toContain(secret.slice(-43));
      expect(harness.logged()).not.toContain(secret.slice(-43));
    }
  });

  it('rejects requests of pages of other sites, and accepts those of its own', async () => {
    const cookie = await newSessionCookie((await newTenant()).owner);
    const origin = 'https://api.example.com';
    const others: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site', origin },
      { 'sec-fetch-site': 'none' },
      { origin },
    ];
    for (const headers of others) {
      for (const answer of [await requestToken(cookie, headers), await signOut(cookie, headers)]) {
        expect([answer.status, answer.json.code]).toEqual([403, 'cross_site_request']);
      }
    }
    expect((await requestToken(cookie, { 'sec-fetch-site': 'same-origin', origin })).status).toBe(200);
  });

  it('can request 100 access tokens a minute, whichever network it is used from', async () => {
    const cookie = await newSessionCookie((await newTenant()).owner);
    const statuses: number[] = [];
    for (let index = 0; index <= TOKENS_PER_MINUTE; index++) statuses.push((await requestToken(cookie)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(TOKENS_PER_MINUTE);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('signing out', () => {
  it('deletes the session and its cookie, and its access tokens end within a minute', async () => {
    const cookie = await newSessionCookie((await newTenant()).owner);
    const token = String((await requestToken(cookie)).json.access_token);
    const instance = await newInstance('auth.verify');
    expect((await instance({ token })).status).toBe(200);
    const answer = await signOut(cookie);
    expect([answer.status, answer.json.success]).toEqual([200, true]);
    expect(answer.headers['set-cookie']).toBe(
      'cis_session=; Path=/v1/auth; HttpOnly; Secure; SameSite=Strict; Max-Age=0',
    );
    expect(sessions()).toEqual([]);
    expect((await requestToken(cookie)).json.code).toBe('session_expired');
    expect((await verify(token)).json.code).toBe('invalid_token');
    advanceTime(MINUTE);
    expect((await instance({ token })).json.code).toBe('invalid_token');
  });

  it('leaves the other sessions of the member', async () => {
    const { owner } = await newTenant();
    const [one, other] = [await newSessionCookie(owner), await newSessionCookie(owner)];
    await signOut(one);
    expect((await requestToken(other)).status).toBe(200);
  });

  it('needs the secret of the session, and succeeds without one', async () => {
    const cookie = await newSessionCookie((await newTenant()).owner);
    for (const given of [undefined, `${cookie.slice(0, -43)}${'A'.repeat(43)}`]) {
      expect((await signOut(given)).status).toBe(200);
    }
    expect((await requestToken(cookie)).status).toBe(200);
  });
});

describe('an access token of a session', () => {
  it('has the permissions of the member at the time of the request', async () => {
    const tenant = await newTenant();
    const { id } = await newMember(tenant, 'viewer');
    const token = await sessionToken({ workspace_id: tenant.workspace.id, id });
    const list = await newInstance('audit.list');
    expect((await list({ token })).json.code).toBe('insufficient_scope');
    const before = (await loadMember(tenant.workspace.id, id))!;
    await commit([memberWrite(before, { ...before, role: 'admin', permissions: tenant.owner.permissions })]);
    advanceTime(MINUTE);
    expect((await list({ token })).status).toBe(200);
    const after = (await loadMember(tenant.workspace.id, id))!;
    await commit([memberWrite(after, { ...after, role: 'viewer', permissions: before.permissions })]);
    advanceTime(MINUTE);
    expect((await list({ token })).json.code).toBe('insufficient_scope');
  });

  it('ends within a minute of the removal of the member, and so does the session', async () => {
    const tenant = await newTenant();
    const { id } = await newMember(tenant, 'admin');
    const cookie = await newSessionCookie({ workspace_id: tenant.workspace.id, id });
    const token = String((await requestToken(cookie)).json.access_token);
    const instance = await newInstance('content.list');
    expect((await instance({ token })).status).toBe(200);
    await callApi('team.remove-member', { token: tenant.token, params: { id } });
    expect((await requestToken(cookie)).json.code).toBe('session_expired');
    advanceTime(MINUTE);
    expect((await instance({ token })).json.code).toBe('invalid_token');
  });

  it('may do all that the role permits: create a key, which works, list it without sessions, and revoke it', async () => {
    const { owner, key } = await newTenant();
    const token = await sessionToken(owner);
    const created = await succeed('keys.create', { token, body: { name: 'By hand' } });
    const { id, client_secret: secret } = created;
    expect((await callApi('auth.token', { body: { api_key: id, secret } })).status).toBe(200);
    const listed = (await callApi('keys.list', { token })).json.keys as Json[];
    expect(listed.map((each) => each.id).sort()).toEqual([key.client_id, id].sort());
    expect((await callApi('keys.reroll', { token, params: { id: String(id) }, body: {} })).status).toBe(200);
    expect((await callApi('keys.delete', { token, params: { id: String(id) } })).status).toBe(200);
  });

  it('may manage the team', async () => {
    const tenant = await newTenant();
    const token = await sessionToken(tenant.owner);
    const { id } = await newMember(tenant, 'editor');
    const edited = await callApi('team.update-member', { token, params: { id }, body: { role: 'viewer' } });
    expect(edited.json.role).toBe('viewer');
    expect((await callApi('team.remove-member', { token, params: { id } })).status).toBe(200);
  });

  it('is not limited to the addresses of an API key', async () => {
    const { owner } = await newTenant('enterprise', { allowed_ips: ['192.0.2.1'] });
    expect((await verify(await sessionToken(owner))).status).toBe(200);
  });

  it('replays a request with an Idempotency-Key to the next token of the member', async () => {
    const tenant = await newTenant();
    const cookie = await newSessionCookie(tenant.owner);
    const create = async () => {
      const token = String((await requestToken(cookie)).json.access_token);
      const body = { title: 'A title', platforms: ['twitter'] };
      return callApi('content.create', { token, body, headers: { 'idempotency-key': 'one' } });
    };
    const [first, second] = [await create(), await create()];
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.json.id).toBe(first.json.id);
  });

  it('shows a secret again only to the session that it was shown to', async () => {
    const { owner } = await newTenant();
    const create = (token: string) =>
      callApi('keys.create', { token, body: { name: 'A key' }, headers: { 'idempotency-key': 'two' } });
    const [one, other] = [await sessionToken(owner), await sessionToken(owner)];
    const first = await create(one);
    expect((await create(one)).json.client_secret).toBe(first.json.client_secret);
    expect((await create(other)).json.code).toBe('idempotency_key_reused');
  });

  it('cannot be requested with an access token, nor is the cookie one', async () => {
    const cookie = await newSessionCookie((await newTenant()).owner);
    const token = String((await requestToken(cookie)).json.access_token);
    expect((await requestToken(`cis_session=${token}`)).json.code).toBe('session_expired');
    expect((await verify(cookie.split('=')[1])).json.code).toBe('invalid_token');
    expect((await verify(`ses_${cookie.split('=')[1]}`)).json.code).toBe('invalid_token');
  });
});
