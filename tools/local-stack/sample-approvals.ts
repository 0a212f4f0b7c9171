import { SAMPLE_SIGNED_ID } from '../../lib/content/api/content/sample-statement.ts';
import { SAMPLE_REVIEW_TOKEN } from '../../lib/content/api/review/sample-token.ts';
import { applyApprovalAction } from '../../lib/content/rules/approval/approval.ts';
import { newContentVersion } from '../../lib/content/rules/approval/content-version.ts';
import { newContent } from '../../lib/content/rules/change/new-content.ts';
import { newReviewComment } from '../../lib/content/rules/review/review-comment.ts';
import { newReviewLink, reviewLinkExpiry } from '../../lib/content/rules/review/review-link.ts';
import { contentVersionWrite } from '../../lib/content/store/content-versions.ts';
import { contentWrites } from '../../lib/content/store/contents.ts';
import { reviewCommentWrite } from '../../lib/content/store/review-comments.ts';
import { reviewLinkWrite } from '../../lib/content/store/review-links.ts';
import { sampleId } from '../../lib/core/api/define-samples.ts';
import { secretHash } from '../../lib/core/crypto/bearer-secret.ts';
import type { Write } from '../../lib/core/table/commit.ts';
import { defaultSettings } from '../../lib/identity/rules/workspace-settings.ts';

/** The member who wrote the sample item: its author must not decide about it. */
const AUTHOR = sampleId('user', 1);
const COMMENTED = sampleId('content', 0);
const COMMENT = sampleId('reviewComment', 0);
const LINK = sampleId('reviewLink', 0);
const LINK_TO_REVOKE = sampleId('reviewLink', 1);

/** Build two items that wait for their approval, and on the sample draft a comment and two review links. */
export function approvalSamples(workspaceId: string, id: string, nowMs: number): Write[] {
  const input = { title: 'To be approved', platforms: ['twitter' as const, 'linkedin' as const] };
  const actor = { userId: AUTHOR, role: 'owner' as const };
  const items = [id, SAMPLE_SIGNED_ID].flatMap((each) => {
    const draft = newContent(input, { id: each, workspaceId, userId: AUTHOR }, nowMs);
    const content = applyApprovalAction(draft, 'submit', { actor }, defaultSettings(workspaceId), nowMs);
    const version = contentVersionWrite(newContentVersion(draft, content));
    return [...contentWrites(null, { content, entries: [] }), version];
  });
  const comment = newReviewComment(
    'Please name the source of the number.',
    { id: COMMENT, workspaceId, contentId: COMMENTED, authorId: AUTHOR },
    nowMs,
  );
  const links = [LINK, LINK_TO_REVOKE].map((linkId, index) => {
    const token_hash = secretHash(index === 0 ? SAMPLE_REVIEW_TOKEN : linkId);
    const creator = { created_by: AUTHOR, client_id: 'key_01K00000000000000000000099' };
    const owner = { id: linkId, workspace_id: workspaceId, content_id: COMMENTED, ...creator, token_hash };
    const expires_at = reviewLinkExpiry(undefined, nowMs);
    const link = newReviewLink({ name: 'Ada Example', permission: 'comment', expires_at }, owner, nowMs);
    return reviewLinkWrite(null, link);
  });
  return [...items, reviewCommentWrite(comment), ...links];
}
