import type { Invitation } from '../domain/invitation.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Write } from './commit.ts';
import { hashOfKey, type Item, itemOf } from './keys.ts';

/**
 * An invitation, and its hold on the address: refused with 409 while the address belongs to a member or to
 * an invitation that has not expired.
 */
export function invitationWrites(invitation: Invitation, nowMs: number): Write[] {
  const { workspace_id, id } = invitation;
  return [
    { put: itemOf('Invitation', invitation), expect: 'absent' },
    {
      put: itemOf('Email', {
        workspace_id,
        email_hash: hashOfKey(invitation.email),
        held_by: id,
        expires_at_ms: Date.parse(invitation.expires_at),
      }),
      expect: { expiredBefore: nowMs },
      otherwise: refusalFor,
    },
  ];
}

function refusalFor(holder: Item | undefined): Refusal {
  if (String(holder?.held_by).startsWith('usr_')) {
    return new Refusal('already_member', 'This address belongs to a member of the workspace.');
  }
  return new Refusal('already_invited', 'An invitation to this address is still open.', {
    members: { invitation_id: holder?.held_by },
  });
}
