import type { Write } from '../../core/table/commit.ts';
import { load, loadAll } from '../../core/table/read.ts';
import { keyOf, type PrimaryKey } from '../../core/table/schema.ts';
import { versioned } from '../../core/table/versioned.ts';
import type { Platform } from '../../platforms/platform.ts';
import { defaultAccountEntity } from '../entities/accounts.ts';
import type { DefaultAccount, DefaultAccounts } from '../rules/account.ts';

/** Build the key of the item that names the default account of a workspace on a platform. */
export function defaultAccountKey(workspaceId: string, platform: Platform): PrimaryKey {
  return keyOf(defaultAccountEntity, { workspace_id: workspaceId, platform });
}

/** Load which account is the default on a platform, or null when none is connected there. */
export function loadDefaultAccount(workspaceId: string, platform: Platform): Promise<DefaultAccount | null> {
  return load<DefaultAccount>(defaultAccountKey(workspaceId, platform));
}

/** Load the ids of the default accounts on these platforms. */
export async function loadDefaultAccounts(
  workspaceId: string,
  platforms: readonly Platform[],
): Promise<DefaultAccounts> {
  return toDefaultAccounts(await loadAll<DefaultAccount>(defaultAccountKeys(workspaceId, platforms)));
}

/** Build the keys of the default accounts on these platforms. */
export function defaultAccountKeys(workspaceId: string, platforms: readonly Platform[]): PrimaryKey[] {
  return platforms.map((platform) => defaultAccountKey(workspaceId, platform));
}

/** Return the ids of default accounts by their platforms. */
export function toDefaultAccounts(found: (DefaultAccount | null)[]): DefaultAccounts {
  return Object.fromEntries(found.flatMap((each) => (each ? [[each.platform, each.account_id]] : [])));
}

/**
 * Build the write of every change of the accounts on a platform: of two at the same time, one starts again. So a
 * platform with accounts has one default account.
 */
export function defaultAccountWrite(before: DefaultAccount | null, after: Omit<DefaultAccount, 'version'>): Write {
  return versioned(defaultAccountEntity, before, after);
}

/** Build the write that removes the default account with the last account of a platform. */
export function deleteDefaultAccountWrite({ workspace_id, platform, version }: DefaultAccount): Write {
  return { delete: defaultAccountKey(workspace_id, platform), condition: { version } };
}
