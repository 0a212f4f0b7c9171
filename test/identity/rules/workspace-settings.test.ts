import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PERMISSIONS, type Permission, ROLE_NAMES, ROLES, type Role } from '../../../lib/core/api/permission.ts';
import { ApiError } from '../../../lib/core/problems/define-problem.ts';
import {
  APPROVAL_MODES,
  APPROVER_ROLES,
  assertLoosenedByPerson,
  assertMayAppoint,
  assertMayEditSettings,
  defaultSettings,
  editSettings,
  loosensApproval,
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
    expect(widensApproval(before, { ...before, authors_may_approve: true })).toBe(false);
  });
});

describe('loosensApproval', () => {
  it.each([
    { authors_may_approve: true },
    { approver_roles: ['owner' as const, 'admin' as const, 'approver' as const] },
  ])('is true for %o also while no approval is required, for what agents wrote', (edit) => {
    const before = { ...strict, approval: 'none' as const };
    expect(loosensApproval(before, editSettings(before, edit))).toBe(true);
  });

  it('is false for a change of the time zone', () => {
    expect(loosensApproval(strict, editSettings(strict, { time_zone: 'Europe/Berlin' }))).toBe(false);
  });
});

describe('approval by passkey', () => {
  const signed: WorkspaceSettings = { ...strict, approval_method: 'passkey' };
  const session = { approval_method: 'session' as const };

  it('is loosened by an end of it, also where only what agents wrote needs an approval', () => {
    expect(widensApproval(signed, editSettings(signed, session))).toBe(true);
    const ofAgents: WorkspaceSettings = { ...signed, approval: 'none' };
    expect(widensApproval(ofAgents, editSettings(ofAgents, session))).toBe(true);
    expect(widensApproval(strict, editSettings(strict, { approval_method: 'passkey' }))).toBe(false);
  });

  it('is ended by an owner with a session, and by no API key', () => {
    const end = (signedInAt: string | null, before = signed) =>
      rejection(() => assertLoosenedByPerson(before, editSettings(before, session), { signedInAt }));
    expect(end(null)).toBe('passkey_required');
    expect(end('2026-11-20T08:51:00.000Z')).toBeNull();
    expect(end(null, strict)).toBeNull();
    expect(rejection(() => assertMayEditSettings(signed, editSettings(signed, session), as('admin')))).not.toBeNull();
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
