import { fieldError } from '../../core/problems/api-error.ts';
import { ConflictError } from '../../core/retry/conflict.ts';
import type { Write } from '../../core/table/commit.ts';
import type { Account } from '../rules/account.ts';
import { type AccountEdit, editAccount, withDefault } from '../rules/account-edit.ts';
import { newAccountRemoval } from '../rules/account-removal.ts';
import { readPriceMicroUsd } from '../rules/metrics-schedule.ts';
import { accountRemovalWrite } from '../store/account-removals.ts';
import { deleteAccountReservationWrite, externalIdHash } from '../store/account-reservations.ts';
import { accountWrite, deleteAccountWrite, loadAccount, loadOldestOther } from '../store/accounts.ts';
import { defaultAccountWrite, deleteDefaultAccountWrite, loadDefaultAccount } from '../store/default-accounts.ts';
import { deleteInboundAccountWrite } from '../store/inbound-accounts.ts';

/**
 * Build an account after a PUT, and its writes. The account that was the default before stops being it with them. Throws
 * a 422 for a budget where reading metrics has no price.
 */
export async function changeAccount(
  before: Account,
  edit: AccountEdit,
  nowMs: number,
): Promise<{ account: Account; writes: Write[] }> {
  if (edit.metrics_budget?.limit_usd && readPriceMicroUsd(before) === 0) {
    const detail = 'Reading the metrics of this account is free, so it has no budget.';
    throw fieldError('/metrics_budget', 'unsupported', detail);
  }
  const account = editAccount(before, edit, nowMs);
  if (account === before) return { account, writes: [] };
  // The write increments the version, which is the entity tag of the response.
  const result = { account: { ...account, version: before.version + 1 } };
  if (account.is_default === before.is_default) return { ...result, writes: [accountWrite(before, account)] };
  const { workspace_id, platform, id } = account;
  const currentDefault = await loadDefaultAccount(workspace_id, platform);
  const previousDefault = currentDefault && (await loadAccount(workspace_id, currentDefault.account_id));
  // It was deleted since this one was read, which may be the default now.
  if (!previousDefault || previousDefault.id === id) throw new ConflictError();
  return {
    ...result,
    writes: [
      accountWrite(before, account),
      accountWrite(previousDefault, withDefault(previousDefault, false, nowMs)),
      defaultAccountWrite(currentDefault, { workspace_id, platform, account_id: id, is_chosen: true }),
    ],
  };
}

/**
 * Build the writes that delete an account with its credentials, and start the cancellation of its pending entries. When
 * it is the default, the oldest other account of its platform becomes the default.
 */
export async function removeAccountWrites(account: Account, nowMs: number): Promise<Write[]> {
  const { workspace_id, platform } = account;
  const currentDefault = await loadDefaultAccount(workspace_id, platform);
  if (!currentDefault) throw new ConflictError();
  const nextDefault = account.is_default ? await loadOldestOther(account) : null;
  const isLast = account.is_default && nextDefault === null;
  const remaining = nextDefault ? { workspace_id, platform, account_id: nextDefault.id } : currentDefault;
  return [
    deleteAccountWrite(account),
    deleteAccountReservationWrite(account),
    accountRemovalWrite(null, newAccountRemoval(account, externalIdHash(account), nowMs)),
    isLast ? deleteDefaultAccountWrite(currentDefault) : defaultAccountWrite(currentDefault, remaining),
    ...(nextDefault ? [accountWrite(nextDefault, withDefault(nextDefault, true, nowMs))] : []),
    ...(account.inbound_since ? [deleteInboundAccountWrite(account.id)] : []),
  ];
}
