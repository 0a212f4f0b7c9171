import { defineOperation } from '../../../core/api/define-operation.ts';
import { PageQuery } from '../../../core/api/request-fields.ts';
import { listResponse } from '../../../core/api/response-fields.ts';
import { ReviewLinkResponse } from './review-responses.ts';

export const ReviewLinksResponse = /* @__PURE__ */ listResponse('review_links', ReviewLinkResponse, 'review links');

export const operation = defineOperation({
  id: 'content.list-review-links',
  route: 'GET /v1/content/{id}/review-links',
  summary: 'List review links',
  description:
    'Return the review links of a content item, oldest first, without their URLs. Expired and revoked links remain listed for 30 days. A link with the permission `approve` is `comment_only` once the session or API key that created it has ended.',
  permissions: ['content:read'],
  query: PageQuery,
  access: { get: ['Content'], list: ['ReviewLink'] },
  example: { params: { id: 'cnt_01K00000000000000000000000' } },
});

export const response = ReviewLinksResponse;
