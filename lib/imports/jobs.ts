import { defineJobPart, defineSteps } from '../core/queue/define-job.ts';
import { type Import, isWorking } from './rules/import.ts';

export const importSteps = /* @__PURE__ */ defineSteps<Import>({
  entity: 'Import',
  idOf: ({ id }) => id,
  hasStep: isWorking,
});

export const importStepAccess = /* @__PURE__ */ defineJobPart({
  of: 'on-step-queued',
  access: {
    get: [
      'Import',
      'ImportRow',
      'ImportKey',
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
      'Queue',
      'QueueName',
    ],
    list: ['ImportRow', 'Content'],
    put: [
      'Import',
      'ImportRow',
      'ImportKey',
      'Content',
      'ContentTarget',
      'ScheduleEntry',
      'ContentClaim',
      'Label',
      'LabelName',
      'Queue',
      'Tombstone',
    ],
    add: ['MediaAsset', 'Counter'],
    remove: ['ImportRow', 'ImportKey', 'Content', 'ContentTarget', 'ContentVersion'],
  },
});

export const overdueImports = /* @__PURE__ */ defineJobPart({
  of: 'on-sweep-due',
  access: { get: ['Import'], put: ['Import'], indexes: ['by_due'] },
});
