import { METRIC_NAMES, type MetricName, type Metrics } from '../../lib/analytics/rules/metrics.ts';
import type { DetailedPlatform as Platform } from '../platforms/fixtures.ts';
import { startServer } from '../platforms/platforms.ts';

/** Metrics of which a platform reports none for any post. */
export const UNREPORTED_METRIC: Record<Platform, MetricName> = {
  twitter: 'reach',
  linkedin: 'saves',
  instagram: 'clicks',
};

/** The platforms' own names for each metric, in their responses about a post. */
const NAMES: Record<Platform, Partial<Record<MetricName, string>>> = {
  twitter: {
    impressions: 'impression_count',
    likes: 'like_count',
    comments: 'reply_count',
    shares: 'retweet_count',
    saves: 'bookmark_count',
    clicks: 'url_link_clicks',
  },
  linkedin: {
    impressions: 'impressionCount',
    reach: 'uniqueImpressionsCount',
    likes: 'likeCount',
    comments: 'commentCount',
    shares: 'shareCount',
    clicks: 'clickCount',
  },
  instagram: {
    impressions: 'views',
    reach: 'reach',
    likes: 'likes',
    comments: 'comments',
    shares: 'shares',
    saves: 'saved',
  },
};

/** The metrics of a post under the platform's names; null ones are omitted. */
function metricsOf(platform: Platform, totals: Metrics): [string, number][] {
  return METRIC_NAMES.flatMap((name) => {
    const word = NAMES[platform][name];
    const total = totals[name];
    return word === undefined || total === null ? [] : [[word, total] as [string, number]];
  });
}

/**
 * The three platforms behind one server, which reports the totals that the test sets, by post; other posts
 * do not exist. `onReported` is called for every reported post.
 */
export async function startFakeMetricsServer(onReported: (post: string) => void) {
  const totals = new Map<string, Metrics>();
  const report = (platform: Platform, post: string) => {
    const known = totals.get(post);
    if (known === undefined) return null;
    onReported(post);
    return Object.fromEntries(metricsOf(platform, known));
  };
  const onX = (url: URL) => {
    const data = url.searchParams
      .get('ids')!
      .split(',')
      .flatMap((id) => {
        const reported = report('twitter', id);
        if (reported === null) return [];
        const { url_link_clicks, ...shown } = reported;
        const quotes = 'retweet_count' in shown ? { quote_count: 0 } : {};
        return {
          id,
          public_metrics: { ...shown, ...quotes },
          ...(url_link_clicks === undefined ? {} : { non_public_metrics: { url_link_clicks } }),
        };
      });
    return { data };
  };
  const onLinkedIn = (url: URL) => {
    const urns = /List\((.*)\)/.exec(url.searchParams.get('shares') ?? '')![1]!.split(',');
    const elements = urns.flatMap((share) => {
      const reported = report('linkedin', share);
      return reported === null ? [] : { share, totalShareStatistics: reported };
    });
    return { elements };
  };
  const onInstagram = (url: URL) => {
    const reported = report('instagram', url.pathname.split('/')[2]!);
    if (reported === null) return null;
    return { data: Object.entries(reported).map(([name, value]) => ({ name, values: [{ value }] })) };
  };
  const server = await startServer((request, response) => {
    const url = new URL(request.url!, 'http://platform');
    const answer = url.pathname.startsWith('/2/')
      ? onX(url)
      : url.pathname.startsWith('/rest/')
        ? onLinkedIn(url)
        : onInstagram(url);
    const gone = { error: { code: 100, error_subcode: 33, message: 'Object does not exist' } };
    response.writeHead(answer === null ? 400 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? gone));
  });
  return { ...server, totals };
}
