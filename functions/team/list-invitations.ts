import { operation } from '../../lib/api/team/list-invitations.ts';
import { toInvitationView } from '../../lib/domain/identity/invitation.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/http/pagination.ts';
import { listInvitations } from '../../lib/table/invitations.ts';

/** List the invitations of the workspace, newest first. */
export const handler = defineEndpoint(operation, async ({ caller, query, context, nowMs }) => {
  const paging = parsePagination(context, query);
  const page = await listInvitations(caller.workspace.id, query.status, paging, nowMs);
  const { pagination, headers } = paginationResponse(context, paging, page);
  const invitations = page.records.map((each) => toInvitationView(each, nowMs));
  return { status: 200, headers, body: { invitations, pagination } };
});
