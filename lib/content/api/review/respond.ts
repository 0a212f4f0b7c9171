import { defineOperation } from '../../../core/api/define-operation.ts';
import { TextResponse } from '../../../core/api/response-fields.ts';
import { ReviewForm } from './review-form.ts';
import { SAMPLE_REVIEW_TOKEN } from './sample-token.ts';

export const operation = defineOperation({
  id: 'review.respond',
  route: 'POST /v1/review',
  summary: 'Submit the review page',
  description:
    'Receive the forms of the review page. Returns a confirmation page. If the submission is rejected, for example because the item has changed, returns the review page with the reason.',
  permissions: 'none',
  audience: 'browser',
  ownRateLimit: true,
  compressesPages: true,
  body: 'form',
  contentTypes: ['text/html'],
  errors: ['invalid_request'],
  errorPages: [403, 404, 409, 410, 422],
  signsMediaUrls: ['files', 'cards'],
  access: {
    get: [
      ...(['ReviewLink', 'Content', 'WorkspaceSettings', 'Workspace', 'Member', 'Session', 'ApiKey'] as const),
      ...(['Account', 'DefaultAccount'] as const),
    ],
    list: ['ReviewComment'],
    put: ['ReviewLink', 'ReviewComment', 'Content', 'ContentTarget'],
  },
  example: {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: {
      token: SAMPLE_REVIEW_TOKEN,
      action: 'comment',
      text: 'Please use the other photo.',
    },
  },
});

export const response = TextResponse;

export const openapiBody = () => ReviewForm;
