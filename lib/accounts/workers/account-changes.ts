import { emitMetric } from '../../core/observability/emit-metric.ts';
import { log } from '../../core/observability/log.ts';
import type { Account } from '../rules/account.ts';
import { loadAccount } from '../store/accounts.ts';

/**
 * Log and count an account when it starts to need a reconnect, unless it was connected again since. The alarm watches
 * the metric.
 */
export async function onAccountChanged(before: Account | null, after: Account | null): Promise<void> {
  if (after?.status !== 'needs_reconnect' || before?.status === 'needs_reconnect') return;
  const { workspace_id, id, platform, reconnect_reason: reason } = after;
  if ((await loadAccount(workspace_id, id))?.status !== 'needs_reconnect') return;
  log.error('account needs reconnect', { workspace_id, account_id: id, platform, reason });
  emitMetric('AccountsNeedReconnect', 1, platform);
}
