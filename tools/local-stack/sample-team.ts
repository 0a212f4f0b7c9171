import { ROLES } from '../../lib/core/api/permission.ts';
import type { Write } from '../../lib/core/table/commit.ts';
import { newInvitation } from '../../lib/identity/rules/invitation.ts';
import type { Member } from '../../lib/identity/rules/member.ts';
import { invitationTokenWrite, invitationWrites } from '../../lib/identity/store/invitations.ts';
import { memberWrites } from '../../lib/identity/store/members.ts';

/**
 * The tokens of invitations by the last digit of their ids: two to accept, and one to read. They are valid only in the
 * temporary table of `npm run invoke`.
 */
const SAMPLE_INVITATION_TOKENS = [
  ['0', 'sample-invitation-token'],
  ['4', 'sample-dashboard-invitation-token'],
  ['5', 'sample-unused-invitation-token'],
] as const;

/** Build more owners with these ids, and invitations to accept, to read, to send again, to revoke and to email. */
export function teamSamples(owner: Member, memberIds: string[], nowMs: number): Write[] {
  const id = (digit: string) => `inv_01K0000000000000000000000${digit}`;
  const owners = memberIds.map((memberId) =>
    memberWrites({ ...owner, id: memberId, email: `${memberId}@example.com` }),
  );
  const invitations = ['0', '1', '2', '3', '4', '5'].map((digit) =>
    newInvitation(
      { email: `guest-${digit}@example.com`, role: 'editor', permissions: [...ROLES.editor] },
      { id: id(digit), workspaceId: owner.workspace_id, userId: owner.id },
      digit === '3' ? 'pending' : 'none',
      nowMs - 3_600_000,
    ),
  );
  return [
    ...owners.flat(),
    ...invitations.flatMap((invitation) => invitationWrites(invitation, nowMs)),
    ...SAMPLE_INVITATION_TOKENS.map(([digit, token]) => invitationTokenWrite(invitations[Number(digit)]!, token)),
  ];
}
