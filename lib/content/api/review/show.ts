import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { TextResponse } from '../../../core/api/response-fields.ts';
import { SAMPLE_REVIEW_TOKEN } from './sample-token.ts';

export const ReviewQuery = z.strictObject({ token: z.string().check(z.maxLength(200)) });

export const operation = defineOperation({
  id: 'review.show',
  route: 'GET /v1/review',
  summary: 'Show the review page of a content item',
  description:
    'Return the page to which the `url` of a review link leads: the item as each platform will show it, its approval, its comments, and the forms of the reviewer. The link is enough, no other token is required.',
  permissions: 'none',
  rateLimitBeforeHandler: true,
  query: ReviewQuery,
  contentTypes: ['text/html'],
  errorPages: [404, 410],
  signsMediaUrls: ['files'],
  access: {
    get: ['ReviewLink', 'Content', 'WorkspaceSettings', 'Workspace', 'Member', 'Account', 'DefaultAccount'],
    list: ['ReviewComment'],
  },
  example: {
    query: {
      token: SAMPLE_REVIEW_TOKEN,
    },
  },
});

export const response = TextResponse;
