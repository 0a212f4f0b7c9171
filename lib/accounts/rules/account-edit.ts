import { formatInstant } from '../../core/values/timestamps.ts';
import type { Account } from './account.ts';

/** The fields of a PUT. Absent fields do not change. An account stops being the default when another one becomes it. */
export interface AccountEdit {
  name?: string | undefined;
  is_default?: true | undefined;
}

/** Apply a PUT to an account. Returns the account itself when nothing changes. */
export function editAccount(account: Account, { name, is_default }: AccountEdit, nowMs: number): Account {
  const edited = { ...account, name: name ?? account.name, is_default: is_default ?? account.is_default };
  const isSame = edited.name === account.name && edited.is_default === account.is_default;
  return isSame ? account : { ...edited, updated_at: formatInstant(nowMs) };
}

/** Make an account the default, or no longer the default. */
export function withDefault(account: Account, is_default: boolean, nowMs: number): Account {
  return { ...account, is_default, updated_at: formatInstant(nowMs) };
}
