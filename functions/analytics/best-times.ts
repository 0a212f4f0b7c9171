import { isSandboxAccountId } from '../../lib/accounts/rules/sandbox-account.ts';
import { defaultAccountsOf } from '../../lib/accounts/steps/default-accounts-prefetch.ts';
import { operation } from '../../lib/analytics/api/analytics/best-times.ts';
import {
  bestTimes,
  bestTimesByLabel,
  MAX_POSTS,
  MIN_AGE_DAYS,
  MIN_POSTS,
  MIN_POSTS_PER_HOUR,
  PRIOR_POSTS,
} from '../../lib/analytics/rules/best-times.ts';
import { checkAccountFilter } from '../../lib/analytics/steps/account-filter.ts';
import { latestPostMetrics } from '../../lib/analytics/store/post-metrics.ts';
import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { PLATFORMS } from '../../lib/platforms/platform.ts';
import { showsSandboxData } from '../../lib/publishing/steps/sandbox-data.ts';
import { itemsByLabel, labelledItems } from '../../lib/search/steps/labelled-items.ts';

/** Rank the hours of the week by the performance of the posts published in them. */
export const handler = defineEndpoint(
  { ...operation, prefetch: defaultAccountsOf },
  async ({ caller, query, nowMs }) => {
    const { zone, platform, account_id: accountId } = query;
    // The index has the posts of all platforms, so more are read when only one platform counts.
    const limit = platform ? MAX_POSTS * PLATFORMS.length : MAX_POSTS;
    // Newer posts are not compared and would displace older ones within the limit.
    const until = nowMs - MIN_AGE_DAYS * DAY_MS;
    const canMatch = checkAccountFilter(query);
    const labelled = await labelledItems(caller, query);
    const isLabelled = labelled && new Set(labelled);
    const posts = canMatch ? await latestPostMetrics(caller.workspace.id, limit, { until, accountId }) : [];
    const isSandbox = await showsSandboxData(caller.workspace.id, query);
    const platformPosts = posts.filter(
      (post) =>
        (!isLabelled || isLabelled.has(post.content_id)) &&
        (!platform || post.platform === platform) &&
        isSandboxAccountId(post.account_id) === isSandbox,
    );
    const labels = query.group_by ? await itemsByLabel(caller, query.group_by, labelled) : null;
    return {
      status: 200,
      body: {
        zone,
        sandbox: isSandbox,
        ...bestTimes(platformPosts, zone, new Date(nowMs)),
        groups: labels && bestTimesByLabel(platformPosts, labels, zone, new Date(nowMs)),
        min_posts: MIN_POSTS,
        min_posts_per_hour: MIN_POSTS_PER_HOUR,
        prior_posts: PRIOR_POSTS,
        as_of: new Date(nowMs).toISOString(),
      },
    };
  },
);
