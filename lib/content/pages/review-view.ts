import { isId } from '../../core/values/id.ts';
import { STAGE_USER_ID } from '../../identity/rules/stage.ts';
import { loadMembers } from '../../identity/store/members.ts';
import { approvalStatusOf, type Decision, possibleDecisions } from '../rules/approval/approval-states.ts';
import { contentHash } from '../rules/approval/content-hash.ts';
import type { Content } from '../rules/content.ts';
import { COMMENTS_ON_PAGE, commentingAgent, type ReviewComment } from '../rules/review/review-comment.ts';
import { approvalEnd, isLinkForApproval, mayDecide } from '../rules/review/review-link.ts';
import { loadLatestComments } from '../store/review-comments.ts';
import { REVIEW_TEXTS } from './languages/languages.ts';
import type { ReviewTexts } from './languages/review-texts.ts';
import type { Review } from './review.ts';
import type { ReviewView } from './review-page.ts';
import { loadPreviewedPosts } from './review-posts.ts';

/** Returns the name of a person at the start of a text, or within one. */
type NameOf = (id: string, name: string | null, place: keyof ReviewTexts['formerMember']) => string;

/** Load what the page of a review shows: the posts, the approval and the comments, with the names of the people. */
export async function loadReviewView(review: Review): Promise<ReviewView> {
  const { token, link, content, workspace, look } = review;
  const { workspace_id, id, approval } = content;
  const [latest, posts] = await Promise.all([
    loadLatestComments(workspace_id, id, COMMENTS_ON_PAGE + 1),
    loadPreviewedPosts(content),
  ]);
  const comments = latest.slice(-COMMENTS_ON_PAGE);
  const owners = content.agents.map(({ user_id }) => user_id);
  const people = [
    approval?.requested_by,
    approval?.decided_by,
    ...owners,
    ...comments.map(({ author_id }) => author_id),
  ];
  const ids = people.filter((each) => typeof each === 'string' && isId('user', each));
  const members = await loadMembers(workspace_id, ids as string[]);
  const ofProduct = (userId: string) => (userId === STAGE_USER_ID ? workspace : undefined);
  const { formerMember } = REVIEW_TEXTS[look.language];
  const nameOf: NameOf = (userId, name, place) =>
    name ?? members.get(userId)?.name ?? ofProduct(userId) ?? formerMember[place];
  return {
    token,
    reviewer: link.name,
    workspace,
    title: content.title,
    agents: content.agents.map(({ name, user_id }) => ({ name, responsible: nameOf(user_id, null, 'first') })),
    plan: planOf(content),
    approval: approvalOf(content, nameOf),
    posts,
    comments: comments.map((comment) => commentOf(comment, nameOf)),
    hasEarlierComments: latest.length > comments.length,
    contentHash: contentHash(content),
    decisions: decisionsOf(review),
    scope: scopeOf(review),
    expiresAt: link.expires_at,
  };
}

function commentOf(comment: ReviewComment, nameOf: NameOf): ReviewView['comments'][number] {
  const { author_id, author_name, created_at: at, body } = comment;
  const agent = commentingAgent(comment)?.name ?? null;
  return { author: nameOf(author_id, author_name, agent === null ? 'first' : 'within'), agent, at, body };
}

/** Say what the link allows as a whole, whatever the state of its item. */
function scopeOf(review: Review): ReviewView['scope'] {
  if (review.link.permission !== 'approve') return 'comment';
  return approvalEnd(review) === null ? 'decide' : 'ended';
}

/** List the decisions that the link can take now. */
function decisionsOf(review: Review): Decision[] {
  const { link, content, settings } = review;
  if (!mayDecide(review, content, settings)) return [];
  return possibleDecisions(content).filter((each) => each !== 'approve' || isLinkForApproval(link, content));
}

function approvalOf(content: Content, nameOf: NameOf): ReviewView['approval'] {
  const { approval } = content;
  const status = approvalStatusOf(content);
  if (!approval) return { status, by: null, at: null, note: null, agent: null };
  const { decided_by, decided_by_name, decided_at, requested_by, requested_at, note } = approval;
  const agent = approval.agent?.name ?? null;
  if (decided_by === null) return { status, by: nameOf(requested_by, null, 'within'), at: requested_at, note, agent };
  return { status, by: nameOf(decided_by, decided_by_name, 'within'), at: decided_at, note, agent: null };
}

function planOf({ status, scheduled_at }: Content): ReviewView['plan'] {
  if (status === 'cancelled') return { text: 'cancelled' };
  if (scheduled_at === null) return null;
  return { text: status === 'scheduled' ? 'planned' : 'publishedOrPlanned', at: scheduled_at };
}
