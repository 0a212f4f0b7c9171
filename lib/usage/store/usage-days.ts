import type { Write } from '../../core/table/commit.ts';
import { loadDue } from '../../core/table/due-index.ts';
import { load, query, type Supported } from '../../core/table/read.ts';
import { DUE_SHARDS, fromItem, keyOf, partition, shardOf } from '../../core/table/schema.ts';
import { versioned } from '../../core/table/versioned.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { usageDayEntity } from '../entities/usage.ts';
import type { UsageDay } from '../rules/usage-day.ts';
import { type DayRange, lastDayOf } from '../rules/usage-report.ts';

type DayOfWorkspace = Pick<UsageDay, 'workspace_id' | 'day'>;

/** Load a day of a workspace, or null. */
export function loadUsageDay({ workspace_id, day }: DayOfWorkspace): Promise<UsageDay | null> {
  return load<UsageDay>(keyOf(usageDayEntity, { workspace_id, day }));
}

/** Build the write of a day: new, or after the version that was read. */
export function usageDayWrite(before: UsageDay | null, after: UsageDay): Write {
  return versioned(usageDayEntity, before, after, { shard: shardOf(after.workspace_id, DUE_SHARDS) });
}

/** List the days of a workspace in a range, oldest first. */
export async function listUsageDays(workspace_id: string, range: DayRange): Promise<UsageDay[]> {
  const pk = partition(usageDayEntity, 'pk', { workspace_id });
  const items = await query({ pk, from: range.from, to: lastDayOf(range) });
  return items.map((item) => fromItem<UsageDay>(item));
}

/** Load the days that are due at a time, at most `limit` of each shard. */
export async function loadDueUsageDays(nowMs: number, limit: number): Promise<Supported<UsageDay>> {
  const now = formatInstant(nowMs);
  const { records, skipped } = await loadDue<UsageDay>(usageDayEntity, now, limit);
  // The index lags the table.
  return { records: records.filter(({ due_at }) => due_at !== null && due_at <= now), skipped };
}
