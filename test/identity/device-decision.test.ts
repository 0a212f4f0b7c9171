import { beforeEach, describe, expect, it } from 'vitest';
import { ROLES } from '../../lib/core/api/permission.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { counterIncrement } from '../../lib/core/table/versioned.ts';
import { MAX_KEYS_PER_WORKSPACE } from '../../lib/identity/rules/api-key-policy.ts';
import { USER_CODES_PER_HOUR } from '../../lib/identity/rules/rate-limits.ts';
import { stage } from '../../lib/stack/stages.ts';
import { identify, isAbout } from '../../tools/cli/person.ts';
import { advanceTime, callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import { auditLog, followStream } from '../functions/audit-log.ts';
import { decide, poll, readLogin, startDevice } from '../functions/device-logins.ts';
import { replaceOwner } from '../functions/given/authentication.ts';
import { newMember } from '../functions/resources.ts';
import { setupSes, textOf, work } from '../functions/ses-emails.ts';
import { newSessionCookie, sessionToken } from '../functions/sign-ins.ts';
import { newTenant } from '../functions/tenants.ts';
import { EMAIL_QUEUE, killAt, processStreamRecords, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();
const { emails } = setupSes();
const MINUTE = 60_000;

beforeEach(() => {
  const settings = stage('production', 3000, { alarmEmail: 'none', emailSender: 'team@example.com' });
  process.env.SETTINGS = JSON.stringify(settings);
});

const deviceKeys = () => storedRecords<Json>(harness, 'ApiKey').filter(({ oauth_client }) => oauth_client === 'cis');
const send = (cookie: string, body: Json, headers: Record<string, string> = {}) =>
  callApi('auth.decide-device-login', { headers: { cookie, ...headers }, body });

describe('a person who enters the code of a device', () => {
  it('sees what asks, from where, when, and what an approval grants', async () => {
    const { owner, workspace } = await newTenant();
    const { user_code } = await startDevice({ scope: 'content:read content:write' });
    const answer = await readLogin(await newSessionCookie(owner), user_code);
    expect(answer.json).toEqual({
      user_code,
      client: { id: 'cis', name: 'Command line (cis)' },
      device_name: 'laptop of Ada',
      source_ip: expect.stringMatching(/^10\./),
      requested_at: inSeconds(0),
      expires_at: inSeconds(600),
      scope: ['content:read', 'content:write'],
      permissions: ['content:read', 'content:write'],
      workspace: { id: workspace.id, name: workspace.name },
      user: { id: owner.id, name: owner.name, email: owner.email },
      confirmation: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('may write it in lower case, with spaces and without the hyphen', async () => {
    const cookie = await newSessionCookie((await newTenant()).owner);
    const { user_code } = await startDevice();
    const plain = user_code.replace('-', '').toLowerCase();
    for (const written of [plain, ` ${plain.slice(0, 2)} ${plain.slice(2)} `, user_code]) {
      expect((await readLogin(cookie, written)).status, written).toBe(200);
    }
  });

  it('learns nothing from a code that is unknown, malformed or expired', async () => {
    const cookie = await newSessionCookie((await newTenant()).owner);
    const { user_code } = await startDevice();
    advanceTime(10 * MINUTE);
    for (const wrong of ['BBBB-BBBB', 'AAAA-AAAA', '', '#'.repeat(64), user_code]) {
      const answer = await readLogin(cookie, wrong);
      expect([answer.status, answer.json.code], wrong).toEqual([404, 'device_login_not_found']);
    }
  });

  it('can enter a limited number of codes an hour, with all sessions, and then not even the right one', async () => {
    const { owner } = await newTenant();
    const { user_code } = await startDevice();
    const cookies = [await newSessionCookie(owner), await newSessionCookie(owner)];
    for (let n = 0; n < USER_CODES_PER_HOUR; n++) {
      expect((await readLogin(cookies[n % 2]!, 'BBBB-BBBB')).status).toBe(404);
    }
    const late = await readLogin(cookies[0]!, user_code);
    expect([late.status, late.json.code, late.json['violated-policies']]).toEqual([
      429,
      'quota-exceeded',
      ['user-code'],
    ]);
    const decided = await send(cookies[1]!, { user_code, decision: 'deny', confirmation: '' });
    expect(decided.status).toBe(429);
    expect(storedRecords<Json>(harness, 'DeviceLogin')).toMatchObject([{ status: 'pending' }]);
  });

  it('needs a session: neither the token of an API key nor that of a session decides', async () => {
    const tenant = await newTenant();
    const { user_code } = await startDevice();
    for (const token of [tenant.token, await sessionToken(tenant.owner), undefined]) {
      const body = { user_code, decision: 'approve', confirmation: '' };
      const answer = await callApi('auth.decide-device-login', { token, body });
      expect([answer.status, answer.json.code]).toEqual([401, 'session_expired']);
    }
  });

  it('cannot be made to decide by a page of another site', async () => {
    const cookie = await newSessionCookie((await newTenant()).owner);
    const { user_code } = await startDevice();
    const { confirmation } = (await readLogin(cookie, user_code)).json;
    const body = { user_code, decision: 'approve', confirmation };
    for (const [name, value] of [
      ['sec-fetch-site', 'cross-site'],
      ['origin', 'https://evil.example.com'],
    ] as const) {
      expect((await send(cookie, body, { [name]: value })).json.code).toBe('cross_site_request');
    }
    expect(deviceKeys()).toEqual([]);
  });
});

describe('an approval', () => {
  it('needs no permission of the member, and grants no more than theirs', async () => {
    const tenant = await newTenant();
    const viewer = await newMember(tenant, 'viewer');
    const { device_code, user_code } = await startDevice({ scope: 'content:read content:write' });
    const cookie = await newSessionCookie(viewer);
    expect((await readLogin(cookie, user_code)).json.permissions).toEqual(['content:read']);
    await decide(cookie, user_code);
    expect((await poll(device_code)).json.scope).toBe('content:read');
    expect(deviceKeys()).toMatchObject([{ user_id: viewer.id, permissions: ['content:read'] }]);
  });

  it('grants all permissions of the member when the device names none', async () => {
    const viewer = await newMember(await newTenant(), 'viewer');
    const { user_code } = await startDevice();
    await decide(await newSessionCookie(viewer), user_code);
    expect(deviceKeys()).toMatchObject([{ permissions: ROLES.viewer }]);
  });

  it('of a device that asks only for what the member lacks is rejected', async () => {
    const viewer = await newMember(await newTenant(), 'viewer');
    const { user_code } = await startDevice({ scope: 'audit:read' });
    const answer = await decide(await newSessionCookie(viewer), user_code);
    expect([answer.status, answer.json.code]).toEqual([403, 'insufficient_scope']);
    expect(answer.json.required_permissions).toEqual(['audit:read']);
  });

  it('names the key after the device, in at most 100 characters', async () => {
    const cookie = await newSessionCookie((await newTenant()).owner);
    for (const device_name of ['x'.repeat(100), ''])
      await decide(cookie, (await startDevice({ device_name })).user_code);
    expect(
      deviceKeys()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['cis', `cis on ${'x'.repeat(93)}`]);
  });

  it('requires a recent sign-in, which a denial does not', async () => {
    const cookie = await newSessionCookie((await newTenant()).owner);
    advanceTime(10 * MINUTE);
    const { user_code } = await startDevice();
    const answer = await decide(cookie, user_code);
    expect([answer.status, answer.json.code]).toEqual([403, 'recent_sign_in_required']);
    expect((await decide(cookie, user_code, 'deny')).status).toBe(200);
  });

  it.each(['in another workspace', 'with other permissions', 'of another device'])(
    'of what the person has seen %s is rejected',
    async (change) => {
      const tenant = await newTenant();
      const cookie = await newSessionCookie(tenant.owner);
      const { user_code } = await startDevice();
      const { confirmation } = (await readLogin(cookie, user_code)).json;
      const other = await newTenant();
      if (change === 'with other permissions') await replaceOwner(tenant, { permissions: ['content:read'] });
      const sent = {
        'in another workspace': [await newSessionCookie(other.owner), user_code],
        'of another device': [cookie, (await startDevice()).user_code],
      }[change] ?? [cookie, user_code];
      const answer = await send(sent[0]!, { user_code: sent[1], decision: 'approve', confirmation });
      expect([answer.status, answer.json.code]).toEqual([409, 'device_login_changed']);
      expect(deviceKeys()).toEqual([]);
    },
  );

  it('takes none of the API keys of the workspace, and gives none back', async () => {
    const tenant = await newTenant();
    await commit([counterIncrement(tenant.workspace.id, 'keys', { keys: MAX_KEYS_PER_WORKSPACE })]);
    const { user_code } = await startDevice();
    const cookie = await newSessionCookie(tenant.owner);
    const { status, json } = await decide(cookie, user_code);
    expect(status).toBe(200);
    const counted = () => storedRecords<Json>(harness, 'Counter').find(({ name }) => name === 'keys')?.keys;
    const before = counted();
    const params = { id: String(json.key_id) };
    expect((await callApi('keys.delete', { token: tenant.token, params })).status).toBe(200);
    expect(counted()).toBe(before);
  });

  it('beyond the limit of applications of the member is rejected, and leaves the login undecided', async () => {
    const tenant = await newTenant();
    const counter = counterIncrement(tenant.workspace.id, `applications-${tenant.owner.id}`, { applications: 20 });
    await commit([counter]);
    const { device_code, user_code } = await startDevice();
    const answer = await decide(await newSessionCookie(tenant.owner), user_code);
    expect([answer.status, answer.json.code]).toEqual([409, 'key_limit']);
    expect((await poll(device_code)).json.error).toBe('authorization_pending');
  });

  it('is in the audit log as a new key of the session, and an email tells the member', async () => {
    const tenant = await newTenant();
    await followStream(harness);
    const before = (await auditLog(tenant)).length;
    const { user_code } = await startDevice();
    const { key_id } = (await decide(await newSessionCookie(tenant.owner), user_code)).json;
    const changes = harness.changes();
    await followStream(harness);
    const [, entry] = (await auditLog(tenant)).slice(before);
    expect(entry).toMatchObject({
      action: 'created',
      actor: { type: 'user', user_id: tenant.owner.id, client_id: expect.stringMatching(/^ses_/) },
      operation: 'auth.decide-device-login',
      resource: { type: 'key', id: key_id },
    });
    harness.sent();
    await processStreamRecords(changes);
    await work(harness.sent().filter(({ queue }) => queue === EMAIL_QUEUE));
    expect(emails().map(textOf).join()).toContain(`The API key ${key_id} was created`);
  });
});

describe('the permissions of a device', () => {
  const permissionsOf = () => deviceKeys().flatMap(({ permissions }) => permissions as string[]);

  it('without a scope are all of the member but those that create access', async () => {
    const { owner } = await newTenant();
    const { user_code } = await startDevice({ scope: undefined });
    const cookie = await newSessionCookie(owner);
    const shown = (await readLogin(cookie, user_code)).json.permissions as string[];
    await decide(cookie, user_code);
    const expected = owner.permissions.filter((name) => name !== 'keys:write' && name !== 'team:write');
    expect([shown, permissionsOf()]).toEqual([expected, expected]);
  });

  it('have those that create access when its scope names them', async () => {
    const { user_code } = await startDevice({ scope: 'content:read keys:write' });
    await decide(await newSessionCookie((await newTenant()).owner), user_code);
    expect(permissionsOf()).toEqual(['content:read', 'keys:write']);
  });

  it('are narrowed by the person, and not widened', async () => {
    const cookie = await newSessionCookie((await newTenant()).owner);
    const { user_code } = await startDevice({ scope: 'content:read keys:write' });
    const { confirmation } = (await readLogin(cookie, user_code)).json;
    const approve = (permissions: string[]) =>
      send(cookie, { user_code, decision: 'approve', confirmation, permissions });
    const wider = await approve(['content:read', 'content:write']);
    expect([wider.status, (wider.json.errors as Json[])[0]!.pointer]).toEqual([422, '/permissions']);
    expect((await approve(['content:read'])).status).toBe(200);
    expect(permissionsOf()).toEqual(['content:read']);
  });
});

describe('the personal data of a device login', () => {
  it('belong to the member who has decided, for export and erasure', async () => {
    const { owner, workspace } = await newTenant();
    const [one, two] = [await startDevice(), await startDevice()];
    const cookie = await newSessionCookie(owner);
    await decide(cookie, one.user_code);
    await decide(cookie, two.user_code, 'deny');
    const items = harness.table.items().filter(({ workspace_id }) => workspace_id === workspace.id);
    const found = items.filter((item) => item.entity === 'DeviceLogin' && isAbout(item, identify(owner.email, items)));
    expect(found).toHaveLength(2);
  });
});

describe('a second decision', () => {
  it('of another person is a clear error, and shows nothing of the first', async () => {
    const [one, two] = [await newTenant(), await newTenant()];
    for (const decision of ['approve', 'deny'] as const) {
      const { user_code } = await startDevice();
      await decide(await newSessionCookie(one.owner), user_code, decision);
      const cookie = await newSessionCookie(two.owner);
      const read = await readLogin(cookie, user_code);
      expect([read.status, read.json.code]).toEqual([409, 'device_login_decided']);
      expect(read.text).not.toContain(one.owner.email);
      const answer = await send(cookie, { user_code, decision: 'approve', confirmation: '' });
      expect([answer.status, answer.json.code]).toEqual([409, 'device_login_decided']);
    }
  });

  it('of the same person is the same response, and another decision an error', async () => {
    const { owner } = await newTenant();
    const cookie = await newSessionCookie(owner);
    const { user_code } = await startDevice();
    const first = await decide(cookie, user_code);
    const again = await send(cookie, { user_code, decision: 'approve', confirmation: '' });
    expect(again.json).toEqual(first.json);
    expect((await send(cookie, { user_code, decision: 'deny', confirmation: '' })).json.code).toBe(
      'device_login_decided',
    );
    expect(deviceKeys()).toHaveLength(1);
  });

  it('at the same time as the first leaves one outcome', async () => {
    const [one, two] = [await newTenant(), await newTenant()];
    const { user_code } = await startDevice();
    const answers = await Promise.all(
      [one, two].map(async ({ owner }) => decide(await newSessionCookie(owner), user_code)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(deviceKeys()).toHaveLength(1);
  });
});

describe('an approval that is interrupted', () => {
  it('at any command of the table creates one key or none, and succeeds when it is repeated', async () => {
    let isReached = true;
    for (let n = 1; isReached; n++) {
      harness.table.clear();
      const cookie = await newSessionCookie((await newTenant()).owner);
      const { device_code, user_code } = await startDevice();
      const { confirmation } = (await readLogin(cookie, user_code)).json;
      const body = { user_code, decision: 'approve', confirmation };
      const kill = killAt(harness.table, n);
      await send(cookie, body);
      isReached = kill.reached();
      harness.table.fault = null;
      expect((await send(cookie, body)).status).toBe(200);
      expect((await poll(device_code)).status).toBe(200);
      expect(deviceKeys()).toHaveLength(1);
    }
  });

  it('after its commit succeeds when it is repeated', async () => {
    const cookie = await newSessionCookie((await newTenant()).owner);
    const { device_code, user_code } = await startDevice();
    const { confirmation } = (await readLogin(cookie, user_code)).json;
    const body = { user_code, decision: 'approve', confirmation };
    harness.table.failAfterWrite = (command) =>
      command === 'TransactWriteCommand' ? new Error('The function was killed.') : null;
    expect((await send(cookie, body)).status).toBe(500);
    harness.table.failAfterWrite = null;
    expect((await send(cookie, body)).json).toEqual({ status: 'approved', key_id: deviceKeys()[0]!.client_id });
    expect((await poll(device_code)).status).toBe(200);
    expect(deviceKeys()).toHaveLength(1);
  });
});
