import type { Account } from '../domain/account.ts';
import { log } from '../log.ts';
import { measure } from '../metrics.ts';

/** An account that from now on needs a person is told of once: in the log, and in what the alarm watches. */
export async function followAccount(before: Account | null, after: Account | null): Promise<void> {
  if (after?.status !== 'needs_reconnect' || before?.status === 'needs_reconnect') return;
  log.error('account.needs_reconnect', {
    workspace_id: after.workspace_id,
    account_id: after.id,
    platform: after.platform,
    reason: after.reconnect_reason,
  });
  measure('AccountsNeedReconnect', 1, after.platform);
}
