import { operation } from '../../lib/api/team/get-member.ts';
import { toMemberView } from '../../lib/domain/identity/member-policy.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { itemInPath } from '../../lib/http/prefetch.ts';
import { loadMember } from '../../lib/table/members.ts';

const prefetching = { ...operation, prefetch: itemInPath('user', 'Member') };

/** Retrieve a member. */
export const handler = defineEndpoint(prefetching, async ({ caller, params }) => {
  const member = await loadOr404('user', params.id, (id) => loadMember(caller.workspace.id, id));
  return { status: 200, body: toMemberView(member) };
});
