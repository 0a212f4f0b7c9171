import type { Account } from '../../content/content.ts';
import { PLATFORMS, type Platform } from '../../platforms.ts';
import type { Draft } from './draft.ts';

/** What a person can choose to publish on: an account, or a platform without a connected one. */
export interface Choice {
  platform: Platform;
  account: Account | null;
}

type Chosen = Pick<Draft, 'platforms' | 'accounts'>;

/** List the accounts, and the platforms that have none, in the order of the platforms. */
export function listChoices(accounts: readonly Account[]): Choice[] {
  return PLATFORMS.flatMap((platform): Choice[] => {
    const own = accountsOf(accounts, platform);
    return own.length > 0 ? own.map((account) => ({ platform, account })) : [{ platform, account: null }];
  });
}

/** List the platforms that a new post is published on: those whose default account can publish. */
export function defaultPlatforms(accounts: readonly Account[]): Platform[] {
  return PLATFORMS.filter((platform) =>
    accountsOf(accounts, platform).some(({ is_default, status }) => is_default && status === 'connected'),
  );
}

/** Whether a draft is published on an account. The default account publishes where the draft names none. */
export function isChosen(draft: Chosen, { platform, account }: Choice, accounts: readonly Account[]): boolean {
  if (account === null) return draft.platforms.includes(platform);
  return chosenOn(draft, platform, accounts).includes(account.id);
}

/** Return the platforms and accounts of a draft after one of them is chosen or left out. */
export function withToggled(draft: Chosen, { platform, account }: Choice, accounts: readonly Account[]): Chosen {
  const own = accountsOf(accounts, platform).map(({ id }) => id);
  const others = draft.accounts.filter((id) => !own.includes(id));
  const before = chosenOn(draft, platform, accounts);
  const chosen = own.filter((id) => before.includes(id) !== (id === account?.id));
  const isOn = account === null ? !draft.platforms.includes(platform) : chosen.length > 0;
  return {
    platforms: PLATFORMS.filter((each) => (each === platform ? isOn : draft.platforms.includes(each))),
    // The only account of a platform is its default, which a draft need not name.
    accounts: own.length > 1 ? [...others, ...chosen] : others,
  };
}

function chosenOn(draft: Chosen, platform: Platform, accounts: readonly Account[]): string[] {
  if (!draft.platforms.includes(platform)) return [];
  const own = accountsOf(accounts, platform);
  const named = own.filter(({ id }) => draft.accounts.includes(id));
  return (named.length > 0 ? named : own.filter(({ is_default }) => is_default)).map(({ id }) => id);
}

function accountsOf(accounts: readonly Account[], platform: Platform): Account[] {
  return accounts.filter((account) => account.platform === platform);
}
