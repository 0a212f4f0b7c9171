import { METRIC_NAMES, type MetricName, type Metrics } from '../../lib/analytics/rules/metrics.ts';
import { HOUR_MS } from '../../lib/core/values/timestamps.ts';
import { PLATFORMS, type Platform } from '../../lib/platforms/platform.ts';

// The expected response of `GET /analytics/performance`, computed from the history alone: no buckets, no
// stored deltas, every query from scratch. Slow and simple on purpose.

/** One report of a platform about one post: its totals then, null where it did not report one. */
export interface Snapshot {
  post: string;
  content: string;
  platform: Platform;
  atMs: number;
  totals: Metrics;
}

/** One engagement as it was ingested, duplicates included, in the order of their arrival. */
export interface IngestedEngagement {
  externalId: string;
  content: string;
  platform: Platform;
  kind: string;
  count: number;
  occurredMs: number;
}

/** A published post. */
export interface Publication {
  content: string;
  platform: Platform;
  atMs: number;
}

export interface History {
  published: Publication[];
  snapshots: Snapshot[];
  engagements: IngestedEngagement[];
}

export interface PerformanceQuery {
  fromMs: number;
  toMs: number;
  platform?: Platform | undefined;
  content?: string | undefined;
}

/** An addition at a time, to one metric of one platform. */
interface Addition {
  platform: Platform;
  content: string;
  atMs: number;
  name: MetricName;
  number: number;
}

const METRIC_BY_KIND: Record<string, MetricName> = {
  like: 'likes',
  comment: 'comments',
  share: 'shares',
  save: 'saves',
  click: 'clicks',
  view: 'impressions',
  reach: 'reach',
};

/** The reports of each platform, as differences: to the previous report of the same metric, or to zero. */
function snapshotDeltas({ snapshots }: History): Addition[] {
  return snapshots.flatMap((snapshot, index) =>
    METRIC_NAMES.flatMap((name) => {
      const total = snapshot.totals[name];
      if (total === null) return [];
      const earlier = snapshots
        .slice(0, index)
        .filter((each) => each.post === snapshot.post && each.totals[name] !== null);
      const last = earlier.length === 0 ? 0 : earlier[earlier.length - 1]!.totals[name]!;
      return [{ ...snapshot, name, number: total - last }];
    }),
  );
}

/** The ingested engagements, the first of each external id of a platform. */
function withoutDuplicates({ engagements: ingested }: History): IngestedEngagement[] {
  return ingested.filter(
    (each, index) =>
      ingested.findIndex((one) => one.platform === each.platform && one.externalId === each.externalId) === index,
  );
}

/** The response, without what depends on when reports arrived. */
export function referencePerformance(history: History, question: PerformanceQuery) {
  const isSelected = (each: { content: string; platform: Platform }) =>
    (question.content === undefined || each.content === question.content) &&
    (question.platform === undefined || each.platform === question.platform);
  // Metrics are stored by the hour: an hour counts when it begins in the period.
  const isWithin = (atMs: number) => {
    const hourMs = atMs - (atMs % HOUR_MS);
    return hourMs >= question.fromMs && hourMs < question.toMs;
  };
  const published = history.published.filter((each) => isSelected(each) && isWithin(each.atMs));
  const engagements = withoutDuplicates(history).filter(({ kind }) => METRIC_BY_KIND[kind] !== undefined);
  const additions = [
    ...snapshotDeltas(history),
    ...engagements.map((each) => ({
      ...each,
      atMs: each.occurredMs,
      name: METRIC_BY_KIND[each.kind]!,
      number: each.count,
    })),
  ].filter((each) => isSelected(each) && isWithin(each.atMs));
  const snapshots = history.snapshots.filter((each) => isSelected(each) && isWithin(each.atMs));
  const firsts = snapshots.filter(
    (each) => history.snapshots.find(({ post }) => post === each.post)!.atMs === each.atMs,
  );
  const measured = PLATFORMS.filter((platform) =>
    [...additions, ...snapshots].some((each) => each.platform === platform),
  );
  const covered = PLATFORMS.filter((platform) =>
    [...additions, ...snapshots, ...published].some((each) => each.platform === platform),
  );
  const sumOf = (name: MetricName, platform?: Platform, among: readonly Platform[] = PLATFORMS): number | null => {
    const numbers = additions.filter(
      (each) =>
        each.name === name && among.includes(each.platform) && (platform === undefined || each.platform === platform),
    );
    return numbers.length === 0 ? null : numbers.reduce((sum, { number }) => sum + number, 0);
  };
  const ENGAGEMENTS = ['likes', 'comments', 'shares', 'saves', 'clicks'] as const;
  // Bluesky reports no impressions, so nothing of it is in a rate.
  const sumOfRate = (name: MetricName, platform?: Platform) =>
    sumOf(name, platform, ['instagram', 'twitter', 'linkedin']);
  const rateOf = (platform?: Platform) => {
    const numerator = ENGAGEMENTS.reduce((sum, name) => sum + (sumOfRate(name, platform) ?? 0), 0);
    const impressions = sumOfRate('impressions', platform) ?? 0;
    // In percent, to four decimals; without impressions, or with negative sums, there is no rate.
    const rate = impressions > 0 && numerator > 0 ? Math.round((numerator / impressions) * 1e6) / 1e4 : 0;
    return { numerator, rate };
  };
  const isAnyReported = (platform?: Platform) => ENGAGEMENTS.some((name) => sumOfRate(name, platform) !== null);
  const isRateKnown = (platform: Platform) => {
    const impressions = sumOfRate('impressions', platform);
    return impressions !== null && impressions >= 0 && isAnyReported(platform) && rateOf(platform).numerator >= 0;
  };
  const negative = (platform: Platform) => METRIC_NAMES.filter((name) => (sumOf(name, platform) ?? 0) < 0);
  return {
    engagement_rate: rateOf().rate,
    reach: sumOf('reach') ?? 0,
    impressions: sumOf('impressions') ?? 0,
    clicks: sumOf('clicks') ?? 0,
    numerator: isAnyReported() ? rateOf().numerator : null,
    denominator: sumOfRate('impressions'),
    coverage: covered.map((platform) => ({
      platform,
      published: published.filter((each) => each.platform === platform).length,
      ...(measured.includes(platform) ? {} : { as_of: null }),
      posts: new Set(firsts.filter((each) => each.platform === platform).map(({ post }) => post)).size,
      reports: METRIC_NAMES.filter((name) => sumOf(name, platform) !== null),
    })),
    breakdown: measured.map((platform) => ({
      platform,
      engagement_rate: isRateKnown(platform) ? rateOf(platform).rate : null,
      ...Object.fromEntries(METRIC_NAMES.map((name) => [name, sumOf(name, platform)])),
    })),
    corrections: covered
      .filter((platform) => negative(platform).length > 0)
      .map((platform) => ({ platform, metrics: negative(platform) })),
  };
}
