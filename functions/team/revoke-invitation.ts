import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { operation } from '../../lib/identity/api/team/revoke-invitation.ts';
import { invitationEntity } from '../../lib/identity/entities/members.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { revokeInvitation } from '../../lib/identity/rules/invitation.ts';
import { loadInvitation, revocationWrites } from '../../lib/identity/store/invitations.ts';

const prefetching = { ...operation, prefetch: itemInPath('invitation', invitationEntity) };

/** Revoke an invitation. Revoking it again has no effect. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, nowMs }) => {
  const before = await loadOr404('invitation', params.id, (id) => loadInvitation(caller.workspace.id, id));
  const after = revokeInvitation(before);
  return {
    status: 200,
    body: { success: true, message: `Invitation ${before.id} is revoked.` },
    writes: after === before ? [] : revocationWrites(before, after, nowMs),
  };
});
