import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  GRANTABLE_PERMISSIONS,
  hasAnyPermission,
  missingPermissions,
  PERMISSIONS,
  ROLE_NAMES,
  ROLES,
} from '../../../lib/core/api/permission.ts';

const sets = fc.subarray([...PERMISSIONS]);

describe('PERMISSIONS', () => {
  it('are those of docs/reference/team.md', () => {
    const documented =
      'content:read content:write content:publish content:approve schedule:read schedule:write analytics:read analytics:write team:read team:write webhooks:read webhooks:write accounts:read accounts:write keys:read keys:write audit:read content:override workspaces:read workspaces:write stage_keys:write';
    expect([...PERMISSIONS]).toEqual(documented.split(' '));
  });
});

describe('ROLES', () => {
  it('are the seven of docs/reference/team.md', () => {
    expect([...ROLE_NAMES].sort()).toEqual(
      ['admin', 'analyst', 'approver', 'content_manager', 'editor', 'owner', 'viewer'].sort(),
    );
  });

  it('grant owner and admin all permissions that can be granted', () => {
    expect([ROLES.owner, ROLES.admin]).toEqual([GRANTABLE_PERMISSIONS, GRANTABLE_PERMISSIONS]);
    expect(PERMISSIONS.filter((name) => !GRANTABLE_PERMISSIONS.includes(name))).toEqual([
      'content:override',
      'workspaces:read',
      'workspaces:write',
      'stage_keys:write',
    ]);
  });

  it('grant the content manager content:* except approve, schedule:* and analytics:read', () => {
    const expected = GRANTABLE_PERMISSIONS.filter(
      (name) => /^(content|schedule):/.test(name) || name === 'analytics:read',
    ).filter((name) => name !== 'content:approve');
    expect([...ROLES.content_manager].sort()).toEqual(expected.sort());
  });

  it('grant content:approve only to owner, admin and approver', () => {
    expect(ROLE_NAMES.filter((role) => hasAnyPermission(ROLES[role], ['content:approve'])).sort()).toEqual([
      'admin',
      'approver',
      'owner',
    ]);
  });

  it('grant analyst and viewer read permissions only', () => {
    for (const name of [...ROLES.analyst, ...ROLES.viewer]) expect(name).toMatch(/:read$/);
  });

  it('contain no permission twice', () => {
    for (const role of ROLE_NAMES) expect(new Set(ROLES[role]).size).toBe(ROLES[role].length);
  });
});

describe('hasAnyPermission', () => {
  it('is true when no permission is needed', () => {
    expect(hasAnyPermission([], [])).toBe(true);
  });

  it('is true with any one of the needed permissions', () => {
    expect(hasAnyPermission(['content:write'], ['schedule:write', 'content:write'])).toBe(true);
  });

  it('is false with other permissions only', () => {
    expect(hasAnyPermission(['content:read', 'schedule:read'], ['schedule:write', 'content:write'])).toBe(false);
  });

  it('does not match a permission by its prefix', () => {
    expect(hasAnyPermission(['content:write'], ['content:read'])).toBe(false);
  });
});

describe('missingPermissions', () => {
  it('is empty exactly when all wanted permissions are held', () => {
    fc.assert(
      fc.property(sets, sets, (held, wanted) => {
        expect(missingPermissions(held, wanted).length === 0).toBe(new Set([...held, ...wanted]).size === held.length);
      }),
    );
  });

  it('returns the wanted permissions that are not held, in the order wanted', () => {
    expect(missingPermissions(['team:read'], ['team:write', 'team:read', 'audit:read'])).toEqual([
      'team:write',
      'audit:read',
    ]);
  });
});
