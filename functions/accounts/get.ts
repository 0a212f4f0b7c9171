import { operation } from '../../lib/accounts/api/accounts/get.ts';
import { accountEntity } from '../../lib/accounts/entities/accounts.ts';
import { accountResponse } from '../../lib/accounts/steps/account-response.ts';
import { loadAccount } from '../../lib/accounts/store/accounts.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { etagOf } from '../../lib/identity/pipeline/if-match.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';

const prefetching = { ...operation, prefetch: itemInPath('account', accountEntity) };

/** Retrieve a platform account, without its credentials. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, nowMs, context }) => {
  const account = await loadOr404('account', params.id, (id) => loadAccount(caller.workspace.id, id));
  return { status: 200, headers: { etag: etagOf(account) }, body: await accountResponse(context, account, nowMs) };
});
