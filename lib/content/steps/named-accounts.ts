import type { PublishingStates } from '../../accounts/rules/publish-limit.ts';
import { loadAccounts } from '../../accounts/store/accounts.ts';
import { loadPublishingStates } from '../../accounts/store/publish-limits.ts';
import { isId } from '../../core/values/id.ts';
import { PLATFORMS, type Platform } from '../../platforms/platform.ts';
import type { TargetAccount } from '../rules/content.ts';
import { namedAccounts } from '../rules/content-targets.ts';

/**
 * Load the accounts that an item names, the default accounts of its other platforms, and their limits. Throws 422 for an
 * account that the workspace does not have, unless it is among those that the item has named before (`kept`), or that is
 * of no platform of the item.
 */
export async function loadDestinations(
  workspaceId: string,
  {
    platforms,
    accounts = [],
    kept = [],
  }: { platforms: Platform[]; accounts?: string[] | undefined; kept?: TargetAccount[] | undefined },
): Promise<{ accounts: TargetAccount[]; states: PublishingStates }> {
  // Another text is no id, and would not be a valid part of a key.
  const accountIds = accounts.filter((id) => isId('account', id));
  const states = await loadPublishingStates(workspaceId, { platforms, accountIds });
  const connected = [...states.accounts].flatMap(([id, { account }]) => (account ? [{ ...account, id }] : []));
  const known = new Map([...kept, ...connected].map((account) => [account.id, account]));
  return { accounts: namedAccounts(accounts, platforms, known), states };
}

/** Load the accounts that a field names, of any platform. Throws 422 for each that the workspace does not have. */
export async function loadNamedAccounts(
  workspaceId: string,
  ids: readonly string[],
  field = '/accounts',
): Promise<TargetAccount[]> {
  return namedAccounts(ids, PLATFORMS, await loadAccounts(workspaceId, ids), field);
}
