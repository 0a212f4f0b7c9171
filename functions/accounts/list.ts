import { operation } from '../../lib/api/accounts/list.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/http/pagination.ts';
import { listAccounts } from '../../lib/table/accounts.ts';
import { accountResponse } from '../../lib/use-cases/account-response.ts';

/** List the platform accounts of the workspace, oldest first. */
export const handler = defineEndpoint(operation, async ({ caller, query, context }) => {
  const paging = parsePagination(context, query);
  const page = await listAccounts(caller.workspace.id, paging);
  const { pagination, headers } = paginationResponse(context, paging, page);
  const accounts = page.records.map((account) => accountResponse(context, account));
  return { status: 200, headers, body: { accounts, pagination } };
});
