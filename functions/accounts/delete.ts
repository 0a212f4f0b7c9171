import { operation } from '../../lib/accounts/api/accounts/delete.ts';
import { accountEntity } from '../../lib/accounts/entities/accounts.ts';
import { removeAccountWrites } from '../../lib/accounts/steps/account-set.ts';
import { loadAccount } from '../../lib/accounts/store/accounts.ts';
import { countPendingEntries } from '../../lib/content/store/schedule-entries.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertIfMatch } from '../../lib/identity/pipeline/if-match.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';

const prefetching = { ...operation, prefetch: itemInPath('account', accountEntity) };

/** Disconnect a platform account, delete its credentials, and cancel its pending entries. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, nowMs, context }) => {
  const account = await loadOr404('account', params.id, (id) => loadAccount(caller.workspace.id, id));
  assertIfMatch(context, account);
  const { count, isCapped } = await countPendingEntries(account.workspace_id, account.id);
  return {
    status: 200,
    body: {
      success: true,
      message: `Account ${account.id} is disconnected. No further posts are published with it.`,
      cancelled_entries: count,
      cancelled_entries_is_capped: isCapped,
    },
    writes: await removeAccountWrites(account, nowMs),
  };
});
