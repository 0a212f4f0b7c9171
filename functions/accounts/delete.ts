import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { accountRemoval, loadAccountById } from '../../lib/table/account.ts';
import { inboundRemoval } from '../../lib/table/inbound.ts';

/** Forgets a platform account and what opens it. What is still to be published there will fail. */
export const handler = endpoint('accounts.delete', async ({ caller, params }) => {
  const account = await found('account', params.id, (id) => loadAccountById(caller.workspace.id, id));
  return {
    status: 200,
    body: { success: true, message: `Account ${account.id} is no longer connected.` },
    change: [accountRemoval(account), ...(account.inbound_since ? [inboundRemoval(account.id)] : [])],
  };
});
