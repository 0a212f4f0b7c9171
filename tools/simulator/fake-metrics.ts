import { createHash } from 'node:crypto';

/** What has happened to a post so far. */
export interface FakeMetrics {
  impressions: number;
  reach: number;
  likes: number;
  comments: number;
  reposts: number;
  quotes: number;
  saves: number;
  clicks: number;
  profileClicks: number;
}

/** After this time a post has had 63 % of all the attention it will get. */
const HALFWAY_MINUTES = 120;

/** A number in [0, 1) that belongs to this post and this purpose, always the same. */
function seededNumber(postId: string, purpose: string): number {
  return createHash('sha256').update(`${purpose}:${postId}`).digest().readUInt32BE(0) / 2 ** 32;
}

/**
 * A function of the post's id and of the minutes begun since it went out, nothing else. Each number grows
 * and levels off; none ever falls, because all are shares of the impressions.
 */
export function fakeMetrics(postId: string, publishedAtMs: number, nowMs: number): FakeMetrics {
  // The minute that is running counts, so that there is something to see as soon as a post is out.
  const minutes = Math.max(0, Math.floor((nowMs - publishedAtMs) / 60_000)) + 1;
  const most = 10_000 + 40_000 * seededNumber(postId, 'impressions');
  const impressions = Math.floor(most * (1 - Math.exp(-minutes / HALFWAY_MINUTES)));
  const share = (name: string, least: number, span: number) =>
    Math.floor(impressions * (least + span * seededNumber(postId, name)));
  return {
    impressions,
    reach: share('reach', 0.6, 0.3),
    likes: share('likes', 0.01, 0.05),
    comments: share('comments', 0.001, 0.01),
    reposts: share('reposts', 0.001, 0.01),
    quotes: share('quotes', 0, 0.003),
    saves: share('saves', 0.001, 0.01),
    clicks: share('clicks', 0.005, 0.03),
    profileClicks: share('profileClicks', 0, 0.01),
  };
}
