import { requireGrant } from '../../lib/domain/granting.ts';
import { resendInvitation } from '../../lib/domain/invitation.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { mailing, sentInvitation } from '../../lib/http/sent-invitation.ts';
import { loadInvitation, resendWrites } from '../../lib/table/invitation.ts';

/** Sends an invitation again: the token of before opens nothing any more. It grants, so it takes the same rights. */
export const handler = endpoint('team.resend-invitation', async ({ caller, params, nowMs }) => {
  const before = await found('invitation', params.id, (id) => loadInvitation(caller.workspace.id, id));
  requireGrant(before.role, before.permissions, caller);
  const after = resendInvitation(before, mailing(), nowMs);
  const sent = sentInvitation(after, nowMs);
  return { status: 200, body: sent.body, change: [...resendWrites(before, after, nowMs), ...sent.writes] };
});
