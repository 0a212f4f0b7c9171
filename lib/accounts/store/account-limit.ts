import { settings } from '../../core/config/settings.ts';
import type { Write } from '../../core/table/commit.ts';
import { counterEntity } from '../../core/table/entities.ts';
import { load } from '../../core/table/read.ts';
import { keyOf } from '../../core/table/schema.ts';
import { counterIncrement } from '../../core/table/versioned.ts';
import { limitReached } from '../../identity/rules/limit-reached.ts';
import { limitOf, type OwnLimits } from '../../identity/rules/workspace-limits.ts';
import { isSandboxAccountId } from '../rules/sandbox-account.ts';
import { loadAllAccounts } from './accounts.ts';

const COUNTER = 'accounts';

/**
 * Build the writes that count a new account, in a workspace with a limit of accounts. They conflict with those of another
 * account that was added since the accounts were read, so that no more than the limit are added. Throws 409 beyond it.
 * Accounts of the sandbox do not count.
 */
export async function accountLimitWrites(
  { id, workspace_id }: { id: string; workspace_id: string },
  limits: OwnLimits | undefined,
): Promise<Write[]> {
  const limit = limitOf(limits, 'accounts', settings().defaultLimits);
  if (limit === null || isSandboxAccountId(id)) return [];
  const key = keyOf(counterEntity, { workspace_id, name: COUNTER });
  // Before the accounts: an addition in between is a conflict.
  const { additions = 0 } = (await load<{ additions?: number }>(key)) ?? {};
  const accounts = await loadAllAccounts(workspace_id);
  const used = accounts.filter((account) => !isSandboxAccountId(account.id)).length;
  if (used >= limit) throw limitReached('accounts', { used, limit });
  const increment = counterIncrement(workspace_id, COUNTER, { additions: 1 });
  const set = { ...increment.set, workspace_id, limit_name: 'accounts', used: used + 1, limit };
  return [{ ...increment, set, ifBelow: { attribute: 'additions', limit: additions + 1 } }];
}
