import { grantedPermissions, newInvitation } from '../../lib/domain/invitation.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { invitationWrites } from '../../lib/table/invitation.ts';

/** Invites a person by email, for seven days. */
export const handler = endpoint('team.invite', async ({ caller, body, nowMs, newId }) => {
  const permissions = grantedPermissions(body.role, body.permissions, caller.permissions);
  const invitation = newInvitation(
    { email: body.email, role: body.role, permissions },
    { id: newId('invitation'), workspaceId: caller.workspace.id, userId: caller.userId },
    nowMs,
  );
  return {
    status: 201,
    body: {
      invitation_id: invitation.id,
      status: invitation.status,
      expires_at: invitation.expires_at,
      email: invitation.email,
      role: invitation.role,
      permissions: invitation.permissions,
    },
    change: invitationWrites(invitation, nowMs),
  };
});
