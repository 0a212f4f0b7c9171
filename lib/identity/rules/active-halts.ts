import type { Platform } from '../../platforms/platform.ts';

/** What a halt stops: all posts of a workspace, those on a platform, or those of an account. */
export type HaltScope = 'workspace' | { platform: Platform } | { account: string };

/**
 * A halt as the settings of its workspace have it, which a worker reads before it sends anything. `resumed_at`: it has
 * ended, and the posts that were due before this time still wait for their new times.
 */
export interface ActiveHalt {
  id: string;
  scope: HaltScope;
  reason: string;
  created_by: string;
  created_at: string;
  resumed_at?: string;
}

/** What decides whether a halt is about a post. The account is null while the default account is not known. */
type Destination = { platform: Platform; account_id: string | null };

/** Return the first halt that stops posts to a destination now, or null. */
export function haltOf(halts: readonly ActiveHalt[] | undefined, destination: Destination): ActiveHalt | null {
  return halts?.find((halt) => halt.resumed_at === undefined && covers(halt.scope, destination)) ?? null;
}

/**
 * Return whether another halt than `ended` decides about a post: it still stops it, or it has ended later, and its release
 * has not passed the list yet. What a worker still holds then is in the last pass of that release, which is later. So of
 * several halts the last one decides, and no two releases plan the same post.
 */
export function isLeftToAnother(
  halts: readonly ActiveHalt[] | undefined,
  destination: Destination,
  ended: { id: string; resumed_at: string },
): boolean {
  const isLater = ({ id, resumed_at }: ActiveHalt) =>
    resumed_at === undefined || `${resumed_at}#${id}` > `${ended.resumed_at}#${ended.id}`;
  return (halts ?? []).some((halt) => halt.id !== ended.id && covers(halt.scope, destination) && isLater(halt));
}

/**
 * Return whether a post may not be sent: a halt stops it, or one that has ended did when it was due (`due_at`), and it
 * has no new time yet.
 */
export function isHeld(
  halts: readonly ActiveHalt[] | undefined,
  entry: Destination & { due_at: string | null },
): boolean {
  if (!halts?.length) return false;
  const wasDue = (resumed_at: string) => entry.due_at === null || entry.due_at < resumed_at;
  return halts.some(
    ({ scope, resumed_at }) => covers(scope, entry) && (resumed_at === undefined || wasDue(resumed_at)),
  );
}

/** Return whether two scopes are the same. */
export function isSameScope(one: HaltScope, other: HaltScope): boolean {
  return scopeName(one) === scopeName(other);
}

/** List the accounts that halts stop now. */
export function haltedAccounts(halts: readonly ActiveHalt[] = []): string[] {
  return halts.flatMap(({ scope, resumed_at }) =>
    typeof scope === 'object' && 'account' in scope && resumed_at === undefined ? [scope.account] : [],
  );
}

/** Return halts that name the present id of an account which was connected before under one of these ids. */
export function withReconnectedAccount(
  halts: readonly ActiveHalt[] = [],
  formerIds: readonly string[],
  presentId: string,
): ActiveHalt[] {
  return halts.map((halt) => {
    const [former] = haltedAccounts([halt]);
    return former !== undefined && formerIds.includes(former) ? { ...halt, scope: { account: presentId } } : halt;
  });
}

/** Return the text that names a scope: `workspace`, the platform, or the id of the account. */
export function scopeName(scope: HaltScope): string {
  if (scope === 'workspace') return scope;
  return 'platform' in scope ? scope.platform : scope.account;
}

/** Return a halt as responses show it on what it stops; null for none. */
export function toHaltMark(halt: ActiveHalt | null): { id: string; reason: string; since: string } | null {
  return halt && { id: halt.id, reason: halt.reason, since: halt.created_at };
}

function covers(scope: HaltScope, { platform, account_id }: Destination): boolean {
  if (scope === 'workspace') return true;
  return 'platform' in scope ? scope.platform === platform : scope.account === account_id;
}
