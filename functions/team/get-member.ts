import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { operation } from '../../lib/identity/api/team/get-member.ts';
import { memberEntity } from '../../lib/identity/entities/members.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { toMemberView } from '../../lib/identity/rules/member-policy.ts';
import { loadTeamMember } from '../../lib/identity/store/members.ts';

const prefetching = { ...operation, prefetch: itemInPath('user', memberEntity) };

/** Retrieve a member. */
export const handler = defineEndpoint(prefetching, async ({ caller, params }) => {
  const member = await loadOr404('user', params.id, (id) => loadTeamMember(caller.workspace.id, id));
  return { status: 200, body: toMemberView(member) };
});
