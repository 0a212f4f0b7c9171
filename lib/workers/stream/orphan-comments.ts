import { classifyBatch, type PublishedPost } from '../../domain/analytics/engagement-ingestion.ts';
import { insertEngagement } from '../../table/engagements.ts';
import { loadOrphanComments } from '../../table/orphan-comments.ts';

/**
 * Stores the comments that arrived before their post was known to be published by this service: within a second
 * of publishing, or while the outcome was unconfirmed. Events and sums follow from the stored engagements.
 */
export async function adoptOrphanComments(post: PublishedPost, nowMs: number): Promise<void> {
  const comments = await loadOrphanComments(post);
  const decisions = classifyBatch(
    comments.map((sent) => ({ sent })),
    { contents: [], posts: [post] },
    {
      workspaceId: post.workspace_id,
      nowMs,
      request: `orphan/${post.platform}/${post.platform_post_id}`,
      isFromPlatform: true,
    },
  );
  for (const decision of decisions) {
    if (typeof decision === 'object' && 'engagement' in decision) await insertEngagement(decision.engagement);
  }
}
