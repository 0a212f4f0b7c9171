import { describe, expect, it } from 'vitest';
import { PERMISSIONS, type Permission } from '../../../lib/core/api/permission.ts';
import { newKey } from '../../../lib/identity/rules/api-key.ts';
import {
  assertRerollable,
  authorizeKeyInput,
  LAST_USED_RESOLUTION_MS,
  shouldRecordUse,
} from '../../../lib/identity/rules/api-key-policy.ts';
import { at, NOW_MS } from '../../content/rules/items.ts';
import { catchApiError, catchInvalidFields } from '../../core/values/thrown-api-error.ts';

const MAKER: Permission[] = ['keys:write', 'content:read', 'content:write'];
const CALLER = { clientId: 'key_1', userId: 'usr_1', permissions: MAKER };
const granted = (fields: Partial<Parameters<typeof authorizeKeyInput>[0]>) =>
  authorizeKeyInput({ name: 'A key', ...fields }, MAKER, NOW_MS);
const keyWith = (permissions: Permission[], expires_at: string | null = null) =>
  newKey(
    { name: 'A key', permissions, expires_at },
    { workspaceId: 'ws_1', userId: 'usr_1' },
    { clientId: 'key_1', secretHash: 'a secret hash' },
    NOW_MS,
  );

describe('authorizeKeyInput', () => {
  it('grants the permissions of the caller by default', () => {
    expect(granted({}).permissions).toEqual(MAKER);
  });

  it('grants the narrower list of the request', () => {
    expect(granted({ permissions: ['content:read'] }).permissions).toEqual(['content:read']);
  });

  it('rejects a permission that the caller lacks with 403, naming only that', () => {
    const rejection = catchApiError(() => granted({ permissions: ['content:read', 'team:write', 'audit:read'] }));
    expect(rejection.code).toBe('insufficient_scope');
    expect(rejection.extensions).toEqual({ required_permissions: ['team:write', 'audit:read'] });
  });

  it('stores a future expiry in UTC', () => {
    expect(granted({ expires_at: '2027-03-01T11:00:00+01:00' }).expires_at).toBe(at(3600));
  });

  it('treats null and an omitted field as no expiry', () => {
    expect([granted({ expires_at: null }).expires_at, granted({}).expires_at]).toEqual([null, null]);
  });

  it.each([
    ['now', at(0), 'time_in_past'],
    ['past', at(-1), 'time_in_past'],
    ['impossible', '2027-02-30T00:00:00Z', 'invalid_time'],
    ['without an offset', '2028-02-01T00:00:00', 'invalid_time'],
  ])('rejects an expiry that is %s with 422', (_, expires_at, code) => {
    expect(catchInvalidFields(() => granted({ expires_at }))).toEqual([['/expires_at', code]]);
  });
});

describe('assertRerollable', () => {
  it('accepts a caller with every permission of the key', () => {
    expect(() => assertRerollable(keyWith(['content:read']), CALLER, NOW_MS)).not.toThrow();
  });

  it('rejects a caller who would gain a permission with 403, naming it', () => {
    const rejection = catchApiError(() => assertRerollable(keyWith(['content:read', 'team:write']), CALLER, NOW_MS));
    expect(rejection.code).toBe('insufficient_scope');
    expect(rejection.extensions).toEqual({ required_permissions: ['team:write'] });
  });

  it('rejects the key of another member with 403, whatever the permissions', () => {
    const other = { clientId: 'key_1', userId: 'usr_2', permissions: PERMISSIONS };
    expect(catchApiError(() => assertRerollable(keyWith(['content:read']), other, NOW_MS)).code).toBe(
      'other_users_key',
    );
  });

  it('rejects an expired key with 409', () => {
    const expired = keyWith(['content:read'], at(0));
    expect(catchApiError(() => assertRerollable(expired, CALLER, NOW_MS)).code).toBe('key_expired');
  });
});

describe('shouldRecordUse', () => {
  it('is true for a first use, and for one five minutes after the last and no earlier', () => {
    const last = at(0);
    expect(shouldRecordUse(null, NOW_MS)).toBe(true);
    expect(shouldRecordUse(last, NOW_MS + LAST_USED_RESOLUTION_MS - 1)).toBe(false);
    expect(shouldRecordUse(last, NOW_MS + LAST_USED_RESOLUTION_MS)).toBe(true);
  });
});
