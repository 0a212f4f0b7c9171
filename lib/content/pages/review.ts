import type { HandlerResult } from '../../identity/pipeline/request-context.ts';
import type { Member } from '../../identity/rules/member.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import { loadMember } from '../../identity/store/members.ts';
import type { Content } from '../rules/content.ts';
import { type ReviewLink, reviewLinkStatus } from '../rules/review-link.ts';
import { loadByReviewToken } from '../store/review-links.ts';
import { closedReviewPage } from './review-page.ts';

/** A review by an active link. `creator` is null when the member who created the link was removed. */
export interface Review {
  token: string;
  link: ReviewLink;
  content: Content;
  settings: WorkspaceSettings;
  creator: Member | null;
}

const ADVICE = 'Ask the sender for a new link.';

/** Load the review of a token, or the page that says why there is none. */
export async function loadReview(token: string, nowMs: number): Promise<{ review: Review } | { page: HandlerResult }> {
  const found = await loadByReviewToken(token);
  if (!found) return { page: closedReviewPage(404, 'Unknown link', `This link is not valid. ${ADVICE}`) };
  const { link, content, settings } = found;
  const status = reviewLinkStatus(link, nowMs);
  const ended = (title: string, message: string) => ({ page: closedReviewPage(410, title, `${message} ${ADVICE}`) });
  if (status === 'revoked') return ended('The link was revoked', 'The sender revoked this link.');
  if (status === 'expired') return ended('The link has expired', 'This link has expired.');
  if (!content) return { page: closedReviewPage(410, 'The post was deleted', 'There is nothing to review.') };
  const creator = await loadMember(link.workspace_id, link.created_by);
  return { review: { token, link, content, settings, creator } };
}
