import { accountCheck, loadAccount } from '../../lib/accounts/store/accounts.ts';
import { fieldError } from '../../lib/core/problems/request-errors.ts';
import type { Write } from '../../lib/core/table/commit.ts';
import { isId } from '../../lib/core/values/id.ts';
import { operation } from '../../lib/halts/api/halts/create.ts';
import { newHalt, toHaltView } from '../../lib/halts/rules/halt.ts';
import { haltWrites } from '../../lib/halts/store/halts.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { loadWorkspaceSettings, settingsKey } from '../../lib/identity/store/workspace-settings.ts';
import { resolveAlias } from '../../lib/platforms/platform.ts';
import { waitUntilStopped } from '../../lib/publishing/steps/halt-wait.ts';

const prefetching = {
  ...operation,
  prefetch: (workspaceId: string) => [settingsKey(workspaceId)],
  // The request that stored the halt may have ended before its wait.
  beforeReplay: waitUntilStopped,
};

/** Halt publishing. The response comes when no worker sends a post any more. */
export const handler = defineEndpoint(prefetching, async ({ caller, body, nowMs, newId }) => {
  const workspace_id = caller.workspace.id;
  const before = await loadWorkspaceSettings(workspace_id);
  const { scope: asked, reason } = body;
  const checks: Write[] = [];
  if (typeof asked === 'object' && 'account' in asked) {
    const account = isId('account', asked.account) ? await loadAccount(workspace_id, asked.account) : null;
    if (!account) throw fieldError('/scope/account', 'unknown_account', 'No account in your workspace has this id.');
    // The new connection of an account that was deleted since would not find this halt.
    checks.push(accountCheck(account));
  }
  const isPlatform = typeof asked === 'object' && 'platform' in asked;
  const scope = isPlatform ? { platform: resolveAlias(asked.platform) } : asked;
  const halt = newHalt({ scope, reason }, { id: newId('halt'), workspace_id, created_by: caller.userId }, nowMs);
  const result = { status: 201, body: toHaltView(halt) };
  return {
    ...result,
    writes: [...haltWrites(before, halt), ...checks],
    afterCommit: async () => {
      await waitUntilStopped();
      return result;
    },
  };
});
