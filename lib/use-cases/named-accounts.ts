import { namedAccounts, type TargetAccount } from '../domain/content/content-targets.ts';
import type { PublishingStates } from '../domain/content/publish-warnings.ts';
import { isId } from '../domain/id.ts';
import type { Platform } from '../domain/platform.ts';
import { loadPublishingStates } from '../table/publish-limits.ts';

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
