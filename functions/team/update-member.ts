import { editMember, memberData } from '../../lib/domain/team.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { ownerChange } from '../../lib/http/owner-change.ts';
import { loadMember, memberWrite } from '../../lib/table/workspace.ts';

/** Changes role, permissions or name of a member. An owner loses something only when another one has it too. */
export const handler = endpoint('team.update-member', async ({ caller, params, body }) => {
  const before = await found('user', params.id, (id) => loadMember(caller.workspace.id, id));
  const after = editMember(before, body, caller);
  const reply = { status: 200, body: memberData(after) };
  if (after === before) return reply;
  return { ...reply, change: [memberWrite(before, after), ...(await ownerChange(before, after))] };
});
