import { operation } from '../../lib/api/accounts/get.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { etagOf } from '../../lib/http/if-match.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { itemInPath } from '../../lib/http/prefetch.ts';
import { loadAccount } from '../../lib/table/accounts.ts';
import { accountResponse } from '../../lib/use-cases/account-response.ts';

const prefetching = { ...operation, prefetch: itemInPath('account', 'Account') };

/** Retrieve a platform account, without its credentials. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, context }) => {
  const account = await loadOr404('account', params.id, (id) => loadAccount(caller.workspace.id, id));
  return { status: 200, headers: { etag: etagOf(account) }, body: accountResponse(context, account) };
});
