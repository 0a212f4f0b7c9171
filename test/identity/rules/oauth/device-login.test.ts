import { describe, expect, it } from 'vitest';
import { ROLES } from '../../../../lib/core/api/permission.ts';
import type { ApiError } from '../../../../lib/core/problems/define-problem.ts';
import type { Member } from '../../../../lib/identity/rules/member.ts';
import {
  formatDeviceCode,
  formatUserCode,
  parseUserCode,
  USER_CODE_LETTERS,
  userCodeOf,
} from '../../../../lib/identity/rules/oauth/device-code.ts';
import {
  assertPollable,
  assertUndecided,
  type DeviceLogin,
  decideLogin,
  grantablePermissions,
  isRepeated,
  newDeviceKey,
  newDeviceLogin,
  openLogin,
  recordPoll,
} from '../../../../lib/identity/rules/oauth/device-login.ts';
import { registeredPublicClient } from '../../../../lib/identity/rules/oauth/public-client.ts';
import {
  firstRefreshToken,
  formatRefreshToken,
  parseRefreshToken,
} from '../../../../lib/identity/rules/oauth/refresh-token.ts';

const NOW = Date.parse('2026-11-27T10:00:00Z');
const KEY = 'key_01K00000000000000000000000';

function login(fields: Partial<DeviceLogin> = {}): DeviceLogin {
  const request = { client_id: 'cis', scope: null, device_name: 'laptop', source_ip: '192.0.2.1' } as const;
  const codes = { user_code: 'BCDFGHJK', device_code_hash: 'a', secret_salt: 'b', secret_hash: 'c' };
  return { ...newDeviceLogin(request, codes, NOW), ...fields };
}

const member = (permissions: Member['permissions']): Member => ({
  ...{ id: 'usr_1', workspace_id: 'ws_1', name: 'Ada', email: 'ada@example.com', role: 'viewer', permissions },
  ...{ created_at: '2026-11-20T09:30:00.000Z', version: 0 },
});

function codeOf(run: () => unknown): string | null {
  try {
    run();
    return null;
  } catch (error) {
    return (error as ApiError).code;
  }
}

describe('a user code', () => {
  it('has the 20 letters of RFC 8628, section 6.1', () => {
    expect(USER_CODE_LETTERS).toBe('BCDFGHJKLMNPQRSTVWXZ');
  });

  it.each(['BCDF-GHJK', 'bcdfghjk', ' bc df - gh jk ', 'BCDF\u00a0GHJK'])('is read from %j', (text) => {
    expect(parseUserCode(text)).toBe('BCDFGHJK');
    expect(formatUserCode('BCDFGHJK')).toBe('BCDF-GHJK');
  });

  it.each(['', 'BCDF-GHJ', 'BCDF-GHJKL', 'ABCD-FGHJ', 'BCDF#GHJK', 'ΒCDF-GHJK'])('is not read from %j', (text) => {
    expect(parseUserCode(text)).toBeNull();
  });

  it('is in the device code, which has a bearer secret besides', () => {
    expect(userCodeOf(formatDeviceCode('BCDFGHJK', 's'.repeat(43)))).toBe('BCDFGHJK');
    for (const text of ['', 'BCDFGHJK', `BCDFGHJK${'s'.repeat(42)}`, `bcdfghjk${'s'.repeat(43)}`]) {
      expect(userCodeOf(text)).toBeNull();
    }
  });
});

describe('a refresh token', () => {
  it('is at first the id of an API key and its secret', () => {
    const first = firstRefreshToken({ clientId: KEY, clientSecret: 's'.repeat(43) });
    expect(formatRefreshToken(first)).toBe(`${KEY}.${'s'.repeat(43)}`);
    expect(parseRefreshToken(formatRefreshToken(first))).toEqual(first);
  });

  it.each(['', KEY, `${KEY}.`, `.${KEY}`, `${KEY}.a.b`, 'key_1.a'])('is not read from %j', (text) => {
    expect(parseRefreshToken(text)).toBeNull();
  });
});

describe('a public client', () => {
  it('is cis, and no name that every object has', () => {
    expect(registeredPublicClient('cis')).toBe('cis');
    for (const name of ['', 'CIS', 'constructor', 'toString']) {
      expect(codeOf(() => registeredPublicClient(name))).toBe('invalid_client');
    }
  });
});

describe('a device login', () => {
  it('lengthens its interval by five seconds after each early poll, and by none after another', () => {
    const first = recordPoll(login(), NOW)!;
    expect(first).toMatchObject({ interval_seconds: 5, polled_at_ms: NOW });
    const early = recordPoll(first, NOW + 4_999)!;
    expect(early.interval_seconds).toBe(10);
    expect(recordPoll(early, NOW + 14_999)?.interval_seconds).toBe(10);
    expect(recordPoll(early, NOW + 14_998)?.interval_seconds).toBe(15);
  });

  it('ends for the device at its expiry and by a denial', () => {
    const { expires_at_ms } = login();
    expect(codeOf(() => assertPollable(login(), expires_at_ms - 1))).toBeNull();
    expect(codeOf(() => assertPollable(login(), expires_at_ms))).toBe('expired_token');
    expect(codeOf(() => assertPollable(login({ status: 'denied' }), NOW))).toBe('access_denied');
    expect(codeOf(() => openLogin(login(), expires_at_ms))).toBe('device_login_not_found');
    expect(codeOf(() => openLogin(null, NOW))).toBe('device_login_not_found');
  });

  it('is decided once, by the same member also repeatedly', () => {
    const ada = member(['content:read']);
    const approved = decideLogin(login(), 'approve', ada, KEY);
    expect(approved).toMatchObject({ status: 'approved', workspace_id: 'ws_1', user_id: 'usr_1', key_id: KEY });
    expect(codeOf(() => assertUndecided(approved))).toBe('device_login_decided');
    expect(isRepeated(approved, 'approve', ada)).toBe(true);
    const other = { ...ada, id: 'usr_2' };
    expect([isRepeated(approved, 'deny', ada), isRepeated(approved, 'approve', other)]).toEqual([false, false]);
    expect(isRepeated(login(), 'approve', ada)).toBe(false);
  });

  it('grants what it asks for and the member has, or all of the member', () => {
    const viewer = member([...ROLES.viewer]);
    expect(grantablePermissions(login(), viewer)).toEqual(ROLES.viewer);
    expect(grantablePermissions(login({ scope: ['audit:read', 'content:read'] }), viewer)).toEqual(['content:read']);
    expect(codeOf(() => newDeviceKey(login({ scope: ['audit:read'] }), undefined, viewer, KEY, NOW))).toBe(
      'insufficient_scope',
    );
  });

  it('creates a key with the hash of its secret, a name of at most 100 characters, and an end after 90 days', () => {
    const viewer = member([...ROLES.viewer]);
    const key = newDeviceKey(login({ device_name: '😀'.repeat(100) }), undefined, viewer, KEY, NOW);
    expect(key).toMatchObject({
      client_id: KEY,
      secret_hash: 'c',
      permissions: ROLES.viewer,
      expires_at: '2027-02-25T10:00:00.000Z',
      oauth_client: 'cis',
    });
    expect(key.name).toBe(`cis on ${'😀'.repeat(93)}`);
    expect(newDeviceKey(login({ device_name: null }), undefined, viewer, KEY, NOW).name).toBe('cis');
  });
});
