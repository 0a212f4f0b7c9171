import { describe, expect, it } from 'vitest';
import { PERMISSIONS } from '../../../lib/core/api/permission.ts';
import {
  type AccessToken,
  type ApiKey,
  effectivePermissions,
  isKeyLive,
  keyPermissions,
  TOKEN_LIFETIME_SECONDS,
} from '../../../lib/identity/rules/api-key.ts';
import { FAILED_EXCHANGES_PER_MINUTE } from '../../../lib/identity/rules/rate-limits.ts';
import { at, NOW_MS } from '../../content/rules/items.ts';

const key: ApiKey = {
  client_id: 'key_1',
  name: 'A key',
  secret_hash: 'hash',
  secret_number: 1,
  retired_secrets: [],
  workspace_id: 'ws_1',
  user_id: 'usr_1',
  permissions: ['content:read', 'content:write'],
  allowed_ips: [],
  hourly_limit: null,
  expires_at: null,
  revoked_at: null,
  created_at: at(-100),
  rerolled_at: null,
  version: 0,
};

const token: AccessToken = {
  hash: 'hash',
  client_id: 'key_1',
  secret_number: 1,
  user_id: 'usr_1',
  workspace_id: 'ws_1',
  permissions: ['content:read', 'content:write'],
  expires_at_ms: NOW_MS + 1000,
};

describe('the limits of an API key', () => {
  it('are a token lifetime of 3,600 seconds and 30 failed token requests per minute', () => {
    expect([TOKEN_LIFETIME_SECONDS, FAILED_EXCHANGES_PER_MINUTE]).toEqual([3600, 30]);
  });
});

describe('isKeyLive', () => {
  it('is true for a key without an expiry', () => {
    expect(isKeyLive(key, NOW_MS)).toBe(true);
  });

  it('is true until the expiry, exclusive', () => {
    const expiring = { ...key, expires_at: at(0) };
    expect([isKeyLive(expiring, NOW_MS - 1), isKeyLive(expiring, NOW_MS)]).toEqual([true, false]);
  });

  it('is false after revocation, whatever the expiry', () => {
    expect(isKeyLive({ ...key, revoked_at: at(-1) }, NOW_MS)).toBe(false);
    expect(isKeyLive({ ...key, revoked_at: at(-1), expires_at: at(1000) }, NOW_MS)).toBe(false);
  });

  it('treats an unparsable expiry as passed', () => {
    expect(isKeyLive({ ...key, expires_at: 'never' }, NOW_MS)).toBe(false);
  });
});

describe('effectivePermissions', () => {
  const all = { permissions: [...PERMISSIONS] };

  it('are the narrower ones of a token with a scope', () => {
    const scoped: AccessToken = { ...token, permissions: ['content:read'] };
    expect(effectivePermissions(scoped, key, all)).toEqual(['content:read']);
  });

  it('shrink with the key', () => {
    expect(effectivePermissions(token, { ...key, permissions: ['content:write'] }, all)).toEqual(['content:write']);
  });

  it('do not grow with the key', () => {
    const grown: ApiKey = { ...key, permissions: [...key.permissions, 'team:write'] };
    expect(effectivePermissions(token, grown, all)).toEqual(token.permissions);
  });

  it('shrink with the member', () => {
    expect(effectivePermissions(token, key, { permissions: ['content:read'] })).toEqual(['content:read']);
  });
});

describe('keyPermissions', () => {
  it('are the permissions of both the key and its owner', () => {
    expect(keyPermissions(key, { permissions: ['content:write', 'team:write'] })).toEqual(['content:write']);
  });
});
