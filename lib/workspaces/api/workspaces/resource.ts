import { defineResource } from '../../../core/api/define-resource.ts';

export const resource = defineResource({
  description: 'The workspaces of the stage: one for each customer of a product, by stage keys.',
  group: ['Workspace', 7],
  path: {
    id: ['The id of the workspace, or `external:` and its external id.', 'ws_01K00000000000000000000001'],
    external_id: ['The id that your product gives to the workspace.', 'customer-17'],
  },
  query: {
    external_id: ['Only the workspace with this external id.', 'customer-17'],
    label: ['Only workspaces with this label.', 'europe'],
    status: ['Only workspaces with this status.', 'suspended'],
    grace_days: [
      'For how many days the workspace can be restored: 0 to 30. The default is 7.',
      7,
      { minimum: 0, maximum: 30, default: 7 },
    ],
    created_since: ['Only workspaces that were created at or after this time.', '2026-11-20T09:30:00.000Z'],
  },
  schemaNames: {
    WorkspaceDetailsResponse: 'StageWorkspace',
    'StageWorkspace.limits': 'WorkspaceLimits',
    'WorkspaceCreate.limits': 'WorkspaceLimitsInput',
    'StageWorkspace.suspension': 'WorkspaceSuspension',
    'StageWorkspace.status': 'WorkspaceStatus',
    'StageWorkspace.suspension.scope': 'SuspensionScope',
    'WorkspaceDeletion.status': 'WorkspaceDeletionStatus',
    'WorkspaceDeletion.counts': 'WorkspaceDeletionCounts',
  },
});
