import type { DefaultAccounts } from '../../accounts/rules/account.ts';
import { type FieldError, fieldError, validationError } from '../../core/problems/request-errors.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { Content, Target, TargetAccount } from './content.ts';

/**
 * The most accounts that an item can name. A transaction has at most 100 writes: two for each account and for each other
 * platform, two for each file (`MAX_REFERENCED_FILES`), when all are replaced, and those of the item and of the request.
 */
export const MAX_ACCOUNTS = 30;

/** One destination of an item. `accountId` is null for the default account of the platform. */
export interface Destination {
  /** The name among the targets: the id of a named account, or the platform for its default account. */
  key: string;
  platform: Platform;
  accountId: string | null;
}

/** List the destinations of an item: the accounts it names, and the default account of each other platform. */
export function destinationsOf({ platforms, accounts }: Pick<Content, 'platforms' | 'accounts'>): Destination[] {
  return platforms.flatMap((platform): Destination[] => {
    const named = accounts.filter((account) => account.platform === platform);
    if (named.length === 0) return [{ key: platform, platform, accountId: null }];
    return named.map(({ id }) => ({ key: id, platform, accountId: id }));
  });
}

/** Return the targets of the destinations of an item, in their order. It may have others, of accounts that it had before. */
export function presentTargets(content: Pick<Content, 'platforms' | 'accounts' | 'targets'>): Content['targets'] {
  const { targets } = content;
  return Object.fromEntries(destinationsOf(content).flatMap(({ key }) => (targets[key] ? [[key, targets[key]]] : [])));
}

/** Return the targets in the order of `platforms` and `accounts`. The table does not preserve the order of map keys. */
export function targetsInOrder(content: Content): Target[] {
  return Object.values(presentTargets(content));
}

/** List the targets of an item that wait for their time. */
export function pendingTargets({ targets }: Pick<Content, 'targets'>): Target[] {
  return Object.values(targets).filter(({ status }) => status === 'pending');
}

/** Return the account of a destination: the one it names, that of its current target, or none yet. */
export function accountOf({ targets }: Pick<Content, 'targets'>, { key, accountId }: Destination): string | null {
  return accountId ?? targets[key]?.account_id ?? null;
}

/**
 * Return the accounts that an item names, with their platforms. Throws 422 for an account that does not exist in the
 * workspace, or whose platform the item does not have.
 *
 * @param known the accounts of the workspace among those that are named.
 */
export function namedAccounts(
  ids: readonly string[],
  platforms: readonly Platform[],
  known: ReadonlyMap<string, { platform: Platform } | null>,
  field = '/accounts',
): TargetAccount[] {
  const errors: FieldError[] = [];
  const accounts = ids.flatMap((id, index): TargetAccount[] => {
    const pointer = `${field}/${index}`;
    const platform = known.get(id)?.platform;
    if (platform === undefined) {
      errors.push({ pointer, code: 'unknown_account', detail: 'No account in your workspace has this id.' });
      return [];
    }
    if (!platforms.includes(platform)) {
      const detail = `Must be an account of a platform of the item (${platforms.join(', ')}).`;
      errors.push({ pointer, code: 'not_of_platforms', detail });
    }
    return [{ id, platform }];
  });
  if (errors.length > 0) throw validationError(errors);
  return accounts;
}

/** Throw 422 when an item names an account whose platform it no longer has. */
export function assertAccountsOfPlatforms({ platforms, accounts }: Pick<Content, 'platforms' | 'accounts'>): void {
  const stranded = accounts.find(({ platform }) => !platforms.includes(platform));
  if (!stranded) return;
  const detail = `Must contain ${stranded.platform}, the platform of the account ${stranded.id} of the item.`;
  throw fieldError('/platforms', 'not_of_accounts', detail);
}

/**
 * Select destinations of an item: those of these accounts, and all of each of these platforms without one among the
 * accounts. A default account may be named. Throws 422 for a platform or an account that the item does not have.
 */
export function selectDestinations(
  content: Content,
  { platforms = [], accounts = [] }: { platforms?: Platform[] | undefined; accounts?: string[] | undefined },
  defaults: DefaultAccounts,
): Destination[] {
  const all = destinationsOf(content);
  const byAccount = accounts.map((id, index) => {
    const isIt = (each: Destination) => (each.accountId ?? defaults[each.platform]) === id;
    const found = all.find(isIt);
    const detail = 'Must be an account that the content item is published to.';
    if (!found) throw fieldError(`/accounts/${index}`, 'not_of_content', detail);
    return found;
  });
  const foreign = platforms.filter((platform) => !content.platforms.includes(platform));
  if (foreign.length > 0) {
    const has = `Its platforms are ${content.platforms.join(', ')}.`;
    const detail = `The content item does not have the platform ${foreign.join(', ')}. ${has}`;
    throw fieldError('/platforms', 'not_of_content', detail);
  }
  const isWhole = (platform: Platform) => !byAccount.some((each) => each.platform === platform);
  const whole = platforms.filter(isWhole).flatMap((platform) => all.filter((each) => each.platform === platform));
  return [...new Set([...whole, ...byAccount])];
}

/**
 * Find a target by its key, or the only target of a platform, among those that the item shows: a cancelled target of a former
 * account is not. Null when there is none, or more than one.
 */
export function findTargetKey(
  content: Pick<Content, 'platforms' | 'accounts' | 'targets'>,
  name: string,
): string | null {
  const shown = destinationsOf(content).filter(({ key }) => Object.hasOwn(content.targets, key));
  const found = shown.find(({ key }) => key === name);
  if (found) return found.key;
  const [only, ...others] = shown.filter(({ platform }) => platform === name);
  return only && others.length === 0 ? only.key : null;
}
