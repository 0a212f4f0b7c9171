import {
  type EngagementInput,
  type IngestContext,
  type IngestDecision,
  isFromSameRequest,
  type ResolvedReferences,
} from '../domain/analytics/engagement-ingestion.ts';
import type { FieldError } from '../domain/api-error.ts';
import { isId } from '../domain/id.ts';
import { IDEMPOTENCY_TTL_MS } from '../http/idempotency.ts';
import { loadContents } from '../table/contents.ts';
import { insertEngagement } from '../table/engagements.ts';
import { loadPublishedPosts } from '../table/published-posts.ts';

/** What became of one element of a batch. */
export type IngestResult = { status: 'accepted' | 'duplicate' } | { status: 'rejected'; error: FieldError };

/** The items and posts of the workspace that elements speak of. */
export async function loadReferences(
  workspaceId: string,
  sent: EngagementInput[],
): Promise<ResolvedReferences> {
  const ids = sent.flatMap(({ content_id: id }) => (id !== undefined && isId('content', id) ? id : []));
  const named = sent.flatMap(({ platform, platform_post_id }) =>
    platform_post_id === undefined ? [] : { platform, platform_post_id },
  );
  const [contents, posts] = await Promise.all([
    loadContents(workspaceId, ids),
    loadPublishedPosts(workspaceId, named),
  ]);
  return { contents, posts };
}

/**
 * Keeps what was sorted out, each by itself, and answers in its order. Returns or throws once all of them have come
 * to an end, so nothing is left half done by a frozen function. What follows from them, follows from the stream.
 */
export async function ingestAll(sorted: IngestDecision[], receipt: IngestContext): Promise<IngestResult[]> {
  return settleAll(sorted.map((outcome) => ingestOne(outcome, receipt)));
}

/** What these come to, once all of them have ended; throws what the first that failed threw. */
export async function settleAll<T>(works: Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(works);
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

async function ingestOne(outcome: IngestDecision, receipt: IngestContext): Promise<IngestResult> {
  if (outcome === 'duplicate') return { status: 'duplicate' };
  if ('error' in outcome) return { status: 'rejected', error: outcome.error };
  const kept = await insertEngagement(outcome.engagement);
  return { status: !kept || isFromSameRequest(receipt, kept, IDEMPOTENCY_TTL_MS) ? 'accepted' : 'duplicate' };
}
