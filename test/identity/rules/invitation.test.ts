import { describe, expect, it } from 'vitest';
import { ROLES } from '../../../lib/core/api/permission.ts';
import {
  acceptInvitation,
  type Invitation,
  type InvitationToken,
  newInvitation,
  resendInvitation,
  revokeInvitation,
  statusOf,
  toInvitationView,
  withFormerIds,
} from '../../../lib/identity/rules/invitation.ts';
import type { Member } from '../../../lib/identity/rules/member.ts';
import { defaultSettings } from '../../../lib/identity/rules/workspace-settings.ts';
import { at, NOW_MS } from '../../content/rules/items.ts';
import { catchApiError } from '../../core/values/thrown-api-error.ts';

const DAY = 86_400;

const invitation = newInvitation(
  { email: 'Ada.Lovelace@Example.COM', role: 'editor', permissions: ['content:read'] },
  { id: 'inv_1', workspaceId: 'ws_1', userId: 'usr_1' },
  'pending',
  NOW_MS,
);
const accepted: Invitation = { ...invitation, status: 'accepted' };
const revoked: Invitation = { ...invitation, status: 'revoked' };
const token: InvitationToken = { hash: 'hash', workspace_id: 'ws_1', invitation_id: 'inv_1', send_count: 1 };
const later = (seconds: number) => NOW_MS + seconds * 1000;

describe('newInvitation', () => {
  it('is sent and expires after seven days', () => {
    expect([invitation.status, invitation.created_at, invitation.expires_at]).toEqual(['sent', at(0), at(7 * DAY)]);
  });

  it('stores the email address in lower case', () => {
    expect(invitation.email).toBe('ada.lovelace@example.com');
  });

  it('stores the inviter, the grant and the pending email', () => {
    expect(invitation).toMatchObject({
      id: 'inv_1',
      workspace_id: 'ws_1',
      invited_by: 'usr_1',
      role: 'editor',
      permissions: ['content:read'],
      mail: 'pending',
    });
  });
});

describe('statusOf', () => {
  it('is expired from the millisecond of expires_at on', () => {
    expect([later(7 * DAY) - 1, later(7 * DAY)].map((nowMs) => statusOf(invitation, nowMs))).toEqual([
      'sent',
      'expired',
    ]);
  });

  it.each([accepted, revoked])('does not change after acceptance or revocation', (settled) => {
    expect(statusOf(settled, later(30 * DAY))).toBe(settled.status);
  });
});

describe('resendInvitation', () => {
  it('extends the expiry by seven days and increments send_count', () => {
    const nowMs = later(3 * DAY);
    expect(resendInvitation({ ...invitation, mail: 'sent' }, 'usr_2', 'pending', nowMs)).toEqual({
      ...invitation,
      invited_by: 'usr_2',
      send_count: 2,
      sent_at: at(3 * DAY),
      expires_at: at(10 * DAY),
      mail: 'pending',
    });
  });

  it('is allowed one minute after the last send and not before', () => {
    expect(catchApiError(() => resendInvitation(invitation, 'usr_2', 'none', later(60) - 1)).code).toBe(
      'sent_recently',
    );
    expect(() => resendInvitation(invitation, 'usr_2', 'none', later(60))).not.toThrow();
  });

  it('makes an expired invitation valid again', () => {
    const nowMs = later(30 * DAY);
    expect(statusOf(resendInvitation(invitation, 'usr_2', 'none', nowMs), nowMs)).toBe('sent');
  });

  it.each([accepted, revoked])('rejects an accepted or revoked invitation', (settled) => {
    const { code, extensions } = catchApiError(() => resendInvitation(settled, 'usr_2', 'none', later(DAY)));
    expect([code, extensions.current]).toEqual(['invalid_state_transition', settled.status]);
  });
});

describe('revokeInvitation', () => {
  it('sets the status to revoked, and returns the same object if already revoked', () => {
    expect(revokeInvitation(invitation)).toEqual(revoked);
    expect(revokeInvitation(revoked)).toBe(revoked);
  });

  it('rejects an accepted invitation', () => {
    const { code, extensions } = catchApiError(() => revokeInvitation(accepted));
    expect([code, extensions.current]).toEqual(['invalid_state_transition', 'accepted']);
  });
});

describe('acceptInvitation', () => {
  const person = { id: 'usr_9', name: 'Ada Lovelace' };
  const inviter = { id: 'usr_1', role: 'owner', permissions: [...ROLES.owner] } as Member;
  const settings = defaultSettings('ws_1');

  it('creates a member with the granted permissions, and accepts the invitation', () => {
    expect(acceptInvitation({ token, invitation, inviter, settings }, person, later(DAY))).toEqual({
      before: invitation,
      after: { ...invitation, status: 'accepted', accepted_at: at(DAY), user_id: 'usr_9' },
      member: {
        id: 'usr_9',
        workspace_id: 'ws_1',
        name: 'Ada Lovelace',
        email: 'ada.lovelace@example.com',
        role: 'editor',
        permissions: ['content:read'],
        created_at: at(DAY),
        version: 0,
      },
    });
  });

  it('returns the same error for every invalid token', () => {
    const resent = { ...invitation, send_count: 2 };
    const closed = [
      () => acceptInvitation(null, person, later(1)),
      () => acceptInvitation({ token, invitation: accepted, inviter, settings }, person, later(1)),
      () => acceptInvitation({ token, invitation: revoked, inviter, settings }, person, later(1)),
      () => acceptInvitation({ token, invitation: resent, inviter, settings }, person, later(1)),
      () => acceptInvitation({ token, invitation, inviter, settings }, person, later(7 * DAY)),
      () => acceptInvitation({ token, invitation, inviter: null, settings }, person, later(1)),
    ].map(catchApiError);
    expect(closed[0]!.code).toBe('invitation_not_open');
    for (const each of closed) expect(each).toEqual(closed[0]);
  });
});

describe('toInvitationView', () => {
  it('shows the status at the given time, and neither the version nor send_count', () => {
    const { id: _, workspace_id: __, version: ___, send_count: ____, ...shown } = invitation;
    expect(toInvitationView(invitation, later(8 * DAY))).toEqual({
      ...shown,
      invitation_id: 'inv_1',
      status: 'expired',
    });
  });
});

describe('withFormerIds', () => {
  const member = { id: 'usr_3', email: invitation.email } as Member;

  it('adds the ids of earlier members who accepted an invitation to the same address', () => {
    const of = (user_id: string | null, email = invitation.email) => ({ ...accepted, email, user_id });
    const invitations = [of('usr_1'), of('usr_2'), of('usr_9', 'other@example.com'), of(null), of('usr_3')];
    expect(withFormerIds(member, invitations)).toEqual({ ...member, former_ids: ['usr_1', 'usr_2'] });
  });

  it('returns a member who was none before as they are', () => {
    expect(withFormerIds(member, [invitation])).toBe(member);
  });
});
