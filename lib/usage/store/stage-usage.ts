import { sha256 } from '../../core/crypto/sha256.ts';
import { commit, type Increment } from '../../core/table/commit.ts';
import { listDueItems } from '../../core/table/due-index.ts';
import { query } from '../../core/table/read.ts';
import { entityAttributes, fromItem, type Item, keyOf, partition, toItem } from '../../core/table/schema.ts';
import { DAY_MS, formatInstant } from '../../core/values/timestamps.ts';
import { isPlatform, type Platform } from '../../platforms/platform.ts';
import { removedUsageEntity, stageUsageEntity, usageDayEntity } from '../entities/usage.ts';
import { differenceOf, type SomeAmounts } from '../rules/amounts.ts';
import type { UsageDay } from '../rules/usage-day.ts';
import { mergeGroups, type UsageGroup } from '../rules/usage-groups.ts';
import { type DayRange, lastDayOf, type UsedAmounts } from '../rules/usage-report.ts';

/** Build the increment of the sums of the stage by what days (of one date) have changed. Null if nothing has. */
export function stageUsageWrite(changes: { before: UsageDay; after: UsageDay }[]): Increment | null {
  const by: Record<string, number> = {};
  for (const { before, after } of changes) {
    for (const [name, amount] of changedSums(before.groups, after.groups)) by[name] = (by[name] ?? 0) + amount;
  }
  const added = Object.fromEntries(Object.entries(by).filter(([, amount]) => amount !== 0));
  if (Object.keys(added).length === 0) return null;
  const increment = keyOf(stageUsageEntity, { day: changes[0]!.after.day });
  return { increment, by: added, set: entityAttributes(stageUsageEntity) };
}

/** List by how much each sum of a platform has changed, by its attribute: `posts_published|twitter`, without one `items|`. */
function changedSums(before: UsageGroup[], after: UsageGroup[]): [string, number][] {
  const [old, present] = [amountsByPlatform(before), amountsByPlatform(after)];
  return [...new Set([...old.keys(), ...present.keys()])].flatMap((platform) => {
    const changed = differenceOf(old.get(platform) ?? {}, present.get(platform) ?? {});
    return Object.entries(changed).map(([name, amount]): [string, number] => [`${name}|${platform ?? ''}`, amount]);
  });
}

function amountsByPlatform(groups: UsageGroup[]): Map<Platform | null, SomeAmounts> {
  const merged = mergeGroups(groups, ({ platform }) => String(platform));
  return new Map(merged.map(({ platform, amounts }) => [platform, amounts]));
}

/** List what all workspaces of the stage have used, by day and platform. */
export async function listStageUsage(range: DayRange): Promise<UsedAmounts[]> {
  const items = await query({ pk: partition(stageUsageEntity, 'pk', {}), from: range.from, to: lastDayOf(range) });
  return items.flatMap((item) => usedIn(String(item.sk), item));
}

function usedIn(day: string, item: Item): UsedAmounts[] {
  return Object.entries(item)
    .filter(([attribute]) => attribute.includes('|'))
    .map(([attribute, amount]) => {
      const [name = '', platform = ''] = attribute.split('|');
      return { ...ofStage(day, isPlatform(platform) ? platform : null), amounts: { [name]: Number(amount) } };
    });
}

function ofStage(day: string, platform: Platform | null) {
  return { day, workspace_id: null, platform, account_id: null };
}

type RemovedUsage = { day: string; groups: Pick<UsageGroup, 'platform' | 'amounts'>[] };

/**
 * Keep what a workspace had used on a day when it is erased: by platform, without its id. A repetition changes nothing. A day
 * that a late record begins again has sums of another time, and its own part.
 */
export async function keepRemovedUsage({ workspace_id, day, groups, summed_at }: UsageDay): Promise<void> {
  if (groups.length === 0) return;
  const kept = [...amountsByPlatform(groups)].map(([platform, amounts]) => ({ platform, amounts }));
  const record: RemovedUsage = { day, groups: kept };
  const hash = sha256(`${workspace_id} ${day} ${summed_at}`);
  await commit([{ put: toItem(removedUsageEntity, record, { hash }), condition: 'any' }]);
}

/** List what erased workspaces had used, by day and platform. */
export async function listRemovedUsage(range: DayRange): Promise<UsedAmounts[]> {
  const pk = partition(removedUsageEntity, 'pk', {});
  const items = await query({ pk, from: range.from, to: `${lastDayOf(range)}~` });
  const records = items.map((item) => fromItem<RemovedUsage>(item));
  return records.flatMap(({ day, groups }) =>
    groups.map(({ platform, amounts }) => ({ ...ofStage(day, platform), amounts })),
  );
}

/** Of each shard. Every workspace that has a change within an hour is due on one day, seldom on two. */
const MAX_DUE_PER_SHARD = 5_000;

/** List the days on which a workspace of the stage has to be summed again. The index lags the table. */
export async function listDueDays(nowMs: number): Promise<string[]> {
  const due = await listDueItems(usageDayEntity, formatInstant(nowMs + DAY_MS), MAX_DUE_PER_SHARD);
  return [...new Set(due.map(({ sk }) => String(sk)))];
}
