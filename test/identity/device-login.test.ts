import { describe, expect, it } from 'vitest';
import { ACCESS_PERMISSIONS, GRANTABLE_PERMISSIONS, ROLES } from '../../lib/core/api/permission.ts';
import { secretHash } from '../../lib/core/crypto/bearer-secret.ts';
import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import { DEVICE_KEY_DAYS, type DeviceLogin } from '../../lib/identity/rules/oauth/device-login.ts';
import { FAILED_EXCHANGES_PER_MINUTE } from '../../lib/identity/rules/rate-limits.ts';
import { advanceTime, callApi, inSeconds, setupApi, storedItems } from '../functions/api-harness.ts';
import { decide, poll, refresh, signInDevice, startDevice } from '../functions/device-logins.ts';
import { removeOwner, replaceOwner } from '../functions/given/authentication.ts';
import { newKey } from '../functions/resources.ts';
import { freshAddress, newSessionCookie } from '../functions/sign-ins.ts';
import { newTenant } from '../functions/tenants.ts';

const table = setupApi();
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

const logins = () => table.items().filter(({ entity }) => entity === 'DeviceLogin') as unknown as DeviceLogin[];
const keysOf = (name: string) => table.items().filter((item) => item.entity === 'ApiKey' && item.name === name);
const outcome = ({ status, json }: Awaited<ReturnType<typeof poll>>) => [status, json.code, json.error];
const start = (body: object) => callApi('auth.create-device-code', { body, sourceIp: freshAddress() });

