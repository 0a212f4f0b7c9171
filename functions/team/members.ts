import { memberData } from '../../lib/domain/team.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { paginationOf, pagingOf } from '../../lib/http/pagination.ts';
import { listMembers } from '../../lib/table/workspace.ts';

/** Lists the members of the workspace, in the order they joined. */
export const handler = endpoint('team.members', async ({ caller, query, call }) => {
  const paging = pagingOf(call, query);
  const page = await listMembers(caller.workspace.id, paging);
  const { pagination, headers } = paginationOf(call, paging, page);
  return { status: 200, headers, body: { members: page.records.map(memberData), pagination } };
});
