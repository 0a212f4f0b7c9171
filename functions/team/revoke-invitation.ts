import { operation } from '../../lib/api/team/revoke-invitation.ts';
import { revokeInvitation } from '../../lib/domain/identity/invitation.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { loadInvitation, revocationWrites } from '../../lib/table/invitations.ts';

/** Revoke an invitation. Revoking it again has no effect. */
export const handler = defineEndpoint(operation, async ({ caller, params, nowMs }) => {
  const before = await loadOr404('invitation', params.id, (id) => loadInvitation(caller.workspace.id, id));
  const after = revokeInvitation(before);
  return {
    status: 200,
    body: { success: true, message: `Invitation ${before.id} is revoked.` },
    writes: after === before ? [] : revocationWrites(before, after, nowMs),
  };
});
