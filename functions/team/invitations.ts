import { invitationData } from '../../lib/domain/invitation.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { paginationOf, pagingOf } from '../../lib/http/pagination.ts';
import { listInvitations } from '../../lib/table/invitation.ts';

/** Lists the invitations of the workspace, newest first. */
export const handler = endpoint('team.invitations', async ({ caller, query, call, nowMs }) => {
  const paging = pagingOf(call, query);
  const page = await listInvitations(caller.workspace.id, query.status, paging, nowMs);
  const { pagination, headers } = paginationOf(call, paging, page);
  const invitations = page.records.map((each) => invitationData(each, nowMs));
  return { status: 200, headers, body: { invitations, pagination } };
});
