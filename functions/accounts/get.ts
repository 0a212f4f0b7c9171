import { accountReply } from '../../lib/http/account-reply.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { loadAccountById } from '../../lib/table/account.ts';

/** Reads a platform account, without what opens it. */
export const handler = endpoint('accounts.get', async ({ caller, params, call }) => {
  const account = await found('account', params.id, (id) => loadAccountById(caller.workspace.id, id));
  return { status: 200, body: accountReply(call, account) };
});
