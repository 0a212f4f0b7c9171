import * as z from 'zod/mini';
import { textSchema } from '../../../core/api/request-fields.ts';
import { DECISIONS, MAX_NOTE_LENGTH } from '../../rules/approval.ts';
import { MAX_COMMENT_LENGTH } from '../../rules/review-comment.ts';

/** The texts that a reviewer types. A note is optional. */
export const CommentText = textSchema(MAX_COMMENT_LENGTH);
export const NoteText = textSchema(MAX_NOTE_LENGTH);

/** The fields that a form of the review page sends. */
export const ReviewForm = z.strictObject({
  token: z.string().check(z.maxLength(200)),
  action: z.enum(['comment', ...DECISIONS]),
  text: z._default(z.string(), ''),
  content_hash: z._default(z.string(), ''),
});
export type ReviewForm = z.infer<typeof ReviewForm>;