describe('POST /auth/device', () => {
  it('returns the device code, the user code and the verification URIs', async () => {
    const answer = await start({ client_id: 'cis', scope: 'content:read', device_name: 'laptop of Ada' });
    const code = String(answer.json.user_code);
    expect(answer.json).toEqual({
      device_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{8}[\w-]{43}$/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: 'https://dashboard.example.com/app/#/device',
      verification_uri_complete: `https://dashboard.example.com/app/#/device?code=${code}`,
      expires_in: 600,
      interval: 5,
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('accepts a form', async () => {
    const bytes = Buffer.from(new URLSearchParams({ client_id: 'cis', scope: '' }).toString());
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await callApi('auth.create-device-code', { bytes, headers })).status).toBe(200);
    expect(logins()).toMatchObject([{ scope: null, device_name: null }]);
  });

  it('stores neither the device code nor what it is exchanged for', async () => {
    const { owner } = await newTenant();
    const { device_code, user_code } = await startDevice();
    await decide(await newSessionCookie(owner), user_code);
    const refreshToken = String((await poll(device_code)).json.refresh_token);
    const stored = JSON.stringify(table.items());
    for (const secret of [device_code.slice(8), refreshToken.split('.')[1]!]) expect(stored).not.toContain(secret);
    expect(logins()).toMatchObject([{ device_code_hash: secretHash(device_code) }]);
  });

  it.each([
    ['another client', { client_id: 'other' }, [401, 'invalid_client', 'invalid_client']],
    ['no client', {}, [400, 'invalid_request', 'invalid_request']],
    ['an unknown permission', { client_id: 'cis', scope: 'content:burn' }, [400, 'invalid_scope', 'invalid_scope']],
    [
      'a name that is too long',
      { client_id: 'cis', device_name: 'x'.repeat(101) },
      [400, 'invalid_request', 'invalid_request'],
    ],
    [
      'an invisible character in the name',
      { client_id: 'cis', device_name: 'a\u202eb' },
      [400, 'invalid_request', 'invalid_request'],
    ],
    ['a name that is no text', { client_id: 'cis', device_name: 5 }, [400, 'invalid_request', 'invalid_request']],
  ])('rejects %s, and stores nothing', async (_, body, expected) => {
    const answer = await start(body);
    expect(outcome(answer)).toEqual(expected);
    expect(logins()).toEqual([]);
  });

  it('names the parameter and the rule of an invalid name', async () => {
    const answer = await start({ client_id: 'cis', device_name: 'x'.repeat(101) });
    expect(answer.json.error_description).toBe('The parameter device_name is invalid. Must be at most 100 characters.');
  });
});

describe('a device that polls', () => {
  it('receives authorization_pending until the person has decided', async () => {
    const { device_code } = await startDevice();
    expect(outcome(await poll(device_code))).toEqual([400, 'authorization_pending', 'authorization_pending']);
    advanceTime(5 * SECOND);
    expect((await poll(device_code)).json.error).toBe('authorization_pending');
  });

  it('waits five seconds longer after each poll that is too early', async () => {
    const { device_code } = await startDevice();
    await poll(device_code);
    advanceTime(5 * SECOND - 1);
    expect(outcome(await poll(device_code))).toEqual([400, 'slow_down', 'slow_down']);
    advanceTime(10 * SECOND - 1);
    expect((await poll(device_code)).json.error).toBe('slow_down');
    advanceTime(15 * SECOND);
    expect((await poll(device_code)).json.error).toBe('authorization_pending');
  });

  it('waits a minute at most, and stops writing when it polls too early', async () => {
    const { device_code } = await startDevice();
    const recorded = () => structuredClone(logins().find(({ user_code }) => device_code.startsWith(user_code))!);
    for (let n = 0; n < 12; n++) await poll(device_code);
    const before = recorded();
    expect(before).toMatchObject({ interval_seconds: 60, polls: 12 });
    expect((await poll(device_code)).json.error).toBe('slow_down');
    expect(recorded()).toEqual(before);
    advanceTime(MINUTE);
    expect((await poll(device_code)).json.error).toBe('authorization_pending');
  });

  it('receives access_denied after a denial', async () => {
    const { owner } = await newTenant();
    const { device_code, user_code } = await startDevice();
    expect((await decide(await newSessionCookie(owner), user_code, 'deny')).json).toEqual({
      status: 'denied',
      key_id: null,
    });
    expect(outcome(await poll(device_code))).toEqual([400, 'access_denied', 'access_denied']);
    expect(keysOf('cis on laptop of Ada')).toEqual([]);
  });

  it('receives expired_token for an expired code, also an approved one', async () => {
    const { owner } = await newTenant();
    const [one, two] = [await startDevice(), await startDevice()];
    await decide(await newSessionCookie(owner), two.user_code);
    advanceTime(10 * MINUTE);
    for (const { device_code } of [one, two]) {
      expect(outcome(await poll(device_code))).toEqual([400, 'expired_token', 'expired_token']);
    }
  });

  it('receives the same error for an unknown code and for a wrong secret, and is stopped at guessing', async () => {
    const { device_code } = await startDevice();
    const wrong = device_code.slice(0, 8) + 'x'.repeat(43);
    // From addresses of their own: an unknown code may share one of the 256 counters of an address with the device.
    for (const code of ['nonsense', `BBBBBBBB${'x'.repeat(43)}`]) {
      expect(outcome(await poll(code, freshAddress()))).toEqual([400, 'invalid_grant', 'invalid_grant']);
    }
    const sourceIp = freshAddress();
    for (let n = 0; n < FAILED_EXCHANGES_PER_MINUTE; n++) {
      expect((await poll(wrong, sourceIp)).json.error).toBe('invalid_grant');
    }
    expect((await poll(wrong, sourceIp)).status).toBe(429);
    expect((await poll(device_code, sourceIp)).json.error).toBe('authorization_pending');
  });

  it.each([
    ['without its code', { client_id: 'cis' }, 'invalid_request'],
    ['without its client', { device_code: 'x' }, 'invalid_request'],
    ['as another client', { client_id: 'other', device_code: 'x' }, 'invalid_client'],
  ])('%s is rejected', async (_, fields, error) => {
    const answer = await callApi('auth.token', { body: { grant_type: GRANT, ...fields } });
    expect(answer.json.error).toBe(error);
  });

  it('receives a token of an API key of the member that expires after 90 days', async () => {
    const { owner, workspace } = await newTenant();
    const answer = await signInDevice(owner, { scope: 'content:read content:write' });
    expect(answer.json).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'content:read content:write',
      refresh_token: expect.stringMatching(/^key_\w{26}\.[\w-]{43}$/),
    });
    const [key] = keysOf('cis on laptop of Ada');
    expect(key).toMatchObject({
      workspace_id: workspace.id,
      user_id: owner.id,
      permissions: ['content:read', 'content:write'],
      expires_at: inSeconds((DEVICE_KEY_DAYS * DAY_MS) / 1000),
      oauth_client: 'cis',
    });
    const verified = await callApi('auth.verify', { token: String(answer.json.access_token) });
    expect(verified.json).toMatchObject({ client_id: key!.client_id, permissions: ['content:read', 'content:write'] });
  });

  it('receives the same refresh token when its response is lost, and there is one key', async () => {
    const { owner } = await newTenant();
    const { device_code, user_code } = await startDevice();
    await decide(await newSessionCookie(owner), user_code);
    const answers = [await poll(device_code), ...(await Promise.all([poll(device_code), poll(device_code)]))];
    const tokens = new Set(answers.map(({ json }) => json.refresh_token));
    expect(tokens.size).toBe(1);
    expect((await refresh(String([...tokens][0]))).status).toBe(200);
    expect(keysOf('cis on laptop of Ada')).toHaveLength(1);
  });

  it('receives nothing after the key was revoked or the member removed', async () => {
    for (const end of ['revoke', 'remove'] as const) {
      const tenant = await newTenant();
      const { device_code, user_code } = await startDevice();
      const { key_id } = (await decide(await newSessionCookie(tenant.owner), user_code)).json;
      if (end === 'revoke') await callApi('keys.delete', { token: tenant.token, params: { id: String(key_id) } });
      else await removeOwner(tenant);
      expect(outcome(await poll(device_code))).toEqual([400, 'invalid_grant', 'invalid_grant']);
    }
  });

  it('that a decision overtakes receives its outcome', async () => {
    const { owner } = await newTenant();
    const cookie = await newSessionCookie(owner);
    const { device_code, user_code } = await startDevice();
    let isDecided = false;
    table.latency = async (command) => {
      if (command !== 'UpdateCommand' || isDecided) return;
      isDecided = true;
      await decide(cookie, user_code);
    };
    const answer = await poll(device_code);
    expect([answer.status, isDecided]).toEqual([200, true]);
  });
});

