import { operation } from '../../lib/api/team/list-members.ts';
import { toMemberView } from '../../lib/domain/identity/member-policy.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/http/pagination.ts';
import { listMembers } from '../../lib/table/members.ts';

/** List the members of the workspace, in the order they joined. */
export const handler = defineEndpoint(operation, async ({ caller, query, context }) => {
  const paging = parsePagination(context, query);
  const page = await listMembers(caller.workspace.id, paging);
  const { pagination, headers } = paginationResponse(context, paging, page);
  return { status: 200, headers, body: { members: page.records.map(toMemberView), pagination } };
});
