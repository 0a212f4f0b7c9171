import type { PublishingStates } from '../../accounts/rules/publish-limit.ts';
import { loadAccounts } from '../../accounts/store/accounts.ts';
import { loadPublishingStates } from '../../accounts/store/publish-limits.ts';
import { isId } from '../../core/values/id.ts';
import { PLATFORMS, type Platform } from '../../platforms/facts/platform.ts';
import { namedAccounts, type TargetAccount } from '../rules/content-targets.ts';

/**
 * Load the accounts that a new item names, the default accounts of its other platforms, and their limits. Throws 422 for
 * an account that the workspace does not have, or that is of no platform of the item.
 */
export async function loadDestinations(
  workspaceId: string,
  { platforms, accounts = [] }: { platforms: Platform[]; accounts?: string[] | undefined },
): Promise<{ accounts: TargetAccount[]; states: PublishingStates }> {
  // Another text is no id, and would not be a valid part of a key.
  const accountIds = accounts.filter((id) => isId('account', id));
  const states = await loadPublishingStates(workspaceId, { platforms, accountIds });
  const known = new Map([...states.accounts].map(([id, { account }]) => [id, account]));
  return { accounts: namedAccounts(accounts, platforms, known), states };
}

/** Load the accounts that a request names, of any platform. Throws 422 for each that the workspace does not have. */
export async function loadNamedAccounts(workspaceId: string, ids: readonly string[]): Promise<TargetAccount[]> {
  return namedAccounts(ids, PLATFORMS, await loadAccounts(workspaceId, ids));
}
