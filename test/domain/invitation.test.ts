import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grantedPermissions, newInvitation } from '../../lib/domain/invitation.ts';
import { PERMISSIONS, ROLE_NAMES, ROLES } from '../../lib/domain/permission.ts';
import { Refusal } from '../../lib/domain/refusal.ts';
import { at, NOW_MS } from './items.ts';
import { refused, wrongFields } from './refused.ts';

describe('grantedPermissions', () => {
  it.each(ROLE_NAMES)('are those of the role %s when no others are asked for', (role) => {
    expect(grantedPermissions(role, undefined, PERMISSIONS)).toEqual([...ROLES[role]]);
  });

  it('are the narrower ones asked for', () => {
    expect(grantedPermissions('content_manager', ['content:read'], PERMISSIONS)).toEqual(['content:read']);
  });

  it('refuses what is beyond the role, even to who holds it', () => {
    expect(
      wrongFields(() => grantedPermissions('viewer', ['content:read', 'content:write'], PERMISSIONS)),
    ).toEqual([['/permissions', 'beyond_role']]);
  });

  it('refuses what the inviter lacks, naming it', () => {
    const { code, members } = refused(() =>
      grantedPermissions('viewer', undefined, ['content:read', 'team:write']),
    );
    expect([code, members]).toEqual(['insufficient_scope', { required_permissions: ['schedule:read'] }]);
  });

  it('are never more than the role has or the inviter holds', () => {
    const some = fc.subarray([...PERMISSIONS]);
    fc.assert(
      fc.property(
        fc.constantFrom(...ROLE_NAMES),
        fc.option(some, { nil: undefined }),
        some,
        (role, asked, held) => {
          let granted: string[];
          try {
            granted = grantedPermissions(role, asked, held);
          } catch (error) {
            expect(error).toBeInstanceOf(Refusal);
            return;
          }
          const allowed = ROLES[role].filter((name) => held.includes(name)) as string[];
          expect(granted.filter((name) => !allowed.includes(name))).toEqual([]);
          expect(granted).toEqual(asked ?? [...ROLES[role]]);
        },
      ),
    );
  });
});

describe('newInvitation', () => {
  const invitation = newInvitation(
    { email: 'Ada.Lovelace@Example.COM', role: 'editor', permissions: ['content:read'] },
    { id: 'inv_1', workspaceId: 'ws_1', userId: 'usr_1' },
    NOW_MS,
  );

  it('is sent and lasts seven days', () => {
    expect([invitation.status, invitation.created_at, invitation.expires_at]).toEqual([
      'sent',
      at(0),
      at(7 * 86_400),
    ]);
  });

  it('keeps the address in lower case', () => {
    expect(invitation.email).toBe('ada.lovelace@example.com');
  });

  it('says who invited, to what', () => {
    expect(invitation).toMatchObject({
      id: 'inv_1',
      workspace_id: 'ws_1',
      invited_by: 'usr_1',
      role: 'editor',
      permissions: ['content:read'],
    });
  });
});
