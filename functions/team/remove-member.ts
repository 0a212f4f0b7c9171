import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { operation } from '../../lib/identity/api/team/remove-member.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { assertCanManage } from '../../lib/identity/rules/member-policy.ts';
import { ownerGuardWrites } from '../../lib/identity/steps/owner-guard.ts';
import { deleteMemberWrites, loadMember } from '../../lib/identity/store/members.ts';

const prefetching = { ...operation, prefetch: itemInPath('user', 'Member') };

/** Remove a member. Their API keys, tokens and invitations stop working within a minute. The last owner must stay. */
export const handler = defineEndpoint(prefetching, async ({ caller, params }) => {
  const member = await loadOr404('user', params.id, (id) => loadMember(caller.workspace.id, id));
  assertCanManage(member, caller);
  return {
    status: 200,
    body: { success: true, message: `Member ${member.id} is removed.` },
    writes: [...deleteMemberWrites(member), ...(await ownerGuardWrites(member, null))],
  };
});
