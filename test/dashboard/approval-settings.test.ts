import { describe, expect, it } from 'vitest';
import { settingsRight } from '../../dashboard/src/screens/approvals/settings-right.ts';
import { PERMISSIONS, ROLE_NAMES } from '../../lib/core/api/permission.ts';
import {
  APPROVAL_MODES,
  APPROVER_ROLES,
  assertMayEditSettings,
  defaultSettings,
} from '../../lib/identity/rules/workspace-settings.ts';

const allows = (run: () => void) => {
  try {
    run();
    return true;
  } catch {
    return false;
  }
};

describe('the approval settings in the dashboard', () => {
  it('are offered for change exactly to those from whom the API accepts a change', () => {
    const permissionSets = [PERMISSIONS, PERMISSIONS.filter((name) => name !== 'content:approve')];
    for (const approval of APPROVAL_MODES) {
      for (const approver_roles of [['owner'], ['admin'], ['approver'], APPROVER_ROLES] as (typeof APPROVER_ROLES)[]) {
        const before = { ...defaultSettings('wsp_1'), approval, approver_roles };
        for (const role of ROLE_NAMES) {
          for (const permissions of permissionSets) {
            const caller = { role, permissions };
            const narrows = allows(() => assertMayEditSettings(before, { ...before, version: 1 }, caller));
            const widens = allows(() => assertMayEditSettings(before, { ...before, approval: 'none' }, caller));
            const expected = widens ? 'all' : narrows ? 'narrow' : 'none';
            const session = { user: { role }, permissions: [...permissions] };
            const workspace = {
              approval,
              approval_method: 'session' as const,
              approver_roles: approver_roles as ('owner' | 'admin' | 'approver')[],
            };
            expect(settingsRight(workspace, session), JSON.stringify({ workspace, session })).toBe(expected);
          }
        }
      }
    }
  });

  it('are not offered for change without team:write', () => {
    const session = { user: { role: 'owner' as const }, permissions: ['content:approve' as const] };
    expect(settingsRight({ approval: 'none', approval_method: 'session', approver_roles: ['owner'] }, session)).toBe(
      'none',
    );
  });
});
