import { operation } from '../../lib/identity/api/team/list-invitations.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/identity/pipeline/pagination.ts';
import { toInvitationView } from '../../lib/identity/rules/invitation.ts';
import { listInvitations } from '../../lib/identity/store/invitations.ts';

/** List the invitations of the workspace, newest first. */
export const handler = defineEndpoint(operation, async ({ caller, query, context, nowMs }) => {
  const paging = parsePagination(context, query);
  const page = await listInvitations(caller.workspace.id, query.status, paging, nowMs);
  const { pagination, headers } = paginationResponse(context, paging, page);
  const invitations = page.records.map((each) => toInvitationView(each, nowMs));
  return { status: 200, headers, body: { invitations, pagination } };
});
