import type { Write } from '../../core/table/commit.ts';
import { acceptInvitation, withFormerIds } from '../rules/invitation.ts';
import type { Member } from '../rules/member.ts';
import { acceptanceWrites, loadAllInvitations, loadByToken } from '../store/invitations.ts';

/** Accept the invitation of a token. Returns the new member and the writes that create it. Throws as `acceptInvitation`. */
export async function acceptByToken(
  token: string,
  person: { id: string; name: string },
  nowMs: number,
): Promise<{ member: Member; writes: Write[] }> {
  const { before, after, member: added } = acceptInvitation(await loadByToken(token), person, nowMs);
  const member = withFormerIds(added, await loadAllInvitations(added.workspace_id));
  return { member, writes: acceptanceWrites(before, after, member) };
}
