import type { HandlerResult, RequestContext } from '../../identity/pipeline/request-context.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import { loadPageLook, loadWithBranding, type PageLook, pageLook } from '../../identity/steps/page-look.ts';
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
  /** The name of the workspace. */
  workspace: string;
  look: PageLook;
}

/** Load the review of a token, or the page that says why there is none. */
export async function loadReview(
  token: string,
  context: RequestContext,
): Promise<{ review: Review } | { page: HandlerResult }> {
  const found = await loadByReviewToken(token);
  if (!found) return { page: closedReviewPage(await loadPageLook(context, null), 'unknown') };
  const { link, content, settings } = found;
  const creator = { user_id: link.created_by, client_id: link.client_id ?? null };
  const [{ workspace, branding }, holder] = await Promise.all([
    loadWithBranding(link.workspace_id),
    loadCredentialHolder(link.workspace_id, creator, context.nowMs),
  ]);
  const look = pageLook(context, branding);
  const status = reviewLinkStatus({ link, holder }, context.nowMs);
  if (status === 'revoked' || status === 'expired') return { page: closedReviewPage(look, status) };
  if (!content) return { page: closedReviewPage(look, 'deleted') };
  return { review: { token, link, holder, content, settings, workspace: workspace?.name ?? '', look } };
}
