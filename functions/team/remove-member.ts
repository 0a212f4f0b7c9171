import { requireReach } from '../../lib/domain/team.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { ownerChange } from '../../lib/http/owner-change.ts';
import { loadMember, memberRemoval } from '../../lib/table/workspace.ts';

/** Removes a member. Their keys and tokens open nothing from then on, within a minute; the last owner stays. */
export const handler = endpoint('team.remove-member', async ({ caller, params }) => {
  const member = await found('user', params.id, (id) => loadMember(caller.workspace.id, id));
  requireReach(member, caller);
  return {
    status: 200,
    body: { success: true, message: `Member ${member.id} is removed.` },
    change: [...memberRemoval(member), ...(await ownerChange(member, null))],
  };
});
