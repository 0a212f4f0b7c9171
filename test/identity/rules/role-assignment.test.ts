import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PERMISSIONS, type Permission, ROLE_NAMES, ROLES } from '../../../lib/core/api/permission.ts';
import { ApiError } from '../../../lib/core/problems/define-problem.ts';
import { assertCanGrant, type Grantor, grantedPermissions } from '../../../lib/identity/rules/role-assignment.ts';
import { catchApiError, catchInvalidFields } from '../../core/values/thrown-api-error.ts';

const owner: Grantor = { role: 'owner', permissions: PERMISSIONS };
const holding = (permissions: Permission[]): Grantor => ({ role: 'owner', permissions });

describe('grantedPermissions', () => {
  it.each(ROLE_NAMES)('are those of the role %s by default', (role) => {
    expect(grantedPermissions(role, undefined, owner)).toEqual([...ROLES[role]]);
  });

  it('are the narrower ones of the request', () => {
    expect(grantedPermissions('content_manager', ['content:read'], owner)).toEqual(['content:read']);
  });

  it('rejects permissions beyond the role, even if the grantor holds them', () => {
    expect(catchInvalidFields(() => grantedPermissions('viewer', ['content:read', 'content:write'], owner))).toEqual([
      ['/permissions', 'beyond_role'],
    ]);
  });

  it('rejects permissions that the grantor lacks, naming them', () => {
    const { code, extensions } = catchApiError(() =>
      grantedPermissions('viewer', undefined, holding(['content:read', 'team:write'])),
    );
    expect([code, extensions]).toEqual(['insufficient_scope', { required_permissions: ['schedule:read'] }]);
  });

  it('are never more than the role has or the grantor holds', () => {
    const some = fc.subarray([...PERMISSIONS]);
    fc.assert(
      fc.property(
        fc.constantFrom(...ROLE_NAMES),
        fc.option(some, { nil: undefined }),
        some,
        (role, requested, held) => {
          let granted: string[];
          try {
            granted = grantedPermissions(role, requested, holding(held));
          } catch (error) {
            expect(error).toBeInstanceOf(ApiError);
            return;
          }
          const allowed = ROLES[role].filter((name) => held.includes(name)) as string[];
          expect(granted.filter((name) => !allowed.includes(name))).toEqual([]);
          expect(granted).toEqual(requested ?? [...ROLES[role]]);
        },
      ),
    );
  });
});

describe('assertCanGrant', () => {
  it('allows an owner to assign the role owner', () => {
    expect(() => assertCanGrant('owner', PERMISSIONS, owner)).not.toThrow();
  });

  it('allows only an owner to assign the role owner, whatever the permissions of others', () => {
    const admin: Grantor = { ...owner, role: 'admin' };
    expect(catchApiError(() => assertCanGrant('owner', ['content:read'], admin)).code).toBe('owner_required');
    expect(() => assertCanGrant('admin', PERMISSIONS, admin)).not.toThrow();
  });
});
