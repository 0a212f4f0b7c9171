import { defineOperation } from '../../../core/api/define-operation.ts';
import { ExportDetailsResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'exports.get',
  route: 'GET /v1/exports/{id}',
  summary: 'Retrieve an export',
  description:
    'Return the progress of an export and, once it is completed, a URL of its file, which is valid for 15 minutes. Of metrics it also requires the permission `analytics:read`, of the audit log `audit:read`.',
  permissions: ['content:read'],
  signsMediaUrls: ['exports'],
  access: { get: ['Export'] },
  example: { params: { id: 'exp_01K00000000000000000000000' } },
});

export const response = ExportDetailsResponse;
