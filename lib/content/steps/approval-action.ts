import { loadOr404 } from '../../core/http/load-or-404.ts';
import { assertIfMatch } from '../../identity/pipeline/if-match.ts';
import type { Caller, HandlerResult, RequestContext } from '../../identity/pipeline/request-context.ts';
import { loadWorkspaceSettings } from '../../identity/store/workspace-settings.ts';
import { agentOf, assertAgentMaySubmit, assertPersonApproves } from '../rules/approval/agent-draft.ts';
import {
  type ApprovalInput,
  applyApprovalAction,
  assertMaySign,
  assertNamesSeenContent,
} from '../rules/approval/approval.ts';
import type { ApprovalAction } from '../rules/approval/approval-states.ts';
import { contentHash } from '../rules/approval/content-hash.ts';
import { newContentVersion } from '../rules/approval/content-version.ts';
import { estimateCostMicroUsd } from '../rules/change/content-validation.ts';
import type { Content, LinkCard } from '../rules/content.ts';
import { contentVersionWrite } from '../store/content-versions.ts';
import { contentWrites, loadContent, savedContent } from '../store/contents.ts';
import { contentResponse } from './content-response.ts';
import { type SignedStatement, verifySignedApproval } from './passkey-approval.ts';

/** A request for an action on the approval of the item that its path names. */
interface ApprovalRequest {
  caller: Caller;
  params: Record<string, string>;
  body: ApprovalInput & { passkey?: SignedStatement | undefined };
  nowMs: number;
  context: RequestContext;
}

/**
 * Apply an action to the approval of a content item, and return the item. Throws 404, 412 for another version than the
 * one in `If-Match`, and the errors of `assertNamesSeenContent` and `applyApprovalAction`.
 *
 * @param submission completes the item before it is submitted, and reads the cards of its links.
 */
export async function changeApproval(
  action: ApprovalAction,
  request: ApprovalRequest,
  submission?: {
    prepare: (content: Content) => Promise<Content>;
    readCards: (content: Content, context: RequestContext) => Promise<LinkCard[]>;
  },
): Promise<HandlerResult> {
  const { caller, params, body, nowMs, context } = request;
  if (action === 'approve') assertNamesSeenContent(body, caller);
  const workspaceId = caller.workspace.id;
  const [stored, settings] = await Promise.all([
    loadOr404('content', params.id, (id) => loadContent(workspaceId, id)),
    loadWorkspaceSettings(workspaceId),
  ]);
  assertIfMatch(context, stored);
  if (action === 'approve') assertPersonApproves(stored, caller);
  if (action === 'submit') assertAgentMaySubmit(caller, stored);
  const before = { content: stored, entries: [] };
  const { passkey: signed, ...sent } = body;
  const content = submission ? await submission.prepare(stored) : stored;
  // The caller has seen the item without what is added to it now.
  const isSeen = sent.content_hash === contentHash(stored);
  const input = isSeen ? { ...sent, content_hash: contentHash(content) } : sent;
  if (signed) assertMaySign(content, caller, settings);
  const evidence = signed && (await verifySignedApproval(content, signed, caller, context, Date.now()));
  const apply = (linkCards: LinkCard[] = []) => {
    // The item is read now; the request may have waited before.
    return applyApprovalAction(
      content,
      action,
      { ...input, actor: caller, agent: agentOf(caller), linkCards, evidence },
      settings,
      Date.now(),
    );
  };
  // Nothing is read for a request that is rejected.
  const applied = apply();
  const linkCards = await submission?.readCards(content, context);
  const next = { content: linkCards?.length ? apply(linkCards) : applied, entries: [] };
  const reader = { permissions: caller.permissions, sent: Object.keys(body) };
  const response = await contentResponse(savedContent(before, next), reader, nowMs, { settings });
  const isSubmission = action === 'submit';
  const version = isSubmission ? [contentVersionWrite(newContentVersion(content, next.content))] : [];
  const agentUse = caller.agent ? { submissions: 1, platform_micro_usd: estimateCostMicroUsd(content) } : {};
  return { status: 200, ...response, writes: [...contentWrites(before, next), ...version], agentUse };
}
