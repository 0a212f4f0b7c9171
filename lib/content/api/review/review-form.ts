import * as z from 'zod/mini';
import { textSchema } from '../../../core/api/request-fields.ts';
import { MAX_NOTE_LENGTH } from '../../rules/approval/approval.ts';
import { DECISIONS } from '../../rules/approval/approval-states.ts';
import { MAX_COMMENT_LENGTH } from '../../rules/review/review-comment.ts';
import { SAMPLE_REVIEW_TOKEN } from './sample-token.ts';

/** The texts that a reviewer types. A note is optional. */
export const CommentText = textSchema(MAX_COMMENT_LENGTH);
export const NoteText = textSchema(MAX_NOTE_LENGTH);

/** The fields that a form of the review page sends. */
// biome-ignore format: one field per line.
export const ReviewForm = z.strictObject({
  token: z.string().check(z.maxLength(200), z.meta({ description: 'The token of the link.', examples: [SAMPLE_REVIEW_TOKEN] })),
  action: z.enum(['comment', ...DECISIONS]).check(z.meta({ description: '`comment`, or a decision.', examples: ['comment'] })),
  text: z._default(z.string(), '').check(z.meta({ description: 'The comment, or the note of a decision.', examples: ['Please use the other photo.'] })),
  content_hash: z._default(z.string(), '').check(z.meta({ description: 'For decisions: the hash of the item that the page shows.', examples: [''] })),
});
export type ReviewForm = z.infer<typeof ReviewForm>;
