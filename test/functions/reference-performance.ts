import { METRIC_NAMES, type MetricName, type Metrics } from '../../lib/domain/analytics/metrics.ts';
import { PLATFORMS, type Platform } from '../../lib/domain/platform.ts';

// What `GET /analytics/performance` should answer, worked out from what happened and nothing else: no buckets, no
// stored deltas, every question from the beginning. Slow and plain on purpose.

/** One answer of a platform about one post: its totals then, null where it did not report one. */
export interface Snapshot {
  post: string;
  content: string;
  platform: Platform;
  atMs: number;
  totals: Metrics;
}

/** One engagement as it was told, duplicates included, in the order in which they were told. */
export interface IngestedEngagement {
  externalId: string;
  content: string;
  platform: Platform;
  kind: string;
  count: number;
  occurredMs: number;
}

/** A post that went out. */
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

/** What came at a time, and to which number of which platform it adds. */
interface Addition {
  platform: Platform;
  content: string;
  atMs: number;
  name: MetricName;
  number: number;
}

const HOUR_MS = 3_600_000;

const METRIC_BY_KIND: Record<string, MetricName> = {
  like: 'likes',
  comment: 'comments',
  share: 'shares',
  save: 'saves',
  click: 'clicks',
  view: 'impressions',
  reach: 'reach',
};

/** What each platform was heard to say, as differences: to the last number of the same kind, or to nothing. */
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

/** What callers told, the first of each external id of a platform. */
function withoutDuplicates({ engagements: told }: History): IngestedEngagement[] {
  return told.filter(
    (each, index) =>
      told.findIndex((one) => one.platform === each.platform && one.externalId === each.externalId) === index,
  );
}

/** The answer, as far as it does not depend on when things became known. */
export function referencePerformance(history: History, question: PerformanceQuery) {
  const isMeant = (each: { content: string; platform: Platform }) =>
    (question.content === undefined || each.content === question.content) &&
    (question.platform === undefined || each.platform === question.platform);
  // Numbers are kept by the hour: an hour is meant when it begins in the period.
  const isWithin = (atMs: number) => {
    const hourMs = atMs - (atMs % HOUR_MS);
    return hourMs >= question.fromMs && hourMs < question.toMs;
  };
  const published = history.published.filter((each) => isMeant(each) && isWithin(each.atMs));
  const engagements = withoutDuplicates(history).filter(({ kind }) => METRIC_BY_KIND[kind] !== undefined);
  const additions = [
    ...snapshotDeltas(history),
    ...engagements.map((each) => ({
      ...each,
      atMs: each.occurredMs,
      name: METRIC_BY_KIND[each.kind]!,
      number: each.count,
    })),
  ].filter((each) => isMeant(each) && isWithin(each.atMs));
  const snapshots = history.snapshots.filter((each) => isMeant(each) && isWithin(each.atMs));
  const firsts = snapshots.filter(
    (each) => history.snapshots.find(({ post }) => post === each.post)!.atMs === each.atMs,
  );
  const measured = PLATFORMS.filter((platform) =>
    [...additions, ...snapshots].some((each) => each.platform === platform),
  );
  const covered = PLATFORMS.filter((platform) =>
    [...additions, ...snapshots, ...published].some((each) => each.platform === platform),
  );
  const sumOf = (name: MetricName, platform?: Platform): number | null => {
    const numbers = additions.filter(
      (each) => each.name === name && (platform === undefined || each.platform === platform),
    );
    return numbers.length === 0 ? null : numbers.reduce((sum, { number }) => sum + number, 0);
  };
  const rateOf = (platform?: Platform) => {
    const numerator = (['likes', 'comments', 'shares', 'saves', 'clicks'] as const).reduce(
      (sum, name) => sum + (sumOf(name, platform) ?? 0),
      0,
    );
    const impressions = sumOf('impressions', platform) ?? 0;
    // In percent, to four decimals; no rate follows from no impressions.
    const rate = impressions > 0 ? Math.round((numerator / impressions) * 1e6) / 1e4 : 0;
    return { numerator, rate };
  };
  const isAnyReported = (platform?: Platform) =>
    (['likes', 'comments', 'shares', 'saves', 'clicks'] as const).some(
      (name) => sumOf(name, platform) !== null,
    );
  const isRateKnown = (platform: Platform) =>
    sumOf('impressions', platform) !== null && isAnyReported(platform);
  return {
    engagement_rate: rateOf().rate,
    reach: sumOf('reach') ?? 0,
    impressions: sumOf('impressions') ?? 0,
    clicks: sumOf('clicks') ?? 0,
    numerator: isAnyReported() ? rateOf().numerator : null,
    denominator: sumOf('impressions'),
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
  };
}
