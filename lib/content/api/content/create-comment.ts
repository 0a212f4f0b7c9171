import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { textSchema } from '../../../core/api/request-fields.ts';
import { MAX_COMMENT_LENGTH } from '../../rules/review/review-comment.ts';
import { ReviewCommentResponse } from './review-responses.ts';

// biome-ignore format: one field per line.
export const ReviewCommentCreate = z.strictObject({
  body: textSchema(MAX_COMMENT_LENGTH).check(z.meta({ description: 'The text of the comment.', examples: ['Please name the source of the number.'] })),
});

export const operation = defineOperation({
  id: 'content.create-comment',
  route: 'POST /v1/content/{id}/comments',
  summary: 'Add a review comment',
  description:
    'Add a comment. Members and external reviewers can read it. Review comments are never published, and are deleted after 400 days.',
  permissions: ['content:write', 'content:approve'],
  agents: true,
  portals: true,
  body: ReviewCommentCreate,
  status: 201,
  errors: ['comment_limit'],
  access: { get: ['Content'], put: ['ReviewComment'], add: ['AgentUsage', 'Counter'] },
  example: {
    params: { id: 'cnt_01K00000000000000000000000' },
    body: { body: 'Please name the source of the number.' },
  },
});

export const response = ReviewCommentResponse;
