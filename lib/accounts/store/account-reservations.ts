import { sha256 } from '../../core/crypto/sha256.ts';
import type { Write } from '../../core/table/commit.ts';
import { load } from '../../core/table/read.ts';
import { keyOf, toItem } from '../../core/table/schema.ts';
import type { Account } from '../rules/account.ts';

type ReservedBy = Pick<Account, 'workspace_id' | 'platform' | 'external_id'>;

/** The account under which an account of a platform is connected: at most one in a workspace. */
interface AccountReservation {
  workspace_id: string;
  platform: Account['platform'];
  account_id: string;
}

/** Load the id under which an account of a platform is connected in a workspace, or null. */
export async function loadReservedAccountId(owner: ReservedBy): Promise<string | null> {
  const reservation = await load<AccountReservation>(keyOf('AccountReservation', keyFields(owner)));
  return reservation?.account_id ?? null;
}

/** Build the write that reserves the external id of a new account. It conflicts with another account of that id. */
export function accountReservationWrite(account: Account): Write {
  const { workspace_id, platform, id: account_id } = account;
  const record: AccountReservation = { workspace_id, platform, account_id };
  return { put: toItem('AccountReservation', record, keyFields(account)), condition: 'absent' };
}

/** Build the write that releases the external id of an account. */
export function deleteAccountReservationWrite(account: Account): Write {
  return { delete: keyOf('AccountReservation', keyFields(account)), condition: 'any' };
}

// External ids of LinkedIn have colons, and others may have the separator of keys.
function keyFields({ workspace_id, platform, external_id }: ReservedBy) {
  return { workspace_id, platform, external_id_hash: sha256(external_id) };
}