describe('a refresh token', () => {
  it('is exchanged for further access tokens until the key expires', async () => {
    const { owner } = await newTenant();
    const token = String((await signInDevice(owner)).json.refresh_token);
    advanceTime(DEVICE_KEY_DAYS * DAY_MS - MINUTE);
    const answer = await refresh(token);
    expect(answer.json).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 60,
      scope: GRANTABLE_PERMISSIONS.filter((each) => !ACCESS_PERMISSIONS.includes(each)).join(' '),
      refresh_token: expect.any(String),
    });
    advanceTime(MINUTE);
    expect(outcome(await refresh(String(answer.json.refresh_token)))).toEqual([400, 'invalid_grant', 'invalid_grant']);
  });

  it('gives the permissions that the member has at that time, and no more than a narrower scope', async () => {
    const tenant = await newTenant();
    const token = String((await signInDevice(tenant.owner)).json.refresh_token);
    expect((await refresh(token, { scope: 'audit:read' })).json.scope).toBe('audit:read');
    await replaceOwner(tenant, { role: 'viewer', permissions: [...ROLES.viewer] });
    expect((await refresh(token)).json.scope).toBe(
      ROLES.viewer.filter((name) => GRANTABLE_PERMISSIONS.includes(name)).join(' '),
    );
    expect((await refresh(token, { scope: 'audit:read' })).json.error).toBe('invalid_scope');
  });

  it('of a removed member, of another client, wrong or of an ordinary API key is an invalid grant', async () => {
    const tenant = await newTenant();
    const token = String((await signInDevice(tenant.owner)).json.refresh_token);
    expect((await refresh(token, { client_id: 'other' })).json.error).toBe('invalid_client');
    const { id, client_secret } = await newKey(tenant);
    for (const wrong of ['x', `${token}x`, `${token}.x`, `${id}.${client_secret}`]) {
      expect((await refresh(wrong)).json.error).toBe('invalid_grant');
    }
    await removeOwner(tenant);
    expect((await refresh(token)).json.error).toBe('invalid_grant');
  });
});

describe('POST /auth/revoke', () => {
  const revoke = (token: unknown, fields: object = {}, sourceIp = freshAddress()) =>
    callApi('auth.revoke', { body: { client_id: 'cis', token, ...fields }, sourceIp });

  it('ends the access of the device, and responds alike when it is repeated', async () => {
    const tenant = await newTenant();
    const { refresh_token } = (await signInDevice(tenant.owner, { scope: 'content:read' })).json;
    for (let n = 0; n < 2; n++) expect((await revoke(refresh_token)).json).toEqual({ revoked: true });
    expect((await refresh(String(refresh_token))).json.error).toBe('invalid_grant');
    const listed = await callApi('keys.list', { token: tenant.token });
    expect(listed.json.keys).toHaveLength(1);
    expect(keysOf('cis on laptop of Ada')).toMatchObject([{ permissions: ['content:read'], revoked_at: inSeconds(0) }]);
  });

  it('revokes a key with the permissions that it was granted, also when its member has fewer', async () => {
    const tenant = await newTenant();
    const { refresh_token } = (await signInDevice(tenant.owner, { scope: 'content:read audit:read' })).json;
    await replaceOwner(tenant, { permissions: ['content:read'] });
    await revoke(refresh_token);
    expect(keysOf('cis on laptop of Ada')).toMatchObject([{ permissions: ['content:read', 'audit:read'] }]);
  });

  it('succeeds without effect for an unknown token and for an ordinary API key, and stops guessing', async () => {
    const tenant = await newTenant();
    const { id, client_secret } = await newKey(tenant);
    const before = storedItems(table);
    for (const token of ['unknown', `${id}.${client_secret}`]) expect((await revoke(token)).status).toBe(200);
    expect(storedItems(table)).toEqual(before);
    const sourceIp = freshAddress();
    for (let n = 0; n < FAILED_EXCHANGES_PER_MINUTE; n++) await revoke('unknown', {}, sourceIp);
    expect((await revoke('unknown', {}, sourceIp)).json.code).toBe('too_many_failed_exchanges');
  });

  it('requires a token and a registered client', async () => {
    expect(outcome(await revoke(undefined))).toEqual([400, 'invalid_request', 'invalid_request']);
    expect(outcome(await revoke('x', { client_id: 'other' }))).toEqual([401, 'invalid_client', 'invalid_client']);
  });
});
