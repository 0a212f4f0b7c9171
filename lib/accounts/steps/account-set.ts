import { ConflictError } from '../../core/retry/conflict.ts';
import type { Write } from '../../core/table/commit.ts';
import type { Account } from '../rules/account.ts';
import { type AccountEdit, editAccount, withDefault } from '../rules/account-edit.ts';
import { newAccountRemoval } from '../rules/account-removal.ts';
import { accountRemovalWrite } from '../store/account-removals.ts';
import { deleteAccountReservationWrite } from '../store/account-reservations.ts';
import { accountWrite, deleteAccountWrite, loadAccount, loadOldestOther } from '../store/accounts.ts';
import { defaultAccountWrite, deleteDefaultAccountWrite, loadDefaultAccount } from '../store/default-accounts.ts';
import { deleteInboundAccountWrite } from '../store/inbound-accounts.ts';

/** Build an account after a PUT, and its writes. The account that was the default before stops being it with them. */
export async function changeAccount(
  before: Account,
  edit: AccountEdit,
  nowMs: number,
): Promise<{ account: Account; writes: Write[] }> {
  const account = editAccount(before, edit, nowMs);
  if (account === before) return { account, writes: [] };
  // The write increments the version, which is the entity tag of the response.
  const result = { account: { ...account, version: before.version + 1 } };
  if (account.is_default === before.is_default) return { ...result, writes: [accountWrite(before, account)] };
  const { workspace_id, platform, id } = account;
  const present = await loadDefaultAccount(workspace_id, platform);
  const former = present && (await loadAccount(workspace_id, present.account_id));
  // It was deleted since this one was read, which may be the default now.
  if (!former || former.id === id) throw new ConflictError();
  return {
    ...result,
    writes: [
      accountWrite(before, account),
      accountWrite(former, withDefault(former, false, nowMs)),
      defaultAccountWrite(present, { workspace_id, platform, account_id: id, is_chosen: true }),
    ],
  };
}

/**
 * Build the writes that delete an account with its credentials, and start the cancellation of its pending entries. When
 * it is the default, the oldest other account of its platform becomes the default.
 */
export async function removeAccountWrites(account: Account, nowMs: number): Promise<Write[]> {
  const { workspace_id, platform } = account;
  const present = await loadDefaultAccount(workspace_id, platform);
  if (!present) throw new ConflictError();
  const heir = account.is_default ? await loadOldestOther(account) : null;
  const isLast = account.is_default && heir === null;
  const remaining = heir ? { workspace_id, platform, account_id: heir.id } : present;
  return [
    deleteAccountWrite(account),
    deleteAccountReservationWrite(account),
    accountRemovalWrite(null, newAccountRemoval(account, nowMs)),
    isLast ? deleteDefaultAccountWrite(present) : defaultAccountWrite(present, remaining),
    ...(heir ? [accountWrite(heir, withDefault(heir, true, nowMs))] : []),
    ...(account.inbound_since ? [deleteInboundAccountWrite(account.id)] : []),
  ];
}
