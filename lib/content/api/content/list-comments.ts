import { defineOperation } from '../../../core/api/define-operation.ts';
import { PageQuery } from '../../../core/api/request-fields.ts';
import { listResponse } from '../../../core/api/response-fields.ts';
import { ReviewCommentResponse } from './review-responses.ts';

export const ReviewCommentsResponse = /* @__PURE__ */ listResponse(
  'comments',
  ReviewCommentResponse,
  'review comments',
);

export const operation = defineOperation({
  id: 'content.list-comments',
  route: 'GET /v1/content/{id}/comments',
  summary: 'List review comments',
  description: 'Return the comments of members and external reviewers on a content item, oldest first.',
  permissions: ['content:read'],
  agents: true,
  portals: true,
  query: PageQuery,
  access: { get: ['Content'], list: ['ReviewComment'] },
  example: { params: { id: 'cnt_01K00000000000000000000000' } },
});

export const response = ReviewCommentsResponse;
