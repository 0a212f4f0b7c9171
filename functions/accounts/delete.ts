import { operation } from '../../lib/api/accounts/delete.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { deleteAccountWrite, loadAccountById } from '../../lib/table/accounts.ts';
import { deleteInboundAccountWrite } from '../../lib/table/inbound-accounts.ts';

/** Disconnect a platform account and delete its credentials. Scheduled posts for it will fail. */
export const handler = defineEndpoint(operation, async ({ caller, params }) => {
  const account = await loadOr404('account', params.id, (id) => loadAccountById(caller.workspace.id, id));
  return {
    status: 200,
    body: { success: true, message: `Account ${account.id} is no longer connected.` },
    writes: [deleteAccountWrite(account), ...(account.inbound_since ? [deleteInboundAccountWrite(account.id)] : [])],
  };
});
