import { operation } from '../../lib/api/team/revoke-invitation.ts';
import { revokeInvitation } from '../../lib/domain/identity/invitation.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { itemInPath } from '../../lib/http/prefetch.ts';
import { loadInvitation, revocationWrites } from '../../lib/table/invitations.ts';

const prefetching = { ...operation, prefetch: itemInPath('invitation', 'Invitation') };

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
