import { operation } from '../../lib/api/team/invite.ts';
import { newInvitation } from '../../lib/domain/identity/invitation.ts';
import { grantedPermissions } from '../../lib/domain/identity/role-assignment.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { invitationEmailCountWrites } from '../../lib/table/email-counts.ts';
import { invitationWrites } from '../../lib/table/invitations.ts';
import { initialMailStatus, invitationResponse } from '../../lib/use-cases/invitation-response.ts';

/** Invite a person by email. The invitation is valid for seven days. */
export const handler = defineEndpoint(operation, async ({ caller, body, nowMs, newId }) => {
  const permissions = grantedPermissions(body.role, body.permissions, caller);
  const invitation = newInvitation(
    { email: body.email, role: body.role, permissions },
    { id: newId('invitation'), workspaceId: caller.workspace.id, userId: caller.userId },
    initialMailStatus(),
    nowMs,
  );
  const sent = invitationResponse(invitation, nowMs);
  const counted = invitationEmailCountWrites(invitation, nowMs);
  return { status: 201, body: sent.body, writes: [...invitationWrites(invitation, nowMs), ...counted, ...sent.writes] };
});
