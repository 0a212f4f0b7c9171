import { loadContents } from '../../content/store/contents.ts';
import { settings } from '../../core/config/settings.ts';
import type { FieldError } from '../../core/problems/request-errors.ts';
import { settleAll } from '../../core/retry/settle-all.ts';
import { isId } from '../../core/values/id.ts';
import { IDEMPOTENCY_TTL_MS } from '../../identity/pipeline/idempotency.ts';
import {
  type EngagementInput,
  type IngestContext,
  type IngestDecision,
  isFromSameRequest,
  type ResolvedReferences,
} from '../rules/engagement-ingestion.ts';
import { insertEngagement } from '../store/engagements.ts';
import { loadPublishedPosts } from '../store/published-posts.ts';

/** The outcome of one element of a batch. */
export type IngestResult = { status: 'accepted' | 'duplicate' } | { status: 'rejected'; error: FieldError };

/** Load the content items and posts of the workspace that the elements refer to. */
export async function loadReferences(workspaceId: string, sent: EngagementInput[]): Promise<ResolvedReferences> {
  const contentIds = sent.flatMap(({ content_id: id }) => (id !== undefined && isId('content', id) ? id : []));
  const postIds = sent.flatMap(({ platform, platform_post_id }) =>
    platform_post_id === undefined ? [] : { platform, platform_post_id },
  );
  const [contents, posts] = await Promise.all([
    loadContents(workspaceId, contentIds),
    loadPublishedPosts(workspaceId, postIds),
  ]);
  return { contents, posts };
}

/**
 * Store each accepted engagement of a classified batch. Returns the outcomes in the order of the batch. Returns or
 * throws only after all writes have ended, so that a frozen instance leaves none in progress. Stream handlers update
 * the metrics and emit the events.
 */
export async function ingestAll(decisions: IngestDecision[], ingestContext: IngestContext): Promise<IngestResult[]> {
  return settleAll(decisions.map((decision) => ingestOne(decision, ingestContext)));
}

async function ingestOne(decision: IngestDecision, ingestContext: IngestContext): Promise<IngestResult> {
  if (decision === 'duplicate') return { status: 'duplicate' };
  if ('error' in decision) return { status: 'rejected', error: decision.error };
  const stored = await insertEngagement(decision.engagement, settings().commenterTextRetentionDays);
  const isAccepted = !stored || isFromSameRequest(ingestContext, stored, IDEMPOTENCY_TTL_MS);
  return { status: isAccepted ? 'accepted' : 'duplicate' };
}
