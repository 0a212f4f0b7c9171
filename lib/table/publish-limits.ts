import type { Account } from '../domain/accounts/account.ts';
import type { PublishLimit } from '../domain/accounts/publish-limit.ts';
import type { PublishingState, PublishingStates } from '../domain/content/publish-warnings.ts';
import type { Platform } from '../domain/platform.ts';
import { accountKey } from './accounts.ts';
import type { Write } from './commit.ts';
import { loadDefaultAccounts } from './default-accounts.ts';
import { loadAll } from './read.ts';
import { keyOf, type PrimaryKey, toItem } from './schema.ts';

/** Build the write of a limit, which replaces an earlier one and expires when it ends. */
export function publishLimitWrite(limit: PublishLimit): Write {
  return { put: toItem('PublishLimit', limit, {}, Date.parse(limit.until)), condition: 'any' };
}

/** Load the default accounts of a workspace on these platforms, and these accounts, each with its limit. */
export async function loadPublishingStates(
  workspaceId: string,
  { platforms, accountIds }: { platforms: readonly Platform[]; accountIds: readonly string[] },
): Promise<PublishingStates> {
  const defaults = await loadDefaultAccounts(workspaceId, platforms);
  const ids = [...new Set([...Object.values(defaults), ...accountIds])];
  const found = (await loadAll<object>(ids.flatMap((id) => stateKeys(workspaceId, id)))) as (object | null)[];
  const states = ids.map((id, index): [string, PublishingState] => [
    id,
    { account: found[2 * index] as Account | null, limit: found[2 * index + 1] as PublishLimit | null },
  ]);
  return { defaults, accounts: new Map(states) };
}

function stateKeys(workspaceId: string, accountId: string): PrimaryKey[] {
  return [
    accountKey(workspaceId, accountId),
    keyOf('PublishLimit', { workspace_id: workspaceId, account_id: accountId }),
  ];
}
