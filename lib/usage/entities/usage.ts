import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';
import type { UsageDay } from '../rules/usage-day.ts';

/** What one change of an item adds to a day (UTC) of its workspace; expires 60 days after it. */
export const usageRecordEntity = /* @__PURE__ */ defineEntity({
  name: 'UsageRecord',
  pk: 'WS#{workspace_id}#USAGE#{day}',
  sk: '{source}',
});

export const usageRecordLifecycle: Lifecycle = {
  ending: 'work',
  found: [{ read: 'partition', of: ['UsageDay'], values: ({ sk }) => [{ day: sk }] }],
};

/**
 * The sums of a workspace on a day, by platform and account, and when they are due again ([decision
 * 52](decisions/0052-usage.md)).
 */
export const usageDayEntity = /* @__PURE__ */ defineEntity<UsageDay>({
  name: 'UsageDay',
  pk: 'WS#{workspace_id}#USAGEDAY',
  sk: '{day}',
  due_pk: 'DUE#USAGEDAY#{shard}',
  due_sk: '{due_at}',
});

export const usageDayLifecycle: Lifecycle = { ending: 'data', isExported: true };

/** The sums of all workspaces on a day, by platform; in the transactions of their UsageDay. */
export const stageUsageEntity = /* @__PURE__ */ defineEntity({
  name: 'StageUsage',
  pk: 'STAGEUSAGE',
  sk: '{day}',
});

export const stageUsageLifecycle: Lifecycle = { ending: 'data', found: 'stage' };

/** What an erased workspace had used on a day, by platform: its part of StageUsage. Names no workspace. */
export const removedUsageEntity = /* @__PURE__ */ defineEntity({
  name: 'RemovedUsage',
  pk: 'REMOVEDUSAGE',
  sk: '{day}#{hash}',
});

export const removedUsageLifecycle: Lifecycle = { ending: 'data', found: 'stage' };
