import { defineEntity } from '../../core/table/define-entity.ts';
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

/** The outcome of a date, once: its item, or why there is none. Expires 40 days after the date. */
export const recurrenceOccurrenceEntity = /* @__PURE__ */ defineEntity({
  name: 'RecurrenceOccurrence',
  pk: 'WS#{workspace_id}#RECURRENCEOCCURRENCE#{recurrence_id}',
  sk: '{date}',
});
