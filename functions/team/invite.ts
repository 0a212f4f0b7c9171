import { operation } from '../../lib/identity/api/team/invite.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { newInvitation } from '../../lib/identity/rules/invitation.ts';
import { grantedPermissions } from '../../lib/identity/rules/role-assignment.ts';
import { assertMayAppoint } from '../../lib/identity/rules/workspace-settings.ts';
import { initialMailStatus, invitationResponse } from '../../lib/identity/steps/invitation-response.ts';
import { assertMayAddAccess } from '../../lib/identity/steps/recent-sign-in.ts';
import { invitationEmailCountWrites } from '../../lib/identity/store/invitation-email-counts.ts';
import { invitationWrites } from '../../lib/identity/store/invitations.ts';
import { loadWorkspaceSettings, settingsKey } from '../../lib/identity/store/workspace-settings.ts';

const prefetching = { ...operation, prefetch: (workspaceId: string) => [settingsKey(workspaceId)] };

/** Invite a person by email. The invitation is valid for seven days. */
export const handler = defineEndpoint(prefetching, async ({ caller, body, context, nowMs, newId }) => {
  await assertMayAddAccess(caller, nowMs);
  const permissions = grantedPermissions(body.role, body.permissions, caller);
  const settings = await loadWorkspaceSettings(caller.workspace.id);
  assertMayAppoint({ role: body.role, permissions }, null, caller, settings);
  const invitation = newInvitation(
    { email: body.email, role: body.role, permissions },
    { id: newId('invitation'), workspaceId: caller.workspace.id, userId: caller.userId },
    initialMailStatus(),
    nowMs,
  );
  const sent = invitationResponse(invitation, context, nowMs);
  const counted = invitationEmailCountWrites(invitation, nowMs);
  return { status: 201, body: sent.body, writes: [...invitationWrites(invitation, nowMs), ...counted, ...sent.writes] };
});
