import { isSandboxAccountId } from '../../accounts/rules/sandbox-account.ts';
import { loadDefaultAccounts } from '../../accounts/store/default-accounts.ts';
import { PLATFORMS } from '../../platforms/platform.ts';

/**
 * Return whether analytics are about sandbox accounts: as the query says, or as its account is. Otherwise when all default
 * accounts of the workspace are sandbox accounts, so that a workspace without a platform has numbers too. Reads what
 * `defaultAccountsOf` prefetches.
 */
export async function showsSandboxData(
  workspaceId: string,
  { account_id, sandbox }: { account_id?: string | undefined; sandbox?: 'true' | 'false' | undefined },
): Promise<boolean> {
  if (account_id !== undefined) return isSandboxAccountId(account_id);
  if (sandbox !== undefined) return sandbox === 'true';
  const ids = Object.values(await loadDefaultAccounts(workspaceId, PLATFORMS));
  return ids.length > 0 && ids.every(isSandboxAccountId);
}
