import { operation } from '../../lib/identity/api/team/list-members.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/identity/pipeline/pagination.ts';
import { toMemberView } from '../../lib/identity/rules/member-policy.ts';
import { listMembers } from '../../lib/identity/store/members.ts';

/** List the members of the workspace, in the order they joined. */
export const handler = defineEndpoint(operation, async ({ caller, query, context }) => {
  const paging = parsePagination(context, query);
  const page = await listMembers(caller.workspace.id, paging);
  const { pagination, headers } = paginationResponse(context, paging, page);
  return { status: 200, headers, body: { members: page.records.map(toMemberView), pagination } };
});
