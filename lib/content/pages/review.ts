import type { HandlerResult } from '../../identity/pipeline/request-context.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import { loadCredentialHolder } from '../../identity/store/credential-holders.ts';
import type { Content } from '../rules/content.ts';
import { type HeldLink, reviewLinkStatus } from '../rules/review/review-link.ts';
import { loadByReviewToken } from '../store/review-links.ts';
import { closedReviewPage } from './review-page.ts';

/** A review by an open link. */
export interface Review extends HeldLink {
  token: string;
  content: Content;
  settings: WorkspaceSettings;
}

const ADVICE = 'Ask the sender for a new link.';

/** Load the review of a token, or the page that says why there is none. */
export async function loadReview(token: string, nowMs: number): Promise<{ review: Review } | { page: HandlerResult }> {
  const found = await loadByReviewToken(token);
  if (!found) return { page: closedReviewPage(404, 'Unknown link', `This link is not valid. ${ADVICE}`) };
  const { link, content, settings } = found;
  const creator = { user_id: link.created_by, client_id: link.client_id ?? null };
  const holder = await loadCredentialHolder(link.workspace_id, creator, nowMs);
  const status = reviewLinkStatus({ link, holder }, nowMs);
  const ended = (title: string, message: string) => ({ page: closedReviewPage(410, title, `${message} ${ADVICE}`) });
  if (status === 'revoked') return ended('The link was revoked', 'This link was revoked.');
  if (status === 'expired') return ended('The link has expired', 'This link has expired.');
  if (!content) return { page: closedReviewPage(410, 'The post was deleted', 'There is nothing to review.') };
  return { review: { token, link, holder, content, settings } };
}
