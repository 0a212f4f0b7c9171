import { operation } from '../../lib/api/team/update-member.ts';
import { editMember, toMemberView } from '../../lib/domain/identity/member-policy.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { itemInPath } from '../../lib/http/prefetch.ts';
import { loadMember, memberWrite } from '../../lib/table/members.ts';
import { ownerGuardWrites } from '../../lib/use-cases/owner-guard.ts';

const prefetching = { ...operation, prefetch: itemInPath('user', 'Member') };

/** Update the role, permissions or name of a member. The last owner keeps their rights. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, body }) => {
  const before = await loadOr404('user', params.id, (id) => loadMember(caller.workspace.id, id));
  const after = editMember(before, body, caller);
  const response = { status: 200, body: toMemberView(after) };
  if (after === before) return response;
  return { ...response, writes: [memberWrite(before, after), ...(await ownerGuardWrites(before, after))] };
});
