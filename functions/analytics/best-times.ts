import { operation } from '../../lib/api/analytics/best-times.ts';
import {
  bestTimes,
  MAX_POSTS,
  MIN_AGE_DAYS,
  MIN_POSTS,
  MIN_POSTS_PER_HOUR,
  PRIOR_POSTS,
} from '../../lib/domain/analytics/best-times.ts';
import { PLATFORMS } from '../../lib/domain/platform.ts';
import { DAY_MS } from '../../lib/domain/timestamps.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { latestPostMetrics } from '../../lib/table/post-metrics.ts';

/** The hours of the week in which the posts of the workspace did well. */
export const handler = defineEndpoint(operation, async ({ caller, query, nowMs }) => {
  const { zone, platform } = query;
  // One platform's posts lie among those of the others.
  const most = platform ? MAX_POSTS * PLATFORMS.length : MAX_POSTS;
  // What was scheduled within the last day is younger than that, and would only take the place of others.
  const posts = await latestPostMetrics(caller.workspace.id, most, nowMs - MIN_AGE_DAYS * DAY_MS);
  const ofPlatform = posts.filter((post) => !platform || post.platform === platform);
  return {
    status: 200,
    body: {
      zone,
      ...bestTimes(ofPlatform, zone, new Date(nowMs)),
      min_posts: MIN_POSTS,
      least_posts_an_hour: MIN_POSTS_PER_HOUR,
      prior_posts: PRIOR_POSTS,
      as_of: new Date(nowMs).toISOString(),
    },
  };
});
