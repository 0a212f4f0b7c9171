import { answerJson, at, listOf, textOf } from './answer.ts';
import { call, classify } from './instagram-request.ts';
import { count, readOne } from './metrics.ts';
import type { PlatformConnection, PostMetrics, PublishingAccount } from './publisher.ts';
import type { Answer } from './request.ts';

const INSIGHTS = ['views', 'reach', 'likes', 'comments', 'shares', 'saved', 'total_interactions'];

/**
 * The numbers of one post. Instagram refuses a request that names a metric it does not know, or does not have of
 * this kind of post, whatever else is asked: then each is asked for by itself, and one that was retired is null
 * like every other that is not reported. Null when Instagram does not answer for the post.
 *
 * @throws ReadingRefused when the next request would meet the same.
 */
export async function readInsights(
  mediaId: string,
  account: PublishingAccount,
  connection: PlatformConnection,
): Promise<PostMetrics | null> {
  const ask = async (names: string[]) => {
    const path = `${encodeURIComponent(mediaId)}/insights?metric=${names.join(',')}`;
    const result = await call('GET', path, undefined, account, connection);
    if (result.answer && isAboutMetric(result.answer)) return 'no_such_metric';
    return readOne(result, (answer) => classify(answer, account));
  };
  const whole = await ask(INSIGHTS);
  if (whole === undefined) return null;
  if (whole !== 'no_such_metric') return toMetrics(mediaId, listOf(at(whole, 'data')));
  // Side by side: a post takes the time of two answers, and not of eight.
  const asked = await Promise.allSettled(INSIGHTS.map((name) => ask([name])));
  const refused = asked.find((each) => each.status === 'rejected');
  if (refused) throw refused.reason;
  const answers = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const found = answers.filter((answer) => answer !== undefined && answer !== 'no_such_metric');
  if (found.length === 0) return null;
  return toMetrics(
    mediaId,
    found.flatMap((answer) => listOf(at(answer, 'data'))),
  );
}

/** Code 100 is any wrong parameter; only the explanation says which. */
function isAboutMetric(answer: Answer): boolean {
  const message = textOf(at(answerJson(answer), 'error', 'message')) ?? '';
  return answer.status === 400 && /\bmetric/i.test(message);
}

function toMetrics(mediaId: string, insights: unknown[]): PostMetrics {
  const insight = (name: string) => {
    const found = insights.find((each) => at(each, 'name') === name);
    return count(at(found, 'values', '0', 'value'));
  };
  return {
    platformPostId: mediaId,
    impressions: insight('views'),
    reach: insight('reach'),
    likes: insight('likes'),
    comments: insight('comments'),
    shares: insight('shares'),
    saves: insight('saved'),
    clicks: null,
    interactions: insight('total_interactions'),
  };
}
