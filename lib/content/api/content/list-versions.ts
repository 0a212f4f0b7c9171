import { defineOperation } from '../../../core/api/define-operation.ts';
import { ContentVersionsResponse } from './version-responses.ts';

export const operation = defineOperation({
  id: 'content.list-versions',
  route: 'GET /v1/content/{id}/versions',
  summary: 'List the submissions of a content item',
  description:
    'Return what was submitted for approval, newest first: the last ten submissions of the item and the last one that was approved or returned for changes, for 400 days. Each has the fields that the approval covers, who submitted it, and what was decided about it. Compare two of them to see what changed.',
  permissions: ['content:read'],
  agents: true,
  portals: true,
  access: { get: ['Content'], list: ['ContentVersion'] },
  example: { params: { id: 'cnt_01K00000000000000000000007' } },
});

export const response = ContentVersionsResponse;
