import type { AuditModes } from '../../core/table/audit-modes.ts';
import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';
import type { Recurrence } from '../rules/recurrence.ts';

/**
 * A recurrence: its post, its rule, the next date to make, and what is left of a change ([decision
 * 34](decisions/0034-local-times.md#a-recurrence-makes-ordinary-items)).
 */
export const recurrenceEntity = /* @__PURE__ */ defineEntity<Recurrence>({
  name: 'Recurrence',
  pk: 'WS#{workspace_id}#RECURRENCE',
  sk: '{id}',
  due_pk: 'DUE#RECURRENCE#{shard}',
  due_sk: '{due_at}',
  resource: 'recurrence',
});

// Its progress is logged through the items that it makes.
// biome-ignore format: several fields per line keep the table readable.
export const recurrenceAudit: AuditModes<Recurrence> = {
  id: 'never', workspace_id: 'never', name: 'always', title: 'always', description: 'always', platforms: 'always',
  accounts: 'always', media: 'redacted_urls', thread: 'redacted_urls', first_comment: 'always',
  platform_options: 'redacted_urls', labels: 'always', campaign: 'always', metadata: 'always', variations: 'always',
  rule: 'always', starts_on: 'always', time: 'always', time_zone: 'always', excluded_dates: 'always',
  cooldown_posts: 'always', paused: 'always', paused_from: 'always', left_out_until: 'always', status: 'always',
  first_number: 'never', next_date: 'never', replacement: 'never', settings_since: 'never', held: 'never',
  deferred: 'never', retry_at: 'never', last_problem: 'never', last_change: 'never', due_at: 'never',
  created_by: 'never', created_at: 'never', updated_at: 'never', version: 'never',
};

export const recurrenceLifecycle: Lifecycle = { ending: 'taken over', ids: 'recurrence', isExported: true };

/** The outcome of a date, once: its item, or why there is none. Expires 40 days after the date. */
export const recurrenceOccurrenceEntity = /* @__PURE__ */ defineEntity({
  name: 'RecurrenceOccurrence',
  pk: 'WS#{workspace_id}#RECURRENCEOCCURRENCE#{recurrence_id}',
  sk: '{date}',
});

export const recurrenceOccurrenceLifecycle: Lifecycle = {
  ending: 'data',
  found: [{ read: 'partition', id: 'recurrence', as: 'recurrence_id' }],
  isExported: true,
};
