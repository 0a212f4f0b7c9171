import { ApiError } from '../../core/problems/define-problem.ts';
import { invalidRequest } from '../../core/problems/problems.ts';
import type { Write } from '../../core/table/commit.ts';
import { formFields } from '../../identity/pipeline/body.ts';
import type { RequestContext } from '../../identity/pipeline/request-context.ts';
import { parseWith } from '../../identity/pipeline/validate.ts';
import { CommentText, NoteText, ReviewForm } from '../api/review/review-form.ts';
import { applyApprovalAction, MAX_NOTE_LENGTH } from '../rules/approval/approval.ts';
import type { Decision } from '../rules/approval/approval-states.ts';
import { MAX_COMMENT_LENGTH, newReviewComment } from '../rules/review/review-comment.ts';
import {
  commentObstacle,
  countLinkComment,
  isLinkForApproval,
  reviewActor,
  usedReviewLink,
} from '../rules/review/review-link.ts';
import type { ReviewRejection } from '../rules/review/review-rejection.ts';
import { contentWrites } from '../store/contents.ts';
import { newReviewCommentWrites } from '../store/review-comments.ts';
import { reviewLinkWrite } from '../store/review-links.ts';
import type { Review } from './review.ts';
import type { ReviewNotice } from './review-page.ts';

/** Read a form of the review page. Throws 400 for one that the page does not send. */
export function readReviewForm(context: RequestContext): ReviewForm {
  const result = parseWith(ReviewForm, formFields(context));
  if ('errors' in result) {
    const { pointer, detail } = result.errors[0];
    throw invalidRequest(`The field ${pointer.slice(1, 65)} is invalid. ${detail}`);
  }
  // A browser sends line breaks in the form of text files.
  return { ...result.data, text: result.data.text.replaceAll('\r\n', '\n') };
}

/** What the rules reject, with the status of the page. A rejection by any other code is an error of its own. */
const REJECTIONS: Record<string, { rejection: ReviewRejection; status: number }> = {
  content_changed: { rejection: 'content_changed', status: 409 },
  invalid_state_transition: { rejection: 'invalid_state_transition', status: 409 },
  passkey_required: { rejection: 'passkey_required', status: 403 },
  approval_not_permitted: { rejection: 'approval_not_permitted', status: 403 },
};

/**
 * Build the writes of a comment or a decision by a review link, or the notice why there are none. The link is written with
 * them, so that nothing is saved by a link that is revoked at the same time.
 */
export function respondToReview(
  review: Review,
  form: ReviewForm,
  commentId: string,
  nowMs: number,
): { writes: Write[] } | { notice: ReviewNotice } {
  const { action } = form;
  const isComment = action === 'comment';
  const own = isComment ? commentOn(review, form, commentId, nowMs) : decideOn(review, form, action, nowMs);
  if ('notice' in own) return own;
  const link = isComment ? countLinkComment(review.link, nowMs) : review.link;
  return { writes: [...own.writes, reviewLinkWrite(review.link, usedReviewLink(link, nowMs))] };
}

function commentOn({ link, content }: Review, { text }: ReviewForm, id: string, nowMs: number) {
  const reject = (status: number, rejection: ReviewRejection, max: number) =>
    ({ notice: { status, rejection, max, typed: { form: 'comment', text } } }) as const;
  if (!isValid(CommentText, text)) return reject(422, 'invalid_comment', MAX_COMMENT_LENGTH);
  const obstacle = commentObstacle(link, nowMs);
  if (obstacle !== null) return reject(409, obstacle.rejection, obstacle.max);
  const owner = { id, workspaceId: content.workspace_id, contentId: content.id };
  const author = { authorId: link.id, authorName: link.name };
  return { writes: newReviewCommentWrites(newReviewComment(text, { ...owner, ...author }, nowMs)) };
}

function decideOn(review: Review, { text, content_hash }: ReviewForm, action: Decision, nowMs: number) {
  const { link, content, settings } = review;
  const reject = (status: number, rejection: ReviewRejection) =>
    ({ notice: { status, rejection, max: MAX_NOTE_LENGTH, typed: { form: 'decision', text } } }) as const;
  const note = text.trim() === '' ? undefined : text;
  if (note !== undefined && !isValid(NoteText, note)) return reject(422, 'invalid_note');
  // An agent may have edited the item after the link was created.
  if (action === 'approve' && !isLinkForApproval(link, content)) return reject(403, 'no_person');
  try {
    const input = { note, content_hash, actor: reviewActor(review) };
    const before = { content, entries: [] };
    const after = { content: applyApprovalAction(content, action, input, settings, nowMs), entries: [] };
    return { writes: contentWrites(before, after) };
  } catch (thrown) {
    const rejected = thrown instanceof ApiError ? REJECTIONS[thrown.code] : undefined;
    if (rejected === undefined) throw thrown;
    return reject(rejected.status, rejected.rejection);
  }
}

function isValid(schema: typeof CommentText, text: string): boolean {
  return !('errors' in parseWith(schema, text));
}
