import { operation } from '../../lib/api/team/update-member.ts';
import { editMember, toMemberView } from '../../lib/domain/identity/member-policy.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { loadMember, memberWrite } from '../../lib/table/members.ts';
import { ownerGuardWrites } from '../../lib/use-cases/owner-guard.ts';

/** Changes role, permissions or name of a member. An owner loses something only when another one has it too. */
export const handler = defineEndpoint(operation, async ({ caller, params, body }) => {
  const before = await loadOr404('user', params.id, (id) => loadMember(caller.workspace.id, id));
  const after = editMember(before, body, caller);
  const reply = { status: 200, body: toMemberView(after) };
  if (after === before) return reply;
  return { ...reply, writes: [memberWrite(before, after), ...(await ownerGuardWrites(before, after))] };
});
