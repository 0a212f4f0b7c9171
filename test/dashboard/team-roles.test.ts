import { describe, expect, it } from 'vitest';
import { roleName } from '../../dashboard/src/role-names.ts';
import { assignableRoles, canChange } from '../../dashboard/src/screens/team/roles.ts';
import './english.ts';

describe('the roles on the team screen', () => {
  it('are offered without the owner to all but owners', () => {
    expect(assignableRoles('owner').map(({ role }) => role)).toContain('owner');
    expect(assignableRoles('admin').map(({ role }) => role)).not.toContain('owner');
  });

  it('let only owners change an owner', () => {
    expect(canChange('admin', 'owner')).toBe(false);
    expect(canChange('admin', 'editor')).toBe(true);
    expect(canChange('owner', 'owner')).toBe(true);
  });

  it('show an unknown role as the API names it', () => {
    expect(roleName('content_manager')).toBe('Content manager');
    expect(roleName('auditor')).toBe('auditor');
  });
});
