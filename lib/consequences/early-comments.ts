import { type PublishedPost, sortOut } from '../domain/ingestion.ts';
import { loadEarlyComments } from '../table/early-comment.ts';
import { keepEngagement } from '../table/engagement.ts';

/**
 * Keeps the comments that a platform told of before this post was known as ours: within a second of publishing, or
 * while nobody knew whether the post was live. What follows from them, follows from the stream.
 */
export async function keepEarlyComments(post: PublishedPost, nowMs: number): Promise<void> {
  const comments = await loadEarlyComments(post);
  const sorted = sortOut(
    comments.map((sent) => ({ sent })),
    { contents: [], posts: [post] },
    {
      workspaceId: post.workspace_id,
      nowMs,
      request: `early/${post.platform}/${post.platform_post_id}`,
      isOfPlatform: true,
    },
  );
  for (const each of sorted) {
    if (typeof each === 'object' && 'engagement' in each) await keepEngagement(each.engagement);
  }
}
