import { ApiError } from '../../core/problems/define-problem.ts';
import { invalidRequest } from '../../core/problems/problems.ts';
import type { Write } from '../../core/table/commit.ts';
import { formFields } from '../../identity/pipeline/body.ts';
import type { RequestContext } from '../../identity/pipeline/request-context.ts';
import { parseWith } from '../../identity/pipeline/validate.ts';
import { CommentText, NoteText, ReviewForm } from '../api/review/review-form.ts';
import { applyApprovalAction } from '../rules/approval/approval.ts';
import type { Decision } from '../rules/approval/approval-states.ts';
import { newReviewComment } from '../rules/review/review-comment.ts';
import {
  commentObstacle,
  countLinkComment,
  isLinkForApproval,
  reviewActor,
  usedReviewLink,
} from '../rules/review/review-link.ts';
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

/** The texts for what the rules reject. A rejection by any other code is an error of its own. */
const REJECTIONS: Record<string, string> = {
  content_changed:
    'The post has changed since you opened this page. Your decision was not saved. Review the current version below.',
  invalid_state_transition: 'Your decision was not saved because the post is no longer waiting for approval.',
  passkey_required:
    'Your decision was not saved because posts of this workspace are approved by its members with a passkey. You can request changes or comment.',
  approval_not_permitted:
    'Your decision was not saved because this link cannot decide about this post. Contact the person who sent it to you.',
};
const NO_PERSON =
  'Your decision was not saved because an agent wrote a part of this post, and a link that an API key created cannot approve what an agent wrote. You can request changes or comment.';
const REJECTION_STATUS: Record<string, number> = { approval_not_permitted: 403, passkey_required: 403 };

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
  const error = textError(CommentText, text);
  if (error) return rejected('comment', text, 422, `The comment was not saved. ${error}`);
  const obstacle = commentObstacle(link, nowMs);
  if (obstacle !== null) return rejected('comment', text, 409, `The comment was not saved. ${obstacle}`);
  const owner = { id, workspaceId: content.workspace_id, contentId: content.id };
  const author = { authorId: link.id, authorName: link.name };
  return { writes: newReviewCommentWrites(newReviewComment(text, { ...owner, ...author }, nowMs)) };
}

function decideOn(review: Review, { text, content_hash }: ReviewForm, action: Decision, nowMs: number) {
  const { link, content, settings } = review;
  const note = text.trim() === '' ? undefined : text;
  const error = note === undefined ? null : textError(NoteText, note);
  if (error)
    return rejected('decision', text, 422, `Your decision was not saved because the note is invalid. ${error}`);
  // An agent may have edited the item after the link was created.
  if (action === 'approve' && !isLinkForApproval(link, content)) return rejected('decision', text, 403, NO_PERSON);
  try {
    const input = { note, content_hash, actor: reviewActor(review) };
    const before = { content, entries: [] };
    const after = { content: applyApprovalAction(content, action, input, settings, nowMs), entries: [] };
    return { writes: contentWrites(before, after) };
  } catch (thrown) {
    const message = thrown instanceof ApiError ? REJECTIONS[thrown.code] : undefined;
    if (message === undefined) throw thrown;
    return rejected('decision', text, REJECTION_STATUS[(thrown as ApiError).code] ?? 409, message);
  }
}

function textError(schema: typeof CommentText, text: string): string | null {
  const result = parseWith(schema, text);
  return 'errors' in result ? result.errors[0].detail : null;
}

function rejected(form: 'comment' | 'decision', text: string, status: number, message: string) {
  return { notice: { status, message, typed: { form, text } } };
}
