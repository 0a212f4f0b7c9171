import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { operation } from '../../lib/identity/api/team/resend-invitation.ts';
import { invitationEntity } from '../../lib/identity/entities/members.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { settingsAndItemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { resendInvitation } from '../../lib/identity/rules/invitation.ts';
import { assertCanGrant } from '../../lib/identity/rules/role-assignment.ts';
import { assertMayAppoint } from '../../lib/identity/rules/workspace-settings.ts';
import { initialMailStatus, invitationResponse } from '../../lib/identity/steps/invitation-response.ts';
import { assertMayAddAccess } from '../../lib/identity/steps/recent-sign-in.ts';
import { invitationEmailCountWrites } from '../../lib/identity/store/invitation-email-counts.ts';
import { loadInvitation, resendWrites } from '../../lib/identity/store/invitations.ts';
import { loadWorkspaceSettings } from '../../lib/identity/store/workspace-settings.ts';

const prefetching = { ...operation, prefetch: settingsAndItemInPath('invitation', invitationEntity) };

/**
 * Send an invitation again, with a new token; the previous one is no longer valid. Requires the same rights as the
 * invitation itself, because it grants the same permissions.
 */
export const handler = defineEndpoint(prefetching, async ({ caller, params, context, nowMs }) => {
  await assertMayAddAccess(caller, nowMs);
  const [before, settings] = await Promise.all([
    loadOr404('invitation', params.id, (id) => loadInvitation(caller.workspace.id, id)),
    loadWorkspaceSettings(caller.workspace.id),
  ]);
  assertCanGrant(before.role, before.permissions, caller);
  assertMayAppoint(before, null, caller, settings);
  const after = resendInvitation(before, caller.userId, initialMailStatus(), nowMs);
  const sent = invitationResponse(after, context, nowMs);
  const counted = invitationEmailCountWrites(after, nowMs);
  return { status: 200, body: sent.body, writes: [...resendWrites(before, after, nowMs), ...counted, ...sent.writes] };
});
