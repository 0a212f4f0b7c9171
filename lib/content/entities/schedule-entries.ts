import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';
import type { ScheduleEntry } from '../rules/schedule-entry.ts';

/** One item scheduled to one account at one time; of a thread, the `parts` that are live. */
export const scheduleEntryEntity = /* @__PURE__ */ defineEntity<ScheduleEntry>({
  name: 'ScheduleEntry',
  pk: 'WS#{workspace_id}#ENTRY',
  sk: '{id}',
  status_pk: 'WS#{workspace_id}#ENTRY#{status}#{platform}',
  list_sk: '{scheduled_at}#{id}',
  category_pk: 'WS#{workspace_id}#ENTRY#{status}#{account_id}',
  parent_pk: 'WS#{workspace_id}#ENTRIES#{content_id}',
  due_pk: 'DUE#ENTRY#{shard}',
  due_sk: '{due_at}',
  defaults: () => ({
    account_id: null,
    scheduled_local: null,
    names_account: false,
    attempt: null,
    prepared_state: null,
    unconfirmed_send: null,
    parts: [],
    published_at: null,
    late_by_seconds: null,
    platform_post_id: null,
    url: null,
    error: null,
  }),
});

export const scheduleEntryLifecycle: Lifecycle = { ending: 'data', isExported: true };

/** Where the planner of schedules continues in each shard of `by_due`. */
export const schedulePlanEntity = /* @__PURE__ */ defineEntity({
  name: 'SchedulePlan',
  pk: 'SCHEDULEPLAN',
  sk: 'SCHEDULEPLAN',
});

export const schedulePlanLifecycle: Lifecycle = { ending: 'work', found: 'stage' };
