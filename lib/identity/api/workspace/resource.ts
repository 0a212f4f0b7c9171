import { defineResource } from '../../../core/api/define-resource.ts';

export const resource = defineResource({
  description: 'The workspace and its settings.',
  group: ['Workspace', 1],
  schemaNames: {
    'Workspace.approval': 'ApprovalPolicy',
    'Workspace.approval_method': 'ApprovalMethod',
    'Workspace.approver_roles[]': 'ApproverRole',
    'Workspace.plan': 'Plan',
  },
});
