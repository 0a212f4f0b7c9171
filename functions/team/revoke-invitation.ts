import { revokeInvitation } from '../../lib/domain/invitation.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { loadInvitation, revocationWrites } from '../../lib/table/invitation.ts';

/** Revokes an invitation. One that is revoked already stays so. */
export const handler = endpoint('team.revoke-invitation', async ({ caller, params, nowMs }) => {
  const before = await found('invitation', params.id, (id) => loadInvitation(caller.workspace.id, id));
  const after = revokeInvitation(before);
  return {
    status: 200,
    body: { success: true, message: `Invitation ${before.id} is revoked.` },
    change: after === before ? [] : revocationWrites(before, after, nowMs),
  };
});
