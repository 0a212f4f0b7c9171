import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hasAnyPermission,
  missingPermissions,
  PERMISSIONS,
  ROLE_NAMES,
  ROLES,
} from '../../../lib/domain/identity/permission.ts';

const sets = fc.subarray([...PERMISSIONS]);

describe('PERMISSIONS', () => {
  it('are those of the contract, section 2', () => {
    const contract =
      'content:read content:write content:publish content:approve schedule:read schedule:write analytics:read analytics:write team:read team:write webhooks:read webhooks:write accounts:read accounts:write keys:read keys:write audit:read';
    expect([...PERMISSIONS]).toEqual(contract.split(' '));
  });
});

describe('ROLES', () => {
  it('are the seven of the contract', () => {
    expect([...ROLE_NAMES].sort()).toEqual(
      ['admin', 'analyst', 'approver', 'content_manager', 'editor', 'owner', 'viewer'].sort(),
    );
  });

  it('give owner and admin everything', () => {
    expect([ROLES.owner, ROLES.admin]).toEqual([PERMISSIONS, PERMISSIONS]);
  });

  it('give the content manager content:* but approve, schedule:* and analytics:read', () => {
    const expected = PERMISSIONS.filter(
      (name) => /^(content|schedule):/.test(name) || name === 'analytics:read',
    ).filter((name) => name !== 'content:approve');
    expect([...ROLES.content_manager].sort()).toEqual(expected.sort());
  });

  it('let only owner, admin and approver approve', () => {
    expect(ROLE_NAMES.filter((role) => hasAnyPermission(ROLES[role], ['content:approve'])).sort()).toEqual([
      'admin',
      'approver',
      'owner',
    ]);
  });

  it('let analyst and viewer change nothing', () => {
    for (const name of [...ROLES.analyst, ...ROLES.viewer]) expect(name).toMatch(/:read$/);
  });

  it('name no permission twice', () => {
    for (const role of ROLE_NAMES) expect(new Set(ROLES[role]).size).toBe(ROLES[role].length);
  });
});

describe('permits', () => {
  it('asks for nothing when nothing is needed', () => {
    expect(hasAnyPermission([], [])).toBe(true);
  });

  it('is content with any one of those needed', () => {
    expect(hasAnyPermission(['content:write'], ['schedule:write', 'content:write'])).toBe(true);
  });

  it('refuses who holds others only', () => {
    expect(hasAnyPermission(['content:read', 'schedule:read'], ['schedule:write', 'content:write'])).toBe(
      false,
    );
  });

  it('takes no permission for a part of another', () => {
    expect(hasAnyPermission(['content:write'], ['content:read'])).toBe(false);
  });
});

describe('missing', () => {
  it('is empty exactly for who holds everything wanted', () => {
    fc.assert(
      fc.property(sets, sets, (held, wanted) => {
        expect(missingPermissions(held, wanted).length === 0).toBe(
          new Set([...held, ...wanted]).size === held.length,
        );
      }),
    );
  });

  it('names what is wanted and not held, in the order wanted', () => {
    expect(missingPermissions(['team:read'], ['team:write', 'team:read', 'audit:read'])).toEqual([
      'team:write',
      'audit:read',
    ]);
  });
});
