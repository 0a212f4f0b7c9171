import { operation } from '../../lib/accounts/api/accounts/list.ts';
import { accountResponses } from '../../lib/accounts/steps/account-response.ts';
import { listAccounts } from '../../lib/accounts/store/accounts.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/identity/pipeline/pagination.ts';

/** List the platform accounts of the workspace, oldest first. */
export const handler = defineEndpoint(operation, async ({ caller, query, nowMs, context }) => {
  const paging = parsePagination(context, query);
  const page = await listAccounts(caller.workspace.id, paging);
  const { pagination, headers } = paginationResponse(context, paging, page);
  const accounts = await accountResponses(context, page.records, nowMs);
  return { status: 200, headers, body: { accounts, pagination } };
});
