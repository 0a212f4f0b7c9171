import type { Platform } from '../../platforms/platform.ts';
import type { Account, DefaultAccount } from './account.ts';
import type { AccountRemoval } from './account-removal.ts';
import { isSandboxAccountId } from './sandbox-account.ts';

/** An account that was deleted while it was the default. It is the default again when it is connected again. */
export interface FormerDefault {
  external_id_hash: string;
  is_chosen?: true; // A user had made it the default.
}

// The default was deleted this often, and no user has chosen another one. Earlier ones are forgotten.
const MAX_FORMER = 10;

/**
 * List the former defaults of a platform after the deletion of its default account, in the order of their deletion. Each
 * stood in for the ones before it.
 */
export function withFormerDefault(
  { former_defaults = [], is_chosen }: DefaultAccount,
  external_id_hash: string,
): FormerDefault[] {
  return [...former_defaults, { external_id_hash, ...(is_chosen ? { is_chosen } : {}) }].slice(-MAX_FORMER);
}

/** List the former defaults of a platform. Without an account, they are part of the removal of its last one. */
export function formerDefaults(
  present: DefaultAccount | null,
  platform: Platform,
  removals: readonly AccountRemoval[],
): FormerDefault[] {
  if (present) return present.former_defaults ?? [];
  const ofLast = removals.filter((removal) => removal.platform === platform && removal.former_defaults);
  const [newest] = ofLast.sort((one, other) => other.created_at.localeCompare(one.created_at));
  return newest?.former_defaults ?? [];
}

/**
 * Return the default account of a platform after an account is connected that was not, or null when the present one
 * stays. The first account is the default, and one that was it before its deletion is it again. A sandbox account that
 * no user has chosen leaves it to every other account.
 */
export function defaultAfterConnection(
  account: Pick<Account, 'id' | 'workspace_id' | 'platform'> & { external_id_hash: string },
  present: DefaultAccount | null,
  former: FormerDefault[],
): Omit<DefaultAccount, 'version'> | null {
  const { id, workspace_id, platform, external_id_hash } = account;
  const index = former.findIndex((each) => each.external_id_hash === external_id_hash);
  const found = former[index];
  const isUnchosenSandbox = (accountId: string, isChosen?: boolean) => isSandboxAccountId(accountId) && !isChosen;
  const givesWay = present !== null && isUnchosenSandbox(present.account_id, present.is_chosen);
  const replaces = isUnchosenSandbox(id, found?.is_chosen) ? found && givesWay : found || givesWay;
  if (present && !replaces) return null;
  const former_defaults = found ? former.slice(0, index) : former;
  return {
    workspace_id,
    platform,
    account_id: id,
    ...(found?.is_chosen ? { is_chosen: true } : {}),
    ...(former_defaults.length > 0 ? { former_defaults } : {}),
  };
}
