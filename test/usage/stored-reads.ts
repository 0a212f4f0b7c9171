import { listRemovedUsage, listStageUsage } from '../../lib/usage/store/stage-usage.ts';
import { listUsageDays } from '../../lib/usage/store/usage-days.ts';
import { sumUsageRecords } from '../../lib/usage/store/usage-records.ts';
import { type StoredReads, workspaceId } from '../core/table/stored-items.ts';

const DAY = '2026-11-20';
const RANGE = { from: DAY, to: '2026-11-21' };
const amounts = { posts_published: 1 };
const ofX = { platform: 'twitter', amounts } as const;
const groups = [{ ...ofX, account_id: 'acc_01KXFHWR000000000000000000' }];
const used = { day: DAY, workspace_id: null, account_id: null, platform: 'twitter' };
const day = {
  ...{ workspace_id: workspaceId, day: DAY, groups, revision: 1, summed_at: '2026-11-21T01:10:00.000Z' },
  ...{ marked_until: '2026-11-21T01:00:00.000Z', due_at: null, version: 2 },
};

/** The stored items of the feature: what the product finds, and what is expected. */
export const storedReads: StoredReads = {
  UsageRecord: {
    stored: {
      ...{
        pk: `WS#${workspaceId}#USAGE#${DAY}`,
        sk: 'post.ent_1',
        entity: 'UsageRecord',
        schema: 1,
        source: 'post.ent_1',
      },
      ...{ workspace_id: workspaceId, day: DAY, ...groups[0], version: 3, expires_at_seconds: 1_800_000_000 },
    },
    read: async () => [await sumUsageRecords({ workspace_id: workspaceId, day: DAY }), groups],
  },
  UsageDay: {
    stored: { pk: `WS#${workspaceId}#USAGEDAY`, sk: DAY, entity: 'UsageDay', schema: 1, ...day },
    read: async () => [await listUsageDays(workspaceId, RANGE), [day]],
  },
  StageUsage: {
    stored: { pk: 'STAGEUSAGE', sk: DAY, entity: 'StageUsage', schema: 1, 'posts_published|twitter': 1, 'items|': 2 },
    // A table returns attributes in any order.
    read: async () => [
      new Set(await listStageUsage(RANGE)),
      new Set([
        { ...used, amounts },
        { ...used, platform: null, amounts: { items: 2 } },
      ]),
    ],
  },
  RemovedUsage: {
    stored: { pk: 'REMOVEDUSAGE', sk: `${DAY}#ab`, entity: 'RemovedUsage', schema: 1, day: DAY, groups: [ofX] },
    read: async () => [await listRemovedUsage(RANGE), [{ ...used, amounts }]],
  },
};
