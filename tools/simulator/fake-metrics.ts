import { createHash } from 'node:crypto';

/** The simulated metrics of a post. */
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

/** The time after which a post has 63 % of its final impressions. */
const HALFWAY_MINUTES = 120;

/** Return a number in [0, 1) that is constant for a post and a purpose. */
function seededNumber(postId: string, purpose: string): number {
  return createHash('sha256').update(`${purpose}:${postId}`).digest().readUInt32BE(0) / 2 ** 32;
}

/**
 * Compute the metrics of a post from its id and its age in started minutes.
 *
 * Each metric grows and levels off, and none ever decreases, because all are shares of the impressions.
 */
export function fakeMetrics(postId: string, publishedAtMs: number, nowMs: number): FakeMetrics {
  // The current minute counts, so that a post has metrics as soon as it is published.
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
