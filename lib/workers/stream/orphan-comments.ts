import { classifyBatch, type PublishedPost } from '../../domain/analytics/engagement-ingestion.ts';
import { insertEngagement } from '../../table/engagements.ts';
import { loadOrphanComments } from '../../table/orphan-comments.ts';

/**
 * Keeps the comments that a platform told of before this post was known as ours: within a second of publishing, or
 * while nobody knew whether the post was live. What follows from them, follows from the stream.
 */
export async function adoptOrphanComments(post: PublishedPost, nowMs: number): Promise<void> {
  const comments = await loadOrphanComments(post);
  const sorted = classifyBatch(
    comments.map((sent) => ({ sent })),
    { contents: [], posts: [post] },
    {
      workspaceId: post.workspace_id,
      nowMs,
      request: `orphan/${post.platform}/${post.platform_post_id}`,
      isFromPlatform: true,
    },
  );
  for (const each of sorted) {
    if (typeof each === 'object' && 'engagement' in each) await insertEngagement(each.engagement);
  }
}
