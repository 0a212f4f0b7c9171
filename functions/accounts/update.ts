import { operation } from '../../lib/api/accounts/update.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { assertIfMatch, etagOf } from '../../lib/http/if-match.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { itemInPath } from '../../lib/http/prefetch.ts';
import { loadAccount } from '../../lib/table/accounts.ts';
import { accountResponse } from '../../lib/use-cases/account-response.ts';
import { changeAccount } from '../../lib/use-cases/account-set.ts';

const prefetching = { ...operation, prefetch: itemInPath('account', 'Account') };

/** Rename a platform account, or make it the default of its platform. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, body, nowMs, context }) => {
  const before = await loadOr404('account', params.id, (id) => loadAccount(caller.workspace.id, id));
  assertIfMatch(context, before);
  const { account, writes } = await changeAccount(before, body, nowMs);
  return { status: 200, headers: { etag: etagOf(account) }, body: accountResponse(context, account), writes };
});
