import type { Engagement, PublishedPost } from '../../lib/analytics/rules/engagement-ingestion.ts';
import type { InboundBatch } from '../../lib/analytics/rules/inbound-batch.ts';
import { NO_METRICS } from '../../lib/analytics/rules/metrics.ts';
import { listDueEngagementWindows } from '../../lib/analytics/store/engagement-windows.ts';
import { insertEngagement } from '../../lib/analytics/store/engagements.ts';
import { loadBatch } from '../../lib/analytics/store/inbound-batches.ts';
import { sumBuckets } from '../../lib/analytics/store/metric-buckets.ts';
import { loadOrphanComments } from '../../lib/analytics/store/orphan-comments.ts';
import { latestPostMetrics } from '../../lib/analytics/store/post-metrics.ts';
import { loadPublishedPosts } from '../../lib/analytics/store/published-posts.ts';
import { loadPostTerms, loadTermHistories, loadTextCounts } from '../../lib/analytics/store/term-counts.ts';
import { dayOfNow, hourOfAt } from '../core/table/rejected-writes.ts';
import { AT, NOW_MS, one, type StoredReads, workspaceId } from '../core/table/stored-items.ts';

const CONTENT = 'cnt_01KXFHWR000000000000000000';

/** The stored items of the feature: what the product finds, and what is expected. */
export const storedReads: StoredReads = {
  PostMetrics: async () => [await latestPostMetrics(workspaceId, 10), [one('PostMetrics')]],
  PublishedPost: async () => [
    await loadPublishedPosts(workspaceId, [one<PublishedPost>('PublishedPost')]),
    [one('PublishedPost')],
  ],
  InboundBatch: async () => [await loadBatch(one<InboundBatch>('InboundBatch')), one('InboundBatch')],
  OrphanComment: async () => [await loadOrphanComments(one<PublishedPost>('PublishedPost')), [one('OrphanComment')]],
  Engagement: async () => [
    await insertEngagement({ ...one<Engagement>('Engagement'), count: 99 }, 90),
    one('Engagement'),
  ],
  EngagementWindow: async () => [
    (await listDueEngagementWindows(new Date(NOW_MS).toISOString(), 10)).records,
    [one('EngagementWindow')],
  ],
  Bucket: async () => [
    (await sumBuckets(workspaceId, { contentId: null, accountId: null, isSandbox: false }, dayOfNow())).twitter?.metrics
      .impressions,
    120,
  ],
  ContentBucket: async () => [
    (await sumBuckets(workspaceId, { contentId: CONTENT, accountId: null, isSandbox: false }, hourOfAt())).twitter,
    { metrics: { ...NO_METRICS, impressions: 120 }, published: 1, posts: 1, asOf: AT },
  ],
  TermBucket: async () => [
    await loadTermHistories(workspaceId, 'twitter', new Date(AT)),
    [{ term: '#wool', counts: [{ hour: Date.parse(AT) / 3_600_000 - 0.5, posts: 3 }] }],
  ],
  DailyTextCount: async () => [
    await loadTextCounts(workspaceId, 'twitter', new Date(AT)),
    [{ hour: Date.parse(AT) / 3_600_000 - 0.5, posts: 3 }],
  ],
  PostTerms: async () => [await loadPostTerms(workspaceId, 'twitter', [CONTENT]), [one('PostTerms')]],
};
