import { settings } from '../../config/settings.ts';
import { classifyBatch, type PublishedPost } from '../../domain/analytics/engagement-ingestion.ts';
import { newPostMetrics } from '../../domain/analytics/post-metrics.ts';
import { termsOf } from '../../domain/analytics/terms.ts';
import { textFor } from '../../domain/content/content.ts';
import type { ScheduleEntry } from '../../domain/content/schedule-entry.ts';
import { tryCommit } from '../../table/commit.ts';
import { loadContent } from '../../table/contents.ts';
import { insertEngagement } from '../../table/engagements.ts';
import { publicationWrites } from '../../table/metric-buckets.ts';
import { loadOrphanComments } from '../../table/orphan-comments.ts';
import { postMetricsWrite } from '../../table/post-metrics.ts';
import { publishedPostWrite } from '../../table/published-posts.ts';
import { countTerms } from './count-terms.ts';

/** Start metrics polling for a newly published post and count its terms. */
export async function onEntryPublished(before: ScheduleEntry | null, after: ScheduleEntry | null): Promise<void> {
  if (after?.state !== 'published' || before?.state === 'published') return;
  const { workspace_id, content_id, platform, platform_post_id } = after;
  const published_at = after.published_at!;
  const content = await loadContent(workspace_id, content_id);
  const text = content ? textFor(content, platform) : '';
  // Without the platform's post id, metrics cannot be polled and engagements cannot be matched.
  if (platform_post_id !== null) {
    await tryCommit([
      postMetricsWrite(null, newPostMetrics(after, text)),
      ...publicationWrites({ workspace_id, content_id, platform, published_at }),
    ]);
    const post = { workspace_id, content_id, platform, platform_post_id };
    await tryCommit([publishedPostWrite(post)]);
    await adoptOrphanComments(post, Date.now());
  }
  await countTerms(workspace_id, [{ content_id, platform, terms: termsOf(text), at: published_at }]);
}

/**
 * Store the comments that arrived before their post was known to be published by this service: within a second
 * of publishing, or while the outcome was unconfirmed. Events and sums follow from the stored engagements.
 */
async function adoptOrphanComments(post: PublishedPost, nowMs: number): Promise<void> {
  const comments = (await loadOrphanComments(post)).map((sent) => ({ sent }));
  const request = `orphan/${post.platform}/${post.platform_post_id}`;
  const context = { workspaceId: post.workspace_id, nowMs, request, isFromPlatform: true as const };
  for (const decision of classifyBatch(comments, { contents: [], posts: [post] }, context)) {
    if (typeof decision === 'object' && 'engagement' in decision) {
      await insertEngagement(decision.engagement, settings().commenterTextRetentionDays);
    }
  }
}
