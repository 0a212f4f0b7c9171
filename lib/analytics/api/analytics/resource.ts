import { defineResource } from '../../../core/api/define-resource.ts';

// Metrics are stored by the hour.
const FROM_HOUR = [
  'Start of the period, inclusive, in RFC 3339. Rounded up to the next full hour.',
  '2026-11-01T00:00:00Z',
] as const;
const TO_HOUR = [
  'End of the period, exclusive, in RFC 3339. Rounded up to the next full hour; at most 366 days after `from`.',
  '2026-12-01T00:00:00Z',
] as const;

export const resource = defineResource({
  description: 'Metrics reported by the platforms, aggregated by post, period and hashtag.',
  group: ['Analytics', 1],
  query: {
    'trends.limit': ['Maximum number of topics and of hashtags to return.', 20],
    sandbox: [
      'Whether to include only sandbox accounts (`true`) or only other accounts (`false`). ' +
        'Defaults to `false`, unless all default accounts of the workspace are sandbox accounts. Cannot be combined with `account_id`.',
      false,
    ],
    group_by: ['Return the metrics of each label, or of each campaign, too.', 'campaign'],
    'performance.from': FROM_HOUR,
    'performance.to': TO_HOUR,
    'rank-content.from': FROM_HOUR,
    'rank-content.to': TO_HOUR,
    period: [
      'A period that ends now, as an alternative to `from` and `to`: any number of hours (`h`) or days (`d`), up to 366 days. Defaults to `7d`.',
      '7d',
    ],
    metric: [
      'The metric to rank by. `engagements` is the sum of likes, comments, shares, saves and clicks.',
      'impressions',
    ],
    order: ['`top` returns the largest values first, `bottom` the smallest.', 'top'],
    zone: ['IANA name of the time zone for weekdays and hours.', 'Europe/Berlin'],
    window: ['Length of the analyzed window.', '24h'],
    explain: ['Whether to include the values used to compute the ranking.', true],
  },
  schemaNames: {
    ContentRankingResponse: 'ContentRanking',
    'BestTimes.hours[]': 'PostingHour',
    'BestTimes.hours[].weekday': 'Weekday',
    'ContentRanking.data[]': 'RankedContent',
    'ContentRanking.data[].corrections[]': 'MetricCorrection',
    'ContentRanking.data[].metrics': 'RankedMetrics',
    'ContentRanking.metric': 'RankingMetric',
    'ContentRanking.order': 'RankingOrder',
    'Performance.coverage[]': 'MetricsCoverage',
    'Performance.coverage[].reports[]': 'Metric',
    'Performance.coverage[].stopped[]': 'MetricsStop',
    'Performance.coverage[].stopped[].reason': 'MetricsStopReason',
    'Trends.trending_hashtags[]': 'TrendingHashtag',
    'Trends.trending_hashtags[].explain': 'HashtagExplanation',
    'Trends.trending_topics[]': 'TrendingTopic',
    'Trends.trending_topics[].explain': 'TopicExplanation',
    'Trends.window': 'TrendWindow',
  },
});
