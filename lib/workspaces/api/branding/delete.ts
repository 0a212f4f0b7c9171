import { defineOperation } from '../../../core/api/define-operation.ts';
import { DeletedResponse } from '../../../core/api/response-fields.ts';

export const operation = defineOperation({
  id: 'branding.delete',
  route: 'DELETE /v1/branding',
  summary: 'Delete the branding',
  description: 'Delete the branding of the stage, or that of the workspace that the header `Workspace` names.',
  permissions: ['workspaces:write'],
  stage: 'optional',
  access: { get: ['Workspace'], put: ['Workspace'] },
});

export const response = DeletedResponse;
