import { metricsScheduleOf } from '../../accounts/rules/metrics-schedule.ts';
import { isSandboxAccountId } from '../../accounts/rules/sandbox-account.ts';
import { loadAccounts } from '../../accounts/store/accounts.ts';
import { textFor } from '../../content/rules/content.ts';
import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { loadContents } from '../../content/store/contents.ts';
import { settings } from '../../core/config/settings.ts';
import { commitTogether, splitIntoTransactions } from '../../core/stream/transactions.ts';
import { mergeIncrements, tryCommit, type Write } from '../../core/table/commit.ts';
import { classifyBatch, type PublishedPost } from '../rules/engagement-ingestion.ts';
import { newPostMetrics, type PostMetrics } from '../rules/post-metrics.ts';
import { termsOf } from '../rules/terms.ts';
import { insertEngagement } from '../store/engagements.ts';
import { publicationWrites } from '../store/metric-buckets.ts';
import { loadOrphanComments } from '../store/orphan-comments.ts';
import { postMetricsWrite } from '../store/post-metrics.ts';
import { publishedPostWrite } from '../store/published-posts.ts';
import { countTerms } from './count-terms.ts';

const MAX_TRANSACTION_ITEMS = 100;

/** A published entry and the text of its post. */
type PostText = { entry: ScheduleEntry; text: string };

/**
 * Start metrics polling for newly published posts and count their terms. The posts of a workspace change the same sums,
 * so they share transactions: concurrent ones would conflict for seconds, and the stream would wait for them. Returns
 * the error of each entry that failed.
 */
export async function onEntriesPublished(entries: ScheduleEntry[]): Promise<Map<ScheduleEntry, unknown>> {
  const failures = new Map<ScheduleEntry, unknown>();
  const byWorkspace = Map.groupBy(entries, ({ workspace_id }) => workspace_id);
  await Promise.all(
    [...byWorkspace].map(async ([workspaceId, group]) => {
      try {
        await trackPosts(workspaceId, group);
      } catch (error) {
        for (const entry of group) failures.set(entry, error);
      }
    }),
  );
  return failures;
}

async function trackPosts(workspaceId: string, entries: ScheduleEntry[]): Promise<void> {
  const accountIds = entries.flatMap(({ account_id }) => account_id ?? []);
  const [contents, accounts] = await Promise.all([
    loadContents(
      workspaceId,
      entries.map(({ content_id }) => content_id),
    ),
    loadAccounts(workspaceId, accountIds),
  ]);
  const byId = new Map(contents.map((content) => [content.id, content]));
  const posts = entries.map((entry): PostText => {
    const content = byId.get(entry.content_id);
    return { entry, text: content ? textFor(content, entry.platform) : '' };
  });
  const metrics = posts.map(({ entry, text }) => {
    const { account_id, platform } = entry;
    const account = accounts.get(account_id ?? '') ?? { id: account_id ?? '', platform };
    return newPostMetrics(entry, text, metricsScheduleOf(account));
  });
  for (const part of splitIntoTransactions(metrics, publicationWrites, MAX_TRANSACTION_ITEMS)) {
    await commitTogether(part, toPublicationWrites);
  }
  await Promise.all(entries.map((entry) => assignPosts(entry, [entry, ...entry.parts])));
  // The trends are those of the platforms.
  const trending = posts.filter(({ entry }) => !isSandboxAccountId(entry.account_id));
  await countTerms(
    workspaceId,
    trending.map(({ entry: { content_id, platform, published_at }, text }) => {
      return { content_id, platform, terms: termsOf(text), at: published_at! };
    }),
  );
}

function toPublicationWrites(metrics: PostMetrics[]): Write[] {
  return [
    ...metrics.map((each) => postMetricsWrite(null, each)),
    ...mergeIncrements(metrics.flatMap(publicationWrites)),
  ];
}

/** Assign the posts of the later parts of a thread, which become live one by one. The first is assigned as a post. */
export async function onPartsConfirmed(before: ScheduleEntry | null, after: ScheduleEntry | null): Promise<void> {
  if (!before || !after || before.parts.length === 0) return;
  await assignPosts(after, after.parts.slice(before.parts.length));
}

/** Assign the posts of an entry to its item. Without the platform's id, engagements cannot be matched. */
async function assignPosts(
  { id: schedule_id, workspace_id, content_id, platform, account_id }: ScheduleEntry,
  posts: Pick<ScheduleEntry, 'platform_post_id'>[],
): Promise<void> {
  const ids = new Set(posts.flatMap(({ platform_post_id }) => platform_post_id ?? []));
  await Promise.all(
    [...ids].map((platform_post_id) => {
      return assignPost({ workspace_id, content_id, platform, account_id, platform_post_id, schedule_id });
    }),
  );
}

/** Assign a post to its item, and adopt the comments that arrived before. */
async function assignPost(post: PublishedPost): Promise<void> {
  await tryCommit([publishedPostWrite(post)]);
  await adoptOrphanComments(post, Date.now());
}

/**
 * Store the comments that arrived before their post was known to be published by this service: within a second
 * of publishing, or while the outcome was unconfirmed. Events and sums follow from the stored engagements.
 */
async function adoptOrphanComments(post: PublishedPost, nowMs: number): Promise<void> {
  const comments = (await loadOrphanComments(post)).map((sent) => ({ sent }));
  const request = `orphan/${post.platform}/${post.platform_post_id}`;
  const context = { workspaceId: post.workspace_id, nowMs, request, fromAccount: post.account_id };
  for (const decision of classifyBatch(comments, { contents: [], posts: [post] }, context)) {
    if (typeof decision === 'object' && 'engagement' in decision) {
      await insertEngagement(decision.engagement, settings().commenterTextRetentionDays);
    }
  }
}
