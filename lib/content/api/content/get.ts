import { defineOperation } from '../../../core/api/define-operation.ts';
import { ContentResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'content.get',
  route: 'GET /v1/content/{id}',
  summary: 'Retrieve a content item',
  description:
    'Return the item with the publishing status of each target. `warnings` lists problems that would cause a target to fail at its due time and that can still be fixed.',
  permissions: ['content:read'],
  agents: true,
  portals: true,
  etag: true,
  signsMediaUrls: ['cards'],
  access: { get: ['Label', 'Content', 'Account', 'DefaultAccount', 'PublishLimit', 'WorkspaceSettings'] },
  example: { params: { id: 'cnt_01K00000000000000000000000' } },
});

export const response = ContentResponse;
