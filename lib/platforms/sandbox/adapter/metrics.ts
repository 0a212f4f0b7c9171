import { createHash } from 'node:crypto';
import type { PlatformMetrics } from '../../kit/publisher.ts';

const HALF_OF_VIEWS_MS = 12 * 3_600_000;
const MAX_VIEWS = 2_000;

// Shares of the impressions. Sandbox posts have no comments.
const RATES = { reach: 0.8, likes: 0.05, comments: 0, shares: 0.01, saves: 0.005, clicks: 0.02 };

/**
 * Compute the metrics of a sandbox post from its id and its age in milliseconds.
 * A post reaches 500 to 2,500 impressions, half of them after twelve hours; the other metrics are fixed shares of them.
 * No total ever decreases. Without `reportsImpressions`, impressions, reach and clicks are null.
 */
export function sandboxMetrics(platformPostId: string, reportsImpressions: boolean, ageMs: number): PlatformMetrics {
  const seed = createHash('sha256').update(platformPostId).digest().readUInt32BE(0) / 2 ** 32;
  const final = 500 + seed * MAX_VIEWS;
  const impressions = Math.floor(final * (1 - 0.5 ** (Math.max(0, ageMs) / HALF_OF_VIEWS_MS)));
  const of = (rate: number) => Math.floor(impressions * rate);
  const { reach, likes, comments, shares, saves, clicks } = RATES;
  const seen = { impressions, reach: of(reach), clicks: of(clicks) };
  return {
    ...{ platformPostId, likes: of(likes), comments: of(comments), shares: of(shares), saves: of(saves) },
    ...(reportsImpressions ? seen : { impressions: null, reach: null, clicks: null }),
  };
}
