import { describe, expect, it } from 'vitest';
import { newKey } from '../../lib/domain/credential.ts';
import {
  grantedKey,
  isUseNews,
  keyData,
  mustBeRerollable,
  USE_GRANULARITY_MS,
} from '../../lib/domain/key-granting.ts';
import type { Permission } from '../../lib/domain/permission.ts';
import { at, NOW_MS } from './items.ts';
import { refused, wrongFields } from './refused.ts';

const MAKER: Permission[] = ['keys:write', 'content:read', 'content:write'];
const granted = (fields: Partial<Parameters<typeof grantedKey>[0]>) =>
  grantedKey({ name: 'A key', ...fields }, MAKER, NOW_MS);
const keyWith = (permissions: Permission[], expires_at: string | null = null) =>
  newKey(
    { name: 'A key', permissions, expires_at },
    { workspaceId: 'ws_1', userId: 'usr_1' },
    { clientId: 'key_1', secretHash: 'a secret hash' },
    NOW_MS,
  );

describe('grantedKey', () => {
  it('gives what the maker has when nothing narrower was asked for', () => {
    expect(granted({}).permissions).toEqual(MAKER);
  });

  it('gives the narrower list asked for', () => {
    expect(granted({ permissions: ['content:read'] }).permissions).toEqual(['content:read']);
  });

  it('refuses what the maker lacks with 403, naming that and nothing else', () => {
    const refusal = refused(() => granted({ permissions: ['content:read', 'team:write', 'audit:read'] }));
    expect(refusal.code).toBe('insufficient_scope');
    expect(refusal.members).toEqual({ required_permissions: ['team:write', 'audit:read'] });
  });

  it('keeps an expiry that is ahead, in UTC', () => {
    expect(granted({ expires_at: '2027-03-01T11:00:00+01:00' }).expires_at).toBe(at(3600));
  });

  it('takes null and nothing for no expiry', () => {
    expect([granted({ expires_at: null }).expires_at, granted({}).expires_at]).toEqual([null, null]);
  });

  it.each([
    ['now', at(0), 'time_in_past'],
    ['past', at(-1), 'time_in_past'],
    ['impossible', '2027-02-30T00:00:00Z', 'invalid_time'],
    ['without an offset', '2028-02-01T00:00:00', 'invalid_time'],
  ])('refuses an expiry that is %s with 422', (_, expires_at, code) => {
    expect(wrongFields(() => granted({ expires_at }))).toEqual([['/expires_at', code]]);
  });
});

describe('mustBeRerollable', () => {
  it('lets pass who has every permission of the key', () => {
    expect(() => mustBeRerollable(keyWith(['content:read']), MAKER, NOW_MS)).not.toThrow();
  });

  it('refuses who would gain a permission with 403, naming it', () => {
    const refusal = refused(() => mustBeRerollable(keyWith(['content:read', 'team:write']), MAKER, NOW_MS));
    expect(refusal.code).toBe('insufficient_scope');
    expect(refusal.members).toEqual({ required_permissions: ['team:write'] });
  });

  it('refuses a key that has expired with 409', () => {
    const expired = keyWith(['content:read'], at(0));
    expect(refused(() => mustBeRerollable(expired, MAKER, NOW_MS)).code).toBe('key_expired');
  });
});

describe('isUseNews', () => {
  it('holds for a first use, and for one five minutes after the last and no earlier', () => {
    const last = at(0);
    expect(isUseNews(null, NOW_MS)).toBe(true);
    expect(isUseNews(last, NOW_MS + USE_GRANULARITY_MS - 1)).toBe(false);
    expect(isUseNews(last, NOW_MS + USE_GRANULARITY_MS)).toBe(true);
  });
});

describe('keyData', () => {
  it('shows no hash', () => {
    expect(JSON.stringify(keyData(keyWith(MAKER), null, NOW_MS))).not.toContain('hash');
  });

  it('says that a key has expired from the moment on at which it does', () => {
    const key = keyWith(MAKER, at(10));
    const statuses = [NOW_MS + 9_999, NOW_MS + 10_000].map((nowMs) => keyData(key, null, nowMs).status);
    expect(statuses).toEqual(['active', 'expired']);
  });
});
