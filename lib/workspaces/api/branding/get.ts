import { defineOperation } from '../../../core/api/define-operation.ts';
import { BrandingResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'branding.get',
  route: 'GET /v1/branding',
  summary: 'Retrieve the branding',
  description:
    'Return the branding of the stage, or that of the workspace that the header `Workspace` names, without the fields that it has from the stage.',
  permissions: ['workspaces:read'],
  stage: 'optional',
  access: { get: ['Workspace'] },
});

export const response = BrandingResponse;
