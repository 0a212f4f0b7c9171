import type { Decision } from '../../rules/approval/approval-states.ts';
import type { ApprovalStatus } from '../../rules/content-approval.ts';
import type { ClosedReview, ReviewRejection } from '../../rules/review/review-rejection.ts';

/** The texts of the pages of a reviewer in one language. A name in braces stands for a value. */
export interface ReviewTexts {
  asks: string;
  agentWrote: string;
  states: string;
  status: Record<ApprovalStatus, string>;
  /** Behind the status: who has requested or decided, and when. `who` may be an agent. */
  requestedBy: string;
  by: string;
  on: string;
  agentOf: string;
  agentAuthor: string;
  /** At the start of a text, and within one, behind `by` and `of`. */
  formerMember: { first: string; within: string };
  planned: string;
  publishedOrPlanned: string;
  cancelled: string;
  post: string;
  posts: string;
  noAccount: string;
  connectionsOnly: string;
  firstComment: string;
  threadPost: string;
  cardUnread: string;
  noCard: string;
  linkPreview: string;
  alt: string;
  noAlt: string;
  decision: string;
  note: string;
  decisions: Record<Decision, string>;
  comments: string;
  noComments: string;
  earlierComments: string;
  yourComment: string;
  comment: string;
  saved: string;
  back: string;
  scope: { comment: string; decide: string; ended: string };
  until: string;
  closed: Record<ClosedReview, { title: string; text: string }>;
  rejections: Record<ReviewRejection, string>;
  /** The months from January. Without `Intl`, whose first format takes a seventh of a cold start. */
  months: readonly string[];
  time: string;
}
