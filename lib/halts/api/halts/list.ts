import { defineOperation } from '../../../core/api/define-operation.ts';
import { HaltListResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'halts.list',
  route: 'GET /v1/halts',
  summary: 'List active halts',
  description: 'Return the halts that stop publishing now, oldest first. A workspace has at most 20.',
  permissions: ['schedule:read', 'content:read'],
  portals: true,
  access: { get: ['WorkspaceSettings'] },
});

export const response = HaltListResponse;
