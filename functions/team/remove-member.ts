import { operation } from '../../lib/api/team/remove-member.ts';
import { assertCanManage } from '../../lib/domain/identity/member-policy.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { itemInPath } from '../../lib/http/prefetch.ts';
import { deleteMemberWrites, loadMember } from '../../lib/table/members.ts';
import { ownerGuardWrites } from '../../lib/use-cases/owner-guard.ts';

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
