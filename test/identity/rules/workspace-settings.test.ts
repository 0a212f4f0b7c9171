import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PERMISSIONS, type Permission, ROLE_NAMES, ROLES, type Role } from '../../../lib/core/api/permission.ts';
import { ApiError } from '../../../lib/core/problems/api-error.ts';
import {
  APPROVAL_MODES,
  APPROVER_ROLES,
  assertMayAppoint,
  assertMayEditSettings,
  defaultSettings,
  editSettings,
  type WorkspaceSettings,
  widensApproval,
} from '../../../lib/identity/rules/workspace-settings.ts';
import { catchApiError } from '../../core/values/thrown-api-error.ts';

const strict: WorkspaceSettings = {
  ...defaultSettings('wsp_1'),
  approval: 'required',
  approver_roles: ['owner', 'approver'],
};
const as = (role: Role, permissions: readonly Permission[] = ROLES[role]) => ({ role, permissions });

function rejection(run: () => void): string | null {
  let error: ApiError | null = null;
  try {
    run();
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(ApiError);
    error = thrown as ApiError;
  }
  return error?.code ?? null;
}

describe('widensApproval', () => {
  it.each([
    { approval: 'none' as const },
    { approver_roles: ['owner' as const, 'admin' as const] },
    { approver_roles: ['owner' as const, 'admin' as const, 'approver' as const] },
    { authors_may_approve: true },
  ])('is true for %o', (edit) => {
    expect(widensApproval(strict, editSettings(strict, edit))).toBe(true);
  });

  it.each([{}, { approver_roles: ['owner' as const] }, { authors_may_approve: false }])('is false for %o', (edit) => {
    expect(widensApproval(strict, editSettings(strict, edit))).toBe(false);
  });

  it('is false for every change while no approval is required', () => {
    const before = { ...strict, approval: 'none' as const };
    expect(widensApproval(before, { ...strict, authors_may_approve: true })).toBe(false);
  });
});

describe('assertMayEditSettings', () => {
  const edit = (caller: ReturnType<typeof as>, change: Parameters<typeof editSettings>[1], before = strict) =>
    rejection(() => assertMayEditSettings(before, editSettings(before, change), caller));

  it('rejects every change by a role that may not approve, while approvals are required', () => {
    expect(edit(as('admin'), { approver_roles: ['owner'] })).toBe('approval_not_permitted');
  });

  it('rejects every change by a token without content:approve, also of an owner', () => {
    const permissions = PERMISSIONS.filter((name) => name !== 'content:approve');
    expect(edit(as('owner', permissions), { approver_roles: ['owner'] })).toBe('approval_not_permitted');
  });

  it('lets a role that may approve narrow the settings, and not widen them', () => {
    const before = { ...strict, approver_roles: ['owner' as const, 'admin' as const] };
    expect(edit(as('admin'), { approver_roles: ['owner'] }, before)).toBeNull();
    expect(edit(as('admin'), { authors_may_approve: true }, before)).toBe('owner_required');
    expect(edit(as('admin'), { approver_roles: ['admin', 'approver'] }, before)).toBe('owner_required');
    expect(edit(as('admin'), { approval: 'none' }, before)).toBe('owner_required');
  });

  it('lets an owner widen settings by which owners may not approve', () => {
    expect(edit(as('owner'), { approval: 'none' }, { ...strict, approver_roles: ['approver'] })).toBeNull();
  });

  it('lets only an owner reach wider settings, by any sequence of changes', () => {
    const change = fc.record(
      {
        approval: fc.constantFrom(...APPROVAL_MODES),
        approver_roles: fc.subarray([...APPROVER_ROLES], { minLength: 1 }),
        authors_may_approve: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    const others = ROLE_NAMES.filter((role) => role !== 'owner');
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...others), change), { maxLength: 8 }), (changes) => {
        const start = { ...strict, approver_roles: [...APPROVER_ROLES] };
        let settings = start;
        for (const [role, each] of changes) {
          const after = editSettings(settings, each);
          if (rejection(() => assertMayEditSettings(settings, after, as(role, PERMISSIONS))) === null) settings = after;
          expect(widensApproval(start, settings)).toBe(false);
        }
      }),
    );
  });
});

describe('assertMayAppoint', () => {
  it('rejects a role that may approve, given by one that may not', () => {
    const { code } = catchApiError(() => assertMayAppoint(as('approver'), null, as('admin'), strict));
    expect(code).toBe('approval_not_permitted');
  });

  it.each([
    ['a role that may not approve', as('editor'), null, as('admin')],
    ['a member who may approve already', as('approver'), as('approver'), as('admin')],
    ['an approver without content:approve', as('approver', ['content:read']), null, as('admin')],
    ['an approver, appointed by a role that may approve', as('approver'), null, as('approver', PERMISSIONS)],
    ['an approver, appointed by an owner', as('approver'), null, as('owner')],
  ])('allows %s', (_, granted, before, caller) => {
    expect(() => assertMayAppoint(granted, before, caller, strict)).not.toThrow();
  });

  it('allows every role while no approval is required', () => {
    expect(() => assertMayAppoint(as('approver'), null, as('admin'), { ...strict, approval: 'none' })).not.toThrow();
  });
});
