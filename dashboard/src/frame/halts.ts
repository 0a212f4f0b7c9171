import { api, type Schemas, unwrap } from '../api/client.ts';
import { type Query, reloadQuery, useQuery } from '../api/hooks.ts';
import { type Account, accountName } from '../content/content.ts';
import { t } from '../language/texts.ts';
import { type Platform, platformName } from '../platforms.ts';

export type Halt = Schemas['Halt'];
export type HaltScope = Halt['scope'];

const KEY = 'halts';

/** The halts that stop publishing now. */
export function useHalts(): Query<Halt[]> {
  return useQuery(KEY, async () => (await unwrap(api.GET('/halts'))).halts, { isShared: true });
}

/** Load the halts again, where they are shown. */
export function reloadHalts(): Promise<void> {
  return reloadQuery(KEY);
}

/** Whether a member has halted publishing. Members resume no halt of the operator or of the product. */
export function isByMember({ created_by }: Halt): boolean {
  return created_by !== 'operator' && created_by !== 'stage';
}

/** Return the value of a choice for a scope: `workspace`, or a platform or an account behind its kind. */
export function choiceOf(scope: HaltScope): string {
  if (scope === 'workspace') return scope;
  return 'platform' in scope ? `platform:${scope.platform}` : `account:${scope.account}`;
}

/** Return the scope of a choice. */
export function scopeOf(choice: string): HaltScope {
  const [kind, name] = choice.split(':') as [string, string?];
  if (name === undefined) return 'workspace';
  return kind === 'platform' ? { platform: name as Platform } : { account: name };
}

/** Name what a halt stops, for example "Publishing on X". */
export function scopeName(scope: HaltScope, accounts: readonly Account[]): string {
  if (scope === 'workspace') return t('halts.workspace');
  if ('platform' in scope) return t('halts.platform', { platform: platformName(scope.platform) });
  const account = accounts.find(({ id }) => id === scope.account);
  return t('halts.account', { account: account ? accountName(account) : scope.account });
}
