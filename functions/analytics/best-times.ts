import {
  bestTimes,
  CREDITED_POSTS,
  LEAST_POSTS,
  LEAST_POSTS_A_TIME,
  MOST_POSTS,
  YOUNGEST_DAYS,
} from '../../lib/domain/best-times.ts';
import { DAY_MS } from '../../lib/domain/buckets.ts';
import { PLATFORMS } from '../../lib/domain/platform.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { latestMeasurements } from '../../lib/table/measurement.ts';

/** The hours of the week in which the posts of the workspace did well. */
export const handler = endpoint('analytics.best-times', async ({ caller, query, nowMs }) => {
  const { zone, platform } = query;
  // One platform's posts lie among those of the others.
  const most = platform ? MOST_POSTS * PLATFORMS.length : MOST_POSTS;
  // What was scheduled within the last day is younger than that, and would only take the place of others.
  const posts = await latestMeasurements(caller.workspace.id, most, nowMs - YOUNGEST_DAYS * DAY_MS);
  const ofPlatform = posts.filter((post) => !platform || post.platform === platform);
  return {
    status: 200,
    body: {
      zone,
      ...bestTimes(ofPlatform, zone, new Date(nowMs)),
      least_posts: LEAST_POSTS,
      least_posts_an_hour: LEAST_POSTS_A_TIME,
      credited_posts: CREDITED_POSTS,
      as_of: new Date(nowMs).toISOString(),
    },
  };
});
