import { describe, expect, it } from 'vitest';
import {
  acceptInvitation,
  type Invitation,
  type InvitationToken,
  newInvitation,
  resendInvitation,
  revokeInvitation,
  statusOf,
  toInvitationView,
} from '../../../lib/domain/identity/invitation.ts';
import { at, NOW_MS } from '../content/items.ts';
import { catchApiError } from '../thrown-api-error.ts';

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
  it('is sent and lasts seven days', () => {
    expect([invitation.status, invitation.created_at, invitation.expires_at]).toEqual([
      'sent',
      at(0),
      at(7 * DAY),
    ]);
  });

  it('keeps the address in lower case', () => {
    expect(invitation.email).toBe('ada.lovelace@example.com');
  });

  it('says who invited, to what, and that its mail is to come', () => {
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
  it('is expired from the moment on at which it ends', () => {
    expect([later(7 * DAY) - 1, later(7 * DAY)].map((nowMs) => statusOf(invitation, nowMs))).toEqual([
      'sent',
      'expired',
    ]);
  });

  it.each([accepted, revoked])('of one that was settled stays, whatever the time', (settled) => {
    expect(statusOf(settled, later(30 * DAY))).toBe(settled.status);
  });
});

describe('resendInvitation', () => {
  it('begins another seven days and another sending', () => {
    const nowMs = later(3 * DAY);
    expect(resendInvitation({ ...invitation, mail: 'sent' }, 'pending', nowMs)).toEqual({
      ...invitation,
      send_count: 2,
      sent_at: at(3 * DAY),
      expires_at: at(10 * DAY),
      mail: 'pending',
    });
  });

  it('is possible a minute after the last sending and not before', () => {
    expect(catchApiError(() => resendInvitation(invitation, 'none', later(60) - 1)).code).toBe(
      'sent_recently',
    );
    expect(() => resendInvitation(invitation, 'none', later(60))).not.toThrow();
  });

  it('opens an expired one again', () => {
    const nowMs = later(30 * DAY);
    expect(statusOf(resendInvitation(invitation, 'none', nowMs), nowMs)).toBe('sent');
  });

  it.each([accepted, revoked])('refuses one that was settled', (settled) => {
    const { code, extensions } = catchApiError(() => resendInvitation(settled, 'none', later(DAY)));
    expect([code, extensions.current]).toEqual(['invalid_state_transition', settled.status]);
  });
});

describe('revokeInvitation', () => {
  it('is revoked, and once it is, the same object', () => {
    expect(revokeInvitation(invitation)).toEqual(revoked);
    expect(revokeInvitation(revoked)).toBe(revoked);
  });

  it('refuses one that was accepted', () => {
    const { code, extensions } = catchApiError(() => revokeInvitation(accepted));
    expect([code, extensions.current]).toEqual(['invalid_state_transition', 'accepted']);
  });
});

describe('acceptInvitation', () => {
  const person = { id: 'usr_9', name: 'Ada Lovelace' };

  it('makes a member with what was granted, and settles the invitation', () => {
    expect(acceptInvitation({ token, invitation }, person, later(DAY))).toEqual({
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

  it('refuses every token that opens nothing with the very same words', () => {
    const resent = { ...invitation, send_count: 2 };
    const closed = [
      () => acceptInvitation(null, person, later(1)),
      () => acceptInvitation({ token, invitation: accepted }, person, later(1)),
      () => acceptInvitation({ token, invitation: revoked }, person, later(1)),
      () => acceptInvitation({ token, invitation: resent }, person, later(1)),
      () => acceptInvitation({ token, invitation }, person, later(7 * DAY)),
    ].map(catchApiError);
    expect(closed[0]!.code).toBe('invitation_not_open');
    for (const each of closed) expect(each).toEqual(closed[0]);
  });
});

describe('toInvitationView', () => {
  it('shows the state by the time, and neither the version nor the number of the sending', () => {
    const { id: _, workspace_id: __, version: ___, send_count: ____, ...shown } = invitation;
    expect(toInvitationView(invitation, later(8 * DAY))).toEqual({
      ...shown,
      invitation_id: 'inv_1',
      status: 'expired',
    });
  });
});
