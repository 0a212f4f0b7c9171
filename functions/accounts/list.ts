import { accountReply } from '../../lib/http/account-reply.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { paginationOf, pagingOf } from '../../lib/http/pagination.ts';
import { listAccounts } from '../../lib/table/account.ts';

/** Lists the platform accounts of the workspace: at most one per platform. */
export const handler = endpoint('accounts.list', async ({ caller, query, call }) => {
  const paging = pagingOf(call, query);
  const page = await listAccounts(caller.workspace.id, paging);
  const { pagination, headers } = paginationOf(call, paging, page);
  const accounts = page.records.map((account) => accountReply(call, account));
  return { status: 200, headers, body: { accounts, pagination } };
});
