import { operation } from '../../lib/api/accounts/get.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { loadAccountById } from '../../lib/table/accounts.ts';
import { accountResponse } from '../../lib/use-cases/account-response.ts';

/** Retrieve a platform account, without its credentials. */
export const handler = defineEndpoint(operation, async ({ caller, params, context }) => {
  const account = await loadOr404('account', params.id, (id) => loadAccountById(caller.workspace.id, id));
  return { status: 200, body: accountResponse(context, account) };
});
