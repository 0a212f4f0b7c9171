import { operation } from '../../lib/api/team/resend-invitation.ts';
import { resendInvitation } from '../../lib/domain/identity/invitation.ts';
import { assertCanGrant } from '../../lib/domain/identity/role-assignment.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { itemInPath } from '../../lib/http/prefetch.ts';
import { invitationEmailCountWrites } from '../../lib/table/email-counts.ts';
import { loadInvitation, resendWrites } from '../../lib/table/invitations.ts';
import { initialMailStatus, invitationResponse } from '../../lib/use-cases/invitation-response.ts';

const prefetching = { ...operation, prefetch: itemInPath('invitation', 'Invitation') };

/**
 * Send an invitation again, with a new token; the previous one is no longer valid. Requires the same rights as the
 * invitation itself, because it grants the same permissions.
 */
export const handler = defineEndpoint(prefetching, async ({ caller, params, nowMs }) => {
  const before = await loadOr404('invitation', params.id, (id) => loadInvitation(caller.workspace.id, id));
  assertCanGrant(before.role, before.permissions, caller);
  const after = resendInvitation(before, caller.userId, initialMailStatus(), nowMs);
  const sent = invitationResponse(after, nowMs);
  const counted = invitationEmailCountWrites(after, nowMs);
  return { status: 200, body: sent.body, writes: [...resendWrites(before, after, nowMs), ...counted, ...sent.writes] };
});
