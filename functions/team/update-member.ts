import { editMember, memberData, requireAnotherOwner, takesFromOwner } from '../../lib/domain/team.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { loadOwners, ownerChangeWrite } from '../../lib/table/owners.ts';
import { loadMember, memberWrite } from '../../lib/table/workspace.ts';

/** Changes role, permissions or name of a member. An owner loses something only when another one has it too. */
export const handler = endpoint('team.update-member', async ({ caller, params, body }) => {
  const { id: workspaceId } = caller.workspace;
  const before = await found('user', params.id, (id) => loadMember(workspaceId, id));
  const after = editMember(before, body, caller);
  const reply = { status: 200, body: memberData(after) };
  if (after === before) return reply;
  if (!takesFromOwner(before, after)) return { ...reply, change: [memberWrite(before, after)] };
  const owners = await loadOwners(workspaceId);
  requireAnotherOwner(before, owners.owners);
  return { ...reply, change: [memberWrite(before, after), ownerChangeWrite(workspaceId, owners)] };
});
