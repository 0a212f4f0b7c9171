import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { operation } from '../../lib/identity/api/team/update-member.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { editMember, toMemberView } from '../../lib/identity/rules/member-policy.ts';
import { ownerGuardWrites } from '../../lib/identity/steps/owner-guard.ts';
import { loadMember, memberWrite } from '../../lib/identity/store/members.ts';

const prefetching = { ...operation, prefetch: itemInPath('user', 'Member') };

/** Update the role, permissions or name of a member. The last owner keeps their rights. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, body }) => {
  const before = await loadOr404('user', params.id, (id) => loadMember(caller.workspace.id, id));
  const after = editMember(before, body, caller);
  const response = { status: 200, body: toMemberView(after) };
  if (after === before) return response;
  return { ...response, writes: [memberWrite(before, after), ...(await ownerGuardWrites(before, after))] };
});
