import { describe, expect, it } from 'vitest';
import { commit } from '../../lib/core/table/commit.ts';
import { MAX_SESSIONS_PER_MEMBER, newSession } from '../../lib/identity/rules/session.ts';
import { deleteMemberWrites, loadMember } from '../../lib/identity/store/members.ts';
import { sessionWrite } from '../../lib/identity/store/sessions.ts';
import { advanceTime, callApi, type Json, newInstance, storedItems, succeed } from '../functions/api-harness.ts';
import { newCredential, newPasskey, signInOptions } from '../functions/passkey-requests.ts';
import { newMember } from '../functions/resources.ts';
import {
  cookieIn,
  exchange,
  newSessionCookie,
  newSignInToken,
  requestToken,
  sessionToken,
} from '../functions/sign-ins.ts';
import { newId, newTenant, newTenantFor, newToken, type Tenant } from '../functions/tenants.ts';
import { validRequest } from '../functions/valid-request.ts';
import { setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const own = async (cookie: string) =>
  (await callApi('auth.list-sessions', { headers: { cookie } })).json.sessions as Json[];
const end = (cookie: string, id: unknown) =>
  callApi('auth.end-session', { headers: { cookie }, params: { id: String(id) } });
const ofMember = (tenant: Tenant, id: string) => callApi('team.list-sessions', { token: tenant.token, params: { id } });
const endAll = (tenant: Tenant, id: string) => callApi('team.end-sessions', { token: tenant.token, params: { id } });
const statusOf = async (cookie: string) => (await requestToken(cookie)).status;

describe('the own sessions', () => {
  it('are listed, the newest first, with the one of the request marked', async () => {
    const { owner } = await newTenant();
    const first = await newSessionCookie(owner);
    advanceTime(2 * 60 * MINUTE);
    const second = await newSessionCookie(owner);
    await requestToken(first);
    const now = new Date(Date.now()).toISOString();
    const [newest, oldest] = await own(second);
    expect(newest).toEqual({
      id: expect.stringMatching(/^ses_/),
      created_at: now,
      last_used_at: now,
      expires_at: new Date(Date.now() + 7 * DAY).toISOString(),
      is_current: true,
    });
    expect(oldest).toMatchObject({ created_at: '2026-08-03T10:00:30.000Z', last_used_at: now, is_current: false });
    expect((await own(first)).map(({ is_current }) => is_current)).toEqual([false, true]);
  });

  it('are those of the member and workspace alone, and of no session that has ended', async () => {
    const tenant = await newTenant();
    const cookie = await newSessionCookie(tenant.owner);
    await newSessionCookie(await newMember(tenant, 'admin'));
    await newSessionCookie((await newTenant()).owner);
    const signedOut = await newSessionCookie(tenant.owner);
    await callApi('auth.sign-out', { headers: { cookie: signedOut } });
    expect(await own(cookie)).toHaveLength(1);
    advanceTime(6 * DAY);
    await requestToken(cookie);
    const unused = await newSessionCookie(tenant.owner);
    advanceTime(6 * DAY);
    await requestToken(cookie);
    expect(await own(cookie)).toHaveLength(2);
    advanceTime(DAY);
    expect(await statusOf(unused)).toBe(401);
    expect(await own(cookie)).toHaveLength(1);
  });

  it('of another device is ended, and its access tokens within a minute', async () => {
    const { owner } = await newTenant();
    const [here, stolen] = [await newSessionCookie(owner), await newSessionCookie(owner)];
    const token = String((await requestToken(stolen)).json.access_token);
    const instance = await newInstance('auth.verify');
    expect((await instance({ token })).status).toBe(200);
    const { id } = (await own(here)).find(({ is_current }) => !is_current)!;
    expect((await end(here, id)).status).toBe(200);
    expect([await statusOf(stolen), await statusOf(here)]).toEqual([401, 200]);
    advanceTime(MINUTE);
    expect((await instance({ token })).json.code).toBe('invalid_token');
    expect((await end(here, id)).json.code).toBe('not_found');
  });

  it('of another member or workspace is not found', async () => {
    const tenant = await newTenant();
    const cookie = await newSessionCookie(tenant.owner);
    for (const member of [await newMember(tenant, 'viewer'), (await newTenant()).owner]) {
      const other = await newSessionCookie(member);
      const [{ id }] = (await own(other)) as [Json];
      expect((await end(cookie, id)).status).toBe(404);
      expect(await statusOf(other)).toBe(200);
    }
  });

  it('need the cookie of a session, of a page of this site', async () => {
    const { token, owner } = await newTenant();
    const cookie = await newSessionCookie(owner);
    const id = newId('session');
    for (const [operation, params] of [
      ['auth.list-sessions', {}],
      ['auth.end-session', { id }],
    ] as const) {
      expect((await callApi(operation, { token, params })).json.code).toBe('session_expired');
      const headers = { cookie, 'sec-fetch-site': 'cross-site' };
      expect((await callApi(operation, { headers, params })).json.code).toBe('cross_site_request');
    }
  });
});

describe('a sign-in beyond the maximum of sessions', () => {
  it('ends the oldest session of the member, and none of others', async () => {
    const tenant = await newTenant();
    const other = await newSessionCookie(await newMember(tenant, 'admin'));
    const cookies: string[] = [];
    for (let count = 0; count < MAX_SESSIONS_PER_MEMBER; count++) {
      cookies.push(await newSessionCookie(tenant.owner));
      advanceTime(1);
    }
    const newest = await newSessionCookie(tenant.owner);
    expect(await statusOf(cookies[0]!)).toBe(401);
    for (const cookie of [cookies[1]!, newest, other]) expect(await statusOf(cookie)).toBe(200);
    expect(await own(newest)).toHaveLength(MAX_SESSIONS_PER_MEMBER);
  });
});

describe('the sessions of a member', () => {
  it('are listed for an admin, with the passkeys', async () => {
    const tenant = await newTenant();
    const member = await newMember(tenant, 'editor');
    const cookie = await newSessionCookie(member);
    const { id } = await newPasskey(cookie);
    const { status, json } = await ofMember(tenant, member.id);
    expect(status).toBe(200);
    expect(json).toEqual({
      sessions: (await own(cookie)).map(({ is_current: _, ...session }) => session),
      passkeys: [
        { id, name: 'Laptop', created_at: expect.any(String), last_used_at: null, fingerprint: expect.any(String) },
      ],
      review_links: [],
    });
  });

  it('end together, with the passkeys, the links and the access tokens, however many there are', async () => {
    const tenant = await newTenant();
    const member = await newMember(tenant, 'editor');
    const cookies = [await newSessionCookie(member), await newSessionCookie(member)];
    const { authenticator } = await newPasskey(cookies[0]!);
    const link = await newSignInToken(member);
    for (let count = 0; count < 120; count++) {
      const name = { workspace_id: member.workspace_id, user_id: member.id, id: newId('session') };
      await commit([sessionWrite(null, newSession(name, member, 'a hash', Date.now()))]);
    }
    const token = String((await requestToken(cookies[1]!)).json.access_token);
    const instance = await newInstance('auth.verify');
    await instance({ token });
    expect((await endAll(tenant, member.id)).status).toBe(200);
    for (const cookie of cookies) expect(await statusOf(cookie)).toBe(401);
    expect((await ofMember(tenant, member.id)).json).toEqual({ sessions: [], passkeys: [], review_links: [] });
    const body = { credential: authenticator.get(await signInOptions()) };
    expect((await callApi('auth.sign-in-with-passkey', { body })).json.code).toBe('passkey_rejected');
    expect((await exchange(link)).status).toBe(404);
    advanceTime(MINUTE);
    expect((await instance({ token })).json.code).toBe('invalid_token');
    expect(await statusOf(await newSessionCookie(member))).toBe(200);
  });

  it('end while one of them adds a passkey, which is not stored', async () => {
    const tenant = await newTenant();
    const member = await newMember(tenant, 'editor');
    const cookie = await newSessionCookie(member);
    const credential = await newCredential(cookie);
    const add = await newInstance('auth.create-passkey');
    let isHeld = true;
    harness.table.latency = async (command) => {
      if (command !== 'TransactWriteCommand' || !isHeld) return;
      isHeld = false;
      expect((await endAll(tenant, member.id)).status).toBe(200);
    };
    const answer = await add({ headers: { cookie }, body: { name: 'Laptop', credential } });
    expect([answer.status, answer.json.code]).toEqual([401, 'session_expired']);
    expect(storedRecords(harness, 'Passkey')).toEqual([]);
  });

  it('end while one begins by a passkey, which has then ended too', async () => {
    const tenant = await newTenant();
    const member = await newMember(tenant, 'editor');
    const { authenticator } = await newPasskey(await newSessionCookie(member));
    const body = { credential: authenticator.get(await signInOptions()) };
    const [signIn, endSessions] = [
      await newInstance('auth.sign-in-with-passkey'),
      await newInstance('team.end-sessions'),
    ];
    const cookies: string[] = [];
    harness.table.latency = async (command) => {
      if (command !== 'TransactWriteCommand' || cookies.length > 0) return;
      // The sign-in begins after the end of the sessions and is stored before.
      cookies.push('');
      advanceTime(1);
      cookies[0] = cookieIn(await signIn({ body }));
    };
    expect((await endSessions({ token: tenant.token, params: { id: member.id } })).status).toBe(200);
    expect(await statusOf(cookies[0]!)).toBe(401);
  });

  it('are ended by members who may manage the member only', async () => {
    const tenant = await newTenant();
    const admin = await newMember(tenant, 'admin');
    const editor = await newMember(tenant, 'editor');
    const ownerCookie = await newSessionCookie(tenant.owner);
    const tokenOf = async (member: typeof admin) =>
      String((await requestToken(await newSessionCookie(member))).json.access_token);
    const params = { id: tenant.owner.id };
    expect((await callApi('team.end-sessions', { token: await tokenOf(admin), params })).json.code).toBe(
      'owner_required',
    );
    for (const operation of ['team.list-sessions', 'team.end-sessions'] as const) {
      const answer = await callApi(operation, { token: await tokenOf(editor), params });
      expect(answer.json.code).toBe('insufficient_scope');
    }
    expect(await statusOf(ownerCookie)).toBe(200);
    expect((await callApi('team.end-sessions', { token: await newToken(tenant), params })).status).toBe(200);
    expect(await statusOf(ownerCookie)).toBe(401);
  });

  it('who is removed have ended, with the passkeys and the links', async () => {
    const tenant = await newTenant();
    const member = await newMember(tenant, 'editor');
    const cookie = await newSessionCookie(member);
    const { authenticator } = await newPasskey(cookie);
    const link = await newSignInToken(member);
    await commit(deleteMemberWrites((await loadMember(tenant.workspace.id, member.id))!));
    expect(await statusOf(cookie)).toBe(401);
    const body = { credential: authenticator.get(await signInOptions()) };
    expect((await callApi('auth.sign-in-with-passkey', { body })).json.code).toBe('passkey_rejected');
    expect((await exchange(link)).status).toBe(404);
    expect((await ofMember(tenant, member.id)).status).toBe(404);
  });
});

describe('a session that has ended', () => {
  it.each([
    'keys.create',
    'keys.reroll',
    'team.invite',
    'team.resend-invitation',
    'team.update-member',
    'webhooks.create',
    'webhooks.update',
    'webhooks.rotate-secret',
    'content.create-review-link',
  ] as const)('adds nothing by %s, also where an instance still accepts its token', async (operation) => {
    const tenant = await newTenantFor(operation);
    const { params, body } = await validRequest(operation, tenant);
    const token = await sessionToken(tenant.owner);
    const instance = await newInstance(operation);
    expect((await instance({ token, params: params ?? {}, body: { unknown: true } })).status).not.toBe(401);
    await succeed('team.end-sessions', { token: tenant.token, params: { id: tenant.owner.id } });
    const before = storedItems(harness.table);
    const answer = await instance({ token, params: params ?? {}, ...(body === undefined ? {} : { body }) });
    expect([answer.status, answer.json.code]).toEqual([401, 'invalid_token']);
    expect(storedItems(harness.table)).toEqual(before);
  });
});
