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

/** The hours of the day (UTC) in which a post is published for the audience that reacts most. */
const BEST_HOURS = { from: 15, to: 19 };
const BEST_HOURS_FACTOR = 1.5;

/** Return a number in [0, 1) that is constant for a post and a purpose. */
function seededNumber(postId: string, purpose: string): number {
  return createHash('sha256').update(`${purpose}:${postId}`).digest().readUInt32BE(0) / 2 ** 32;
}

/**
 * Compute the metrics of a post from its id and its age in started minutes.
 *
 * Posts of the late afternoon (UTC) get more reactions. Each metric grows and levels off, and none ever decreases,
 * because all are shares of the impressions.
 */
export function fakeMetrics(postId: string, publishedAtMs: number, nowMs: number): FakeMetrics {
  // The current minute counts, so that a post has metrics as soon as it is published.
  const minutes = Math.max(0, Math.floor((nowMs - publishedAtMs) / 60_000)) + 1;
  const most = 10_000 + 40_000 * seededNumber(postId, 'impressions');
  const impressions = Math.floor(most * (1 - Math.exp(-minutes / HALFWAY_MINUTES)));
  const share = (name: string, least: number, span: number) =>
    Math.floor(impressions * (least + span * seededNumber(postId, name)));
  const hour = new Date(publishedAtMs).getUTCHours();
  const reaction = hour >= BEST_HOURS.from && hour < BEST_HOURS.to ? BEST_HOURS_FACTOR : 1;
  const react = (name: string, least: number, span: number) => share(name, reaction * least, reaction * span);
  return {
    impressions,
    reach: share('reach', 0.6, 0.3),
    likes: react('likes', 0.01, 0.05),
    comments: react('comments', 0.001, 0.01),
    reposts: react('reposts', 0.001, 0.01),
    quotes: react('quotes', 0, 0.003),
    saves: react('saves', 0.001, 0.01),
    clicks: react('clicks', 0.005, 0.03),
    profileClicks: share('profileClicks', 0, 0.01),
  };
}
