import { operation } from '../../lib/content/api/content/create-review-link.ts';
import { contentEntity } from '../../lib/content/entities/contents.ts';
import { reviewUrl } from '../../lib/content/pages/review-url.ts';
import { assertPersonApproves } from '../../lib/content/rules/approval/agent-draft.ts';
import { assertMayDecide } from '../../lib/content/rules/approval/approval.ts';
import {
  assertBelowLinkLimit,
  assertFromAnywhere,
  newReviewLink,
  reviewLinkExpiry,
  toReviewLinkView,
} from '../../lib/content/rules/review/review-link.ts';
import { formatReviewToken } from '../../lib/content/rules/review/review-token.ts';
import { loadHeldLinks } from '../../lib/content/steps/held-links.ts';
import { loadContent } from '../../lib/content/store/contents.ts';
import { loadCreatedLinks } from '../../lib/content/store/review-counts.ts';
import { loadReviewLinks, newReviewLinkWrites } from '../../lib/content/store/review-links.ts';
import { newBearerSecret, secretHash } from '../../lib/core/crypto/bearer-secret.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { assertAnyPermission } from '../../lib/identity/pipeline/authorize.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { settingsAndItemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { assertMayAddAccess, assertSessionLives } from '../../lib/identity/steps/recent-sign-in.ts';
import { loadCredentialHolder } from '../../lib/identity/store/credential-holders.ts';
import { loadWorkspaceSettings } from '../../lib/identity/store/workspace-settings.ts';

const prefetching = { ...operation, prefetch: settingsAndItemInPath('content', contentEntity) };

/** Create a link by which a person without an account reviews a content item. Its token is returned only once. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, body, nowMs, newId, context }) => {
  const { name, permission } = body;
  const workspace_id = caller.workspace.id;
  // The page shows the item to everybody who has the link, also to the caller.
  assertAnyPermission(caller, ['content:read']);
  if (permission === 'approve') {
    assertAnyPermission(caller, ['content:approve']);
    await assertMayAddAccess(caller, nowMs);
  } else await assertSessionLives(caller, nowMs);
  const creator = { user_id: caller.userId, client_id: caller.clientId };
  const holder = await loadCredentialHolder(workspace_id, creator, nowMs);
  const expires_at = reviewLinkExpiry(body.expires_at, nowMs);
  const content = await loadOr404('content', params.id, (id) => loadContent(workspace_id, id));
  if (permission === 'approve') {
    assertFromAnywhere(holder.allowedIps);
    assertPersonApproves(content, caller);
    assertMayDecide(caller, content, await loadWorkspaceSettings(workspace_id));
  }
  // The count is read first: its write detects a link that is created after it, and the list has those before it.
  const created = await loadCreatedLinks(workspace_id, content.id);
  const links = await loadReviewLinks(workspace_id, content.id);
  assertBelowLinkLimit(await loadHeldLinks(workspace_id, links, nowMs), nowMs);
  const key = { id: newId('reviewLink'), workspace_id, content_id: content.id };
  const token = formatReviewToken(key, newBearerSecret());
  const owner = { ...key, created_by: caller.userId, client_id: caller.clientId, token_hash: secretHash(token) };
  const link = newReviewLink({ name, permission, expires_at }, owner, nowMs);
  return {
    status: 201,
    body: { ...toReviewLinkView({ link, holder }, nowMs), url: reviewUrl(context, token) },
    writes: newReviewLinkWrites(link, created, nowMs),
  };
});
