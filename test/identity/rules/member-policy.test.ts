import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PERMISSIONS, type Permission, ROLE_NAMES, ROLES, type Role } from '../../../lib/core/api/permission.ts';
import { ApiError } from '../../../lib/core/problems/define-problem.ts';
import type { Member } from '../../../lib/identity/rules/member.ts';
import {
  assertCanManage,
  assertNotLastOwner,
  editMember,
  reducesOwner,
  toMemberView,
} from '../../../lib/identity/rules/member-policy.ts';
import type { Grantor } from '../../../lib/identity/rules/role-assignment.ts';
import { at } from '../../content/rules/items.ts';
import { catchApiError, catchInvalidFields } from '../../core/values/thrown-api-error.ts';

const owner: Grantor = { role: 'owner', permissions: PERMISSIONS };
const admin: Grantor = { role: 'admin', permissions: PERMISSIONS };

function member(role: Role, permissions: readonly Permission[] = ROLES[role], id = 'usr_1'): Member {
  return {
    id,
    workspace_id: 'ws_1',
    name: 'Ada',
    email: 'ada@example.com',
    role,
    permissions: [...permissions],
    created_at: at(-100),
    version: 3,
  };
}

describe('editMember', () => {
  it('changes the name without changing the permissions', () => {
    const before = member('editor', ['content:read']);
    expect(editMember(before, { name: 'Grace' }, admin)).toEqual({ ...before, name: 'Grace' });
  });

  it('changes the role with its permissions', () => {
    expect(editMember(member('editor'), { role: 'analyst' }, admin)).toMatchObject({
      role: 'analyst',
      permissions: ROLES.analyst,
    });
  });

  it('changes the role with the narrower permissions of the request', () => {
    const after = editMember(member('editor'), { role: 'analyst', permissions: ['content:read'] }, admin);
    expect(after).toMatchObject({ role: 'analyst', permissions: ['content:read'] });
  });

  it('keeps narrower permissions when the role is unchanged', () => {
    const before = member('editor', ['content:read']);
    expect(editMember(before, { role: 'editor' }, admin)).toBe(before);
  });

  it('returns the same object when nothing changes, whatever the order of permissions', () => {
    const before = member('viewer');
    const requested = { name: 'Ada', permissions: [...ROLES.viewer].reverse() };
    expect(editMember(before, requested, admin)).toBe(before);
  });

  it('rejects permissions beyond an unchanged role', () => {
    expect(catchInvalidFields(() => editMember(member('viewer'), { permissions: ['content:write'] }, owner))).toEqual([
      ['/permissions', 'beyond_role'],
    ]);
  });

  it('rejects granting a permission that the manager lacks, naming it', () => {
    const manager: Grantor = { role: 'admin', permissions: ['team:write', ...ROLES.viewer] };
    const { code, extensions } = catchApiError(() => editMember(member('viewer'), { role: 'editor' }, manager));
    expect([code, extensions]).toEqual(['insufficient_scope', { required_permissions: ['content:write'] }]);
  });

  it('rejects changes to a member with more permissions than the manager', () => {
    const manager: Grantor = { role: 'admin', permissions: ['team:write', ...ROLES.viewer] };
    expect(catchApiError(() => editMember(member('editor'), { role: 'viewer' }, manager)).code).toBe(
      'insufficient_scope',
    );
  });

  it.each([
    ['make an owner', 'editor', { role: 'owner' }],
    ['make an owner of themselves', 'admin', { role: 'owner' }],
    ['make an owner less', 'owner', { role: 'viewer' }],
    ['rename an owner', 'owner', { name: 'Ada' }],
  ] as const)('does not allow an admin to %s, even with equal permissions', (_, role, requested) => {
    expect(catchApiError(() => editMember(member(role), requested, admin)).code).toBe('owner_required');
    expect(() => editMember(member(role), requested, owner)).not.toThrow();
  });

  it('never grants more than the role has, or than member and manager held', () => {
    const some = fc.subarray([...PERMISSIONS]);
    const role = fc.constantFrom(...ROLE_NAMES);
    fc.assert(
      fc.property(
        role,
        fc.option(role, { nil: undefined }),
        fc.option(some, { nil: undefined }),
        some,
        role,
        (held, requested, permissions, manages, managerRole) => {
          const before = member(held);
          try {
            const manager = { role: managerRole, permissions: manages };
            const after = editMember(before, { role: requested, permissions }, manager);
            if (after === before) return;
            const ofRole: readonly string[] = ROLES[after.role];
            expect(after.permissions.filter((name) => !ofRole.includes(name))).toEqual([]);
            expect(after.permissions.filter((name) => !manages.includes(name))).toEqual([]);
            expect(before.permissions.filter((name) => !manages.includes(name))).toEqual([]);
            if (after.role === 'owner' || before.role === 'owner') expect(managerRole).toBe('owner');
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
          }
        },
      ),
    );
  });
});

describe('assertCanManage', () => {
  it('allows an owner to remove an owner, and an admin an admin', () => {
    expect(() => assertCanManage(member('owner'), owner)).not.toThrow();
    expect(() => assertCanManage(member('admin'), admin)).not.toThrow();
  });

  it('does not allow an admin to manage an owner with few permissions', () => {
    expect(catchApiError(() => assertCanManage(member('owner', ['content:read']), admin)).code).toBe('owner_required');
  });

  it('lists the permissions that the member holds and the manager does not', () => {
    const manager: Grantor = { role: 'owner', permissions: ['team:write', 'content:read'] };
    expect(catchApiError(() => assertCanManage(member('viewer'), manager)).extensions).toEqual({
      required_permissions: ['schedule:read'],
    });
  });
});

describe('reducesOwner', () => {
  const full = member('owner');
  it.each([
    ['removing an owner', full, null, true],
    ['another role', full, member('admin'), true],
    ['fewer permissions', full, member('owner', ['team:write']), true],
    ['another name', full, { ...full, name: 'Grace' }, false],
    ['more permissions', member('owner', ['team:write']), full, false],
    ['removing an admin', member('admin'), null, false],
  ])('of %s', (_, before, after, expected) => {
    expect(reducesOwner(before, after)).toBe(expected);
  });
});

describe('assertNotLastOwner', () => {
  const leaving = member('owner');
  it('throws without another owner', () => {
    expect(catchApiError(() => assertNotLastOwner(leaving, [leaving])).code).toBe('last_owner');
  });

  it('accepts another owner with the same permissions', () => {
    expect(() => assertNotLastOwner(leaving, [leaving, member('owner', PERMISSIONS, 'usr_2')])).not.toThrow();
  });

  it('throws when no other owner holds all permissions of this one', () => {
    const narrow = member('owner', ['team:write'], 'usr_2');
    expect(catchApiError(() => assertNotLastOwner(leaving, [leaving, narrow])).code).toBe('last_owner');
    expect(() => assertNotLastOwner(narrow, [leaving, narrow])).not.toThrow();
  });
});

describe('toMemberView', () => {
  it('has exactly the fields of the reference', () => {
    expect(Object.keys(toMemberView(member('viewer')))).toEqual(['id', 'name', 'email', 'role', 'permissions']);
  });
});
