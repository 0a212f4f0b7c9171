import { operation } from '../../lib/accounts/api/accounts/update.ts';
import { accountEntity } from '../../lib/accounts/entities/accounts.ts';
import { accountResponse } from '../../lib/accounts/steps/account-response.ts';
import { changeAccount } from '../../lib/accounts/steps/account-set.ts';
import { loadAccount } from '../../lib/accounts/store/accounts.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertIfMatch, etagOf } from '../../lib/identity/pipeline/if-match.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';

const prefetching = { ...operation, prefetch: itemInPath('account', accountEntity) };

/** Rename a platform account, make it the default of its platform, or set when its metrics are polled. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, body, nowMs, context }) => {
  const before = await loadOr404('account', params.id, (id) => loadAccount(caller.workspace.id, id));
  assertIfMatch(context, before);
  const { account, writes } = await changeAccount(before, body, nowMs);
  return {
    status: 200,
    headers: { etag: etagOf(account) },
    body: await accountResponse(context, account, nowMs),
    writes,
  };
});
