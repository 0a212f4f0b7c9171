import { grantedPermissions } from '../../lib/domain/granting.ts';
import { newInvitation } from '../../lib/domain/invitation.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { mailing, sentInvitation } from '../../lib/http/sent-invitation.ts';
import { invitationWrites } from '../../lib/table/invitation.ts';

/** Invites a person by email, for seven days. */
export const handler = endpoint('team.invite', async ({ caller, body, nowMs, newId }) => {
  const permissions = grantedPermissions(body.role, body.permissions, caller);
  const invitation = newInvitation(
    { email: body.email, role: body.role, permissions },
    { id: newId('invitation'), workspaceId: caller.workspace.id, userId: caller.userId },
    mailing(),
    nowMs,
  );
  const sent = sentInvitation(invitation, nowMs);
  return {
    status: 201,
    body: sent.body,
    change: [...invitationWrites(invitation, nowMs), ...sent.writes],
  };
});
