import { DAY_MS, formatDay, formatInstant } from '../../core/values/timestamps.ts';
import type { Platform } from '../../platforms/platform.ts';
import { type Amounts, type SomeAmounts, sumAmounts } from './amounts.ts';
import { completableUntil, startOf } from './usage-day.ts';
import { mergeGroups } from './usage-groups.ts';

export const GRANULARITIES = ['day', 'month', 'total'] as const;
export const USAGE_GROUPS = ['workspace', 'account', 'platform'] as const;
export const MAX_USAGE_DAYS = 366;

/** Days (UTC) from `from`, inclusive, to `to`, exclusive: `YYYY-MM-DD`. */
export interface DayRange {
  from: string;
  to: string;
}

/** How amounts are summed: by period, and by what they belong to. */
export interface UsageGrouping extends DayRange {
  granularity: (typeof GRANULARITIES)[number];
  group_by?: (typeof USAGE_GROUPS)[number] | undefined;
}

/** What a workspace, an account or a platform has used on a day; null where the amounts belong to none. */
export interface UsedAmounts {
  day: string;
  workspace_id: string | null;
  platform: Platform | null;
  account_id: string | null;
  amounts: SomeAmounts;
}

type Owner = Pick<UsedAmounts, 'workspace_id' | 'platform' | 'account_id'>;
/** The amounts of a period, of one owner if they are grouped. */
export type UsageRow = { period: string } & Owner & Amounts;

const NO_OWNER: Owner = { workspace_id: null, platform: null, account_id: null };

/** Return the days of a request: by default from the first of the month of `nowMs` to its day. Or what is wrong with them. */
export function daysOf(
  { from, to }: Partial<DayRange>,
  nowMs: number,
): DayRange | { pointer: string; problem: string } {
  const today = formatDay(nowMs);
  const range = { from: from ?? `${(to ?? today).slice(0, 8)}01`, to: to ?? formatDay(nowMs + DAY_MS) };
  const days = (startOf(range.to) - startOf(range.from)) / DAY_MS;
  if (days <= 0) return { pointer: 'to', problem: 'Must be later than from.' };
  if (days > MAX_USAGE_DAYS) return { pointer: 'to', problem: `Must be at most ${MAX_USAGE_DAYS} days after from.` };
  return range;
}

/** Return the last day of a range. */
export function lastDayOf({ to }: DayRange): string {
  return formatDay(startOf(to) - DAY_MS);
}

/** Sum amounts by period and group, in the order of both. Those that belong to no group are in `rest`, by period. */
export function rowsOf(used: UsedAmounts[], grouping: UsageGrouping): { rows: UsageRow[]; rest: UsageRow[] } {
  const owned = used.map((each) => ({ ...each, ...ownerIn(each, grouping), period: periodOf(each.day, grouping) }));
  const isOfGroup = (owner: Owner) => !grouping.group_by || owner[keyField(grouping.group_by)] !== null;
  const keyOf = ({ period, ...owner }: (typeof owned)[number]) =>
    [period, owner.workspace_id, owner.platform, owner.account_id].join(' ');
  const sum = (part: typeof owned) =>
    mergeGroups(part, keyOf)
      .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
      .map(({ period, workspace_id, platform, account_id, amounts }): UsageRow => {
        return { period, workspace_id, platform, account_id, ...sumAmounts([amounts]) };
      });
  return { rows: sum(owned.filter(isOfGroup)), rest: sum(owned.filter((each) => !isOfGroup(each))) };
}

function keyField(group: (typeof USAGE_GROUPS)[number]): keyof Owner {
  return group === 'platform' ? 'platform' : `${group}_id`;
}

/** Return what rows name: the group, and the platform of an account. */
function ownerIn({ workspace_id, platform, account_id }: Owner, { group_by }: UsageGrouping): Owner {
  if (group_by === 'workspace') return { ...NO_OWNER, workspace_id };
  if (group_by === 'platform') return { ...NO_OWNER, platform };
  if (group_by === 'account' && account_id !== null) return { ...NO_OWNER, platform, account_id };
  return NO_OWNER;
}

function periodOf(day: string, { granularity, from, to }: UsageGrouping): string {
  if (granularity === 'total') return `${from}/${to}`;
  return granularity === 'month' ? day.slice(0, 7) : day;
}

/**
 * Return until when the days of a range are complete, as a time (ISO 8601): before it, every change is in the sums. `due` are
 * the days that have to be summed again.
 */
export function completeUntil({ from, to }: DayRange, due: string[], nowMs: number): string {
  const open = due.filter((day) => day >= from).map(startOf);
  return formatInstant(Math.max(startOf(from), Math.min(startOf(to), completableUntil(nowMs), ...open)));
}
