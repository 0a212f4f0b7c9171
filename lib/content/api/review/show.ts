import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { TextResponse } from '../../../core/api/response-fields.ts';
import { SAMPLE_REVIEW_TOKEN } from './sample-token.ts';

export const ReviewQuery = z.strictObject({ token: z.string().check(z.maxLength(200)) });

export const operation = defineOperation({
  id: 'review.show',
  route: 'GET /v1/review',
  summary: 'Show the review page',
  description:
    'Return the review page of a review link. The page shows the posts for each platform, the approval, the comments, and the forms of the reviewer. The token of the link authenticates the request.',
  permissions: 'none',
  audience: 'browser',
  ownRateLimit: true,
  compressesPages: true,
  query: ReviewQuery,
  contentTypes: ['text/html'],
  errorPages: [404, 410],
  signsMediaUrls: ['files', 'cards'],
  access: {
    get: [
      ...(['ReviewLink', 'Content', 'WorkspaceSettings', 'Workspace', 'Member', 'Session', 'ApiKey'] as const),
      ...(['Account', 'DefaultAccount'] as const),
    ],
    list: ['ReviewComment'],
  },
  example: {
    query: {
      token: SAMPLE_REVIEW_TOKEN,
    },
  },
});

export const response = TextResponse;
