import { requireAnotherOwner, requireReach, takesFromOwner } from '../../lib/domain/team.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { loadOwners, ownerChangeWrite } from '../../lib/table/owners.ts';
import { loadMember, memberRemoval } from '../../lib/table/workspace.ts';

/** Removes a member. Their keys and tokens open nothing from then on, within a minute; the last owner stays. */
export const handler = endpoint('team.remove-member', async ({ caller, params }) => {
  const { id: workspaceId } = caller.workspace;
  const member = await found('user', params.id, (id) => loadMember(workspaceId, id));
  requireReach(member, caller);
  const reply = { status: 200, body: { success: true, message: `Member ${member.id} is removed.` } };
  if (!takesFromOwner(member, null)) return { ...reply, change: memberRemoval(member) };
  const owners = await loadOwners(workspaceId);
  requireAnotherOwner(member, owners.owners);
  return { ...reply, change: [...memberRemoval(member), ownerChangeWrite(workspaceId, owners)] };
});
