import { defineJobPart, defineSteps } from '../core/queue/define-job.ts';
import type { Recurrence } from './rules/recurrence.ts';

export const recurrenceSteps = /* @__PURE__ */ defineSteps<Recurrence>({
  entity: 'Recurrence',
  idOf: ({ id }) => id,
  // Its worker decides: what computes dates would more than double the bundle of the stream worker.
  hasStep: () => true,
});

export const recurrenceStepAccess = /* @__PURE__ */ defineJobPart({
  of: 'on-step-queued',
  access: {
    get: [
      'Recurrence',
      'Content',
      'ScheduleEntry',
      'Account',
      'AccountRemoval',
      'AccountReservation',
      'DefaultAccount',
      'WorkspaceSettings',
      'MediaAsset',
      'PublishLimit',
      'ContentClaim',
      'LinkRules',
      'Label',
      'LabelName',
      'Template',
      'TemplateName',
    ],
    list: ['RecurrenceOccurrence', 'Content'],
    put: [
      'Recurrence',
      'RecurrenceOccurrence',
      'Content',
      'ContentTarget',
      'ScheduleEntry',
      'ContentClaim',
      'Label',
      'LabelName',
      'Tombstone',
    ],
    add: ['MediaAsset', 'Counter'],
    remove: ['Recurrence', 'RecurrenceOccurrence', 'Content', 'ContentTarget', 'ContentVersion'],
  },
});

export const recurrenceChanges = /* @__PURE__ */ defineJobPart({
  of: 'on-table-change',
  access: { get: ['Recurrence', 'Template', 'TemplateName'], list: ['Recurrence'], put: ['Recurrence'] },
});

export const continuedRecurrences = /* @__PURE__ */ defineJobPart({
  of: 'on-sweep-due',
  access: { get: ['Recurrence'], put: ['Recurrence'], indexes: ['by_due'] },
});
