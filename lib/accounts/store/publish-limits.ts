import type { Write } from '../../core/table/commit.ts';
import { loadAll } from '../../core/table/read.ts';
import { keyOf, type PrimaryKey, toItem } from '../../core/table/schema.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import { settingsKey, storedSettings } from '../../identity/store/workspace-settings.ts';
import type { Platform } from '../../platforms/platform.ts';
import { publishLimitEntity } from '../entities/accounts.ts';
import type { Account, DefaultAccount } from '../rules/account.ts';
import type { PublishingState, PublishingStates, PublishLimit } from '../rules/publish-limit.ts';
import { accountKey } from './accounts.ts';
import { defaultAccountKeys, toDefaultAccounts } from './default-accounts.ts';

/** Build the write of a limit, which replaces an earlier one and expires when it ends. */
export function publishLimitWrite(limit: PublishLimit): Write {
  return { put: toItem(publishLimitEntity, limit, {}, Date.parse(limit.until)), condition: 'any' };
}

/**
 * Load the default accounts of a workspace on these platforms, and these accounts, each with its limit; also the settings
 * of the workspace, unless they are given.
 */
export async function loadPublishingStates(
  workspaceId: string,
  {
    platforms,
    accountIds,
    settings,
  }: { platforms: readonly Platform[]; accountIds: readonly string[]; settings?: WorkspaceSettings },
): Promise<PublishingStates> {
  // The settings are read with the default accounts, or else with the accounts: never in a request of their own.
  const settingsKeys = settings ? [] : [settingsKey(workspaceId)];
  const isFirst = platforms.length > 0;
  const first = isFirst ? await loadAll<object>([...defaultAccountKeys(workspaceId, platforms), ...settingsKeys]) : [];
  const defaults = toDefaultAccounts(first.slice(0, platforms.length) as (DefaultAccount | null)[]);
  const ids = [...new Set([...Object.values(defaults), ...accountIds])];
  const keys = ids.flatMap((id) => stateKeys(workspaceId, id));
  const found = (await loadAll<object>(isFirst ? keys : [...keys, ...settingsKeys])) as (object | null)[];
  const states = ids.map((id, index): [string, PublishingState] => [
    id,
    { account: found[2 * index] as Account | null, limit: found[2 * index + 1] as PublishLimit | null },
  ]);
  const known = settings ?? storedSettings(isFirst ? first.at(-1) : found.at(-1), workspaceId);
  return { settings: known, defaults, accounts: new Map(states) };
}

function stateKeys(workspaceId: string, accountId: string): PrimaryKey[] {
  return [
    accountKey(workspaceId, accountId),
    keyOf(publishLimitEntity, { workspace_id: workspaceId, account_id: accountId }),
  ];
}
