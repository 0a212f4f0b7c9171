import { sha256 } from '../../core/crypto/sha256.ts';
import type { Write } from '../../core/table/commit.ts';
import { load, loadAll } from '../../core/table/read.ts';
import { keyOf, toItem } from '../../core/table/schema.ts';
import { accountReservationEntity } from '../entities/accounts.ts';
import type { Account } from '../rules/account.ts';
import { loadAccountRemovals } from './account-removals.ts';

type ReservedBy = Pick<Account, 'workspace_id' | 'platform' | 'external_id'>;

/** The account under which an account of a platform is connected: at most one in a workspace. */
interface AccountReservation {
  workspace_id: string;
  platform: Account['platform'];
  account_id: string;
}

/** Load the id under which an account of a platform is connected in a workspace, or null. */
export async function loadReservedAccountId(owner: ReservedBy): Promise<string | null> {
  const reservation = await load<AccountReservation>(keyOf(accountReservationEntity, keyFields(owner)));
  return reservation?.account_id ?? null;
}

/**
 * Load the present ids of those of these accounts that were deleted and are connected again, by their former ids. What is
 * known of a deletion expires.
 */
export async function loadReconnectedAccounts(workspaceId: string, ids: string[]): Promise<Map<string, string>> {
  const removals = await loadAccountRemovals(workspaceId, ids);
  const known = removals.flatMap(({ account_id, workspace_id, platform, external_id_hash }) =>
    external_id_hash
      ? [{ account_id, key: keyOf(accountReservationEntity, { workspace_id, platform, external_id_hash }) }]
      : [],
  );
  const found = await loadAll<AccountReservation>(known.map(({ key }) => key));
  return new Map(
    known.flatMap(({ account_id }, index): [string, string][] => {
      const present = found[index]?.account_id;
      return present ? [[account_id, present]] : [];
    }),
  );
}

/** Build the write that reserves the external id of a new account. It conflicts with another account of that id. */
export function accountReservationWrite(account: Account): Write {
  const { workspace_id, platform, id: account_id } = account;
  const record: AccountReservation = { workspace_id, platform, account_id };
  return { put: toItem(accountReservationEntity, record, keyFields(account)), condition: 'absent' };
}

/** Build the write that releases the external id of an account. */
export function deleteAccountReservationWrite(account: Account): Write {
  return { delete: keyOf(accountReservationEntity, keyFields(account)), condition: 'any' };
}

// External ids of LinkedIn have colons, and others may have the separator of keys.
function keyFields({ workspace_id, platform, external_id }: ReservedBy) {
  return { workspace_id, platform, external_id_hash: externalIdHash({ external_id }) };
}

/** Return the hash of the id of an account on its platform, by which it is found. */
export function externalIdHash({ external_id }: Pick<Account, 'external_id'>): string {
  return sha256(external_id);
}
