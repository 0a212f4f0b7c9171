import type { Platform } from '../../platforms/platform.ts';
import { type SomeAmounts, sumAmounts, withoutZeros } from './amounts.ts';

/** What an amount belongs to. Null: it belongs to none. */
export interface UsageOwner {
  platform: Platform | null;
  account_id: string | null;
}

/** The amounts of one owner. */
export type UsageGroup = UsageOwner & { amounts: SomeAmounts };

/** Add up groups that have the same key, in the order of the first of each. Leaves out groups without any amount. */
export function mergeGroups<G extends UsageGroup>(groups: Iterable<G>, keyOf: (group: G) => string): G[] {
  const merged = new Map<string, G>();
  for (const group of groups) {
    const key = keyOf(group);
    const before = merged.get(key);
    merged.set(key, { ...(before ?? group), amounts: addTo(before?.amounts, group.amounts) });
  }
  return [...merged.values()].filter(({ amounts }) => Object.keys(amounts).length > 0);
}

function addTo(before: SomeAmounts | undefined, added: SomeAmounts): SomeAmounts {
  return before === undefined ? withoutZeros(added) : withoutZeros(sumAmounts([before, added]));
}

/** Return the key of an owner, for `mergeGroups`. */
export function ownerKey({ platform, account_id }: UsageOwner): string {
  return `${platform}|${account_id}`;
}
