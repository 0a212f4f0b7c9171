import { tryCommit } from '../../core/table/commit.ts';
import { insert } from '../../core/table/insert.ts';
import { queryPages } from '../../core/table/read.ts';
import { fromItem, partition, toItem } from '../../core/table/schema.ts';
import { isSupportedSchema } from '../../core/table/schema-version.ts';
import { DAY_MS } from '../../core/values/timestamps.ts';
import { usageRecordEntity } from '../entities/usage.ts';
import { RECORD_DAYS, startOf, type UsageDay } from '../rules/usage-day.ts';
import { mergeGroups, ownerKey, type UsageGroup } from '../rules/usage-groups.ts';
import type { UsageRecord } from '../rules/usage-records.ts';

/** Store a record: once, or in place of one with a lower version. Repetitions have no effect, in any order. */
export async function storeUsageRecord(record: UsageRecord): Promise<void> {
  const expiresAtMs = startOf(record.day) + RECORD_DAYS * DAY_MS;
  const put = toItem(usageRecordEntity, record, {}, expiresAtMs);
  if (record.version === undefined) await insert(put);
  else await tryCommit([{ put, condition: { attribute: 'version', isBelow: record.version } }]);
}

/** Sum the records of a day by platform and account. */
export async function sumUsageRecords({
  workspace_id,
  day,
}: Pick<UsageDay, 'workspace_id' | 'day'>): Promise<UsageGroup[]> {
  const pk = partition(usageRecordEntity, 'pk', { workspace_id, day });
  let groups: UsageGroup[] = [];
  for await (const items of queryPages({ pk })) {
    const found = items.filter(isSupportedSchema).map((item) => fromItem<UsageRecord>(item));
    const added = found.map(({ platform, account_id, amounts }) => ({ platform, account_id, amounts }));
    groups = mergeGroups([...groups, ...added], ownerKey);
  }
  return groups;
}
