import type { Account } from '../../domain/accounts/account.ts';
import { emitMetric } from '../../observability/emit-metric.ts';
import { log } from '../../observability/log.ts';

/** Logs and counts an account when it starts to need a reconnect. The alarm watches the metric. */
export async function onAccountChanged(before: Account | null, after: Account | null): Promise<void> {
  if (after?.status !== 'needs_reconnect' || before?.status === 'needs_reconnect') return;
  log.error('account.needs_reconnect', {
    workspace_id: after.workspace_id,
    account_id: after.id,
    platform: after.platform,
    reason: after.reconnect_reason,
  });
  emitMetric('AccountsNeedReconnect', 1, after.platform);
}
