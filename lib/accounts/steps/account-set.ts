import { fieldError } from '../../core/problems/request-errors.ts';
import { ConflictError } from '../../core/retry/conflict.ts';
import type { Write } from '../../core/table/commit.ts';
import type { Account, DefaultAccount } from '../rules/account.ts';
import { type AccountEdit, editAccount, withDefault } from '../rules/account-edit.ts';
import { newAccountRemoval } from '../rules/account-removal.ts';
import { withFormerDefault } from '../rules/former-defaults.ts';
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
  if (account === before) return { account, writes: edit.is_default ? await choiceWrites(before) : [] };
  // The write increments the version, which is the entity tag of the response.
  const result = { account: { ...account, version: before.version + 1 } };
  if (account.is_default === before.is_default) {
    const choice = edit.is_default ? await choiceWrites(account) : [];
    return { ...result, writes: [accountWrite(before, account), ...choice] };
  }
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
      defaultAccountWrite(currentDefault, chosenDefault(account)),
    ],
  };
}

/** Build the write that keeps the default account the default, because a user has chosen it. */
async function choiceWrites(account: Account): Promise<Write[]> {
  const current = await loadDefaultAccount(account.workspace_id, account.platform);
  // Another one has become it since this one was read.
  if (current?.account_id !== account.id) throw new ConflictError();
  const isStored = current.is_chosen && !current.former_defaults;
  return isStored ? [] : [defaultAccountWrite(current, chosenDefault(account))];
}

function chosenDefault({ workspace_id, platform, id }: Account): Omit<DefaultAccount, 'version'> {
  return { workspace_id, platform, account_id: id, is_chosen: true };
}

/**
 * Build the writes that delete an account with its credentials, and start the cancellation of its pending entries. When
 * it is the default, the oldest other account of its platform becomes the default until this one is connected again.
 */
export async function removeAccountWrites(account: Account, nowMs: number): Promise<Write[]> {
  const { workspace_id, platform } = account;
  const currentDefault = await loadDefaultAccount(workspace_id, platform);
  if (!currentDefault) throw new ConflictError();
  const nextDefault = account.is_default ? await loadOldestOther(account) : null;
  const isLast = account.is_default && nextDefault === null;
  const external_id_hash = externalIdHash(account);
  const former_defaults = withFormerDefault(currentDefault, external_id_hash);
  const known = { external_id_hash, ...(isLast ? { former_defaults } : {}) };
  const remaining = nextDefault
    ? { workspace_id, platform, account_id: nextDefault.id, former_defaults }
    : currentDefault;
  return [
    deleteAccountWrite(account),
    deleteAccountReservationWrite(account),
    accountRemovalWrite(null, newAccountRemoval(account, known, nowMs)),
    isLast ? deleteDefaultAccountWrite(currentDefault) : defaultAccountWrite(currentDefault, remaining),
    ...(nextDefault ? [accountWrite(nextDefault, withDefault(nextDefault, true, nowMs))] : []),
    ...(account.inbound_since ? [deleteInboundAccountWrite(account.id)] : []),
  ];
}
