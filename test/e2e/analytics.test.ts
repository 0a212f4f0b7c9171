import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { BestTimesResponse } from '../../lib/analytics/api/analytics/best-times.ts';
import { PerformanceResponse } from '../../lib/analytics/api/analytics/performance.ts';
import { ContentRankingResponse } from '../../lib/analytics/api/analytics/rank-content.ts';
import { TrendsResponse } from '../../lib/analytics/api/analytics/trends.ts';
import { METRIC_NAMES, type Metrics } from '../../lib/analytics/rules/metrics.ts';
import { ContentResponse } from '../../lib/content/api/content/responses.ts';
import { fakeMetrics } from '../../lib/platforms/kit/simulator/fake-metrics.ts';
import type { DetailedPlatform } from '../platforms/fixtures.ts';
import { listPosts } from './assertions.ts';
import { read, until } from './http-client.ts';
import { useRunningService } from './running-service.ts';

// Five posts are published, the collector polls their metrics, and the responses equal what the platforms report.

const { service, api, folder } = useRunningService();

const TAG = '#fünfmalzelten';
const TEN_DAYS_MS = 10 * 86_400_000;

/** A published post as its platform returns it. */
interface Post {
  content: string;
  platform: DetailedPlatform;
  id: string;
}

const posts: Post[] = [];
/** When the platforms published them, in epoch milliseconds: their hour decides about the metrics. */
const publishedMs = new Map<string, number>();

beforeAll(async () => {
  // Instagram downloads images itself; the other platforms need an upload.
  const media = [{ url: 'https://images.example.com/a.jpg', type: 'image' }];
  const platformsOfPosts: DetailedPlatform[][] = [
    ['twitter', 'linkedin'],
    ['twitter', 'linkedin'],
    ['twitter'],
    ['linkedin'],
    ['instagram'],
  ];
  for (const [number, platforms] of platformsOfPosts.entries()) {
    const title = `Item ${number}`;
    const body = { title, description: `Camping, part ${number} ${TAG}`, platforms };
    const sent = platforms.includes('instagram') ? { ...body, media } : body;
    const { id: content } = read(await api('POST', '/content', sent), 201, ContentResponse());
    await api('PUT', `/content/${content}`, { status: 'published' });
    const targets = await until(`${title} to be out`, async () => {
      const item = read(await api('GET', `/content/${content}`), 200, ContentResponse());
      return item.status === 'published' && item.targets;
    });
    for (const { platform, platform_post_id } of targets) {
      posts.push({ content, platform: platform as DetailedPlatform, id: platform_post_id! });
    }
  }
  for (const { id, at } of await listPosts(service.url)) publishedMs.set(id, Date.parse(at) - TEN_DAYS_MS);
  skipTenDays();
});

/** The metrics of a simulated post rise with its age; after ten days they no longer change. */
function skipTenDays(): void {
  const ledger = new DatabaseSync(join(folder, 'simulator.sqlite'), { timeout: 5_000 });
  ledger.exec(`UPDATE posts SET at_ms = at_ms - ${TEN_DAYS_MS}`);
  ledger.close();
}

/** The metrics of a post on its platform, under our names; null where the platform has no such metric. */
function reportedMetricsOf({ platform, id }: Post): Metrics {
  const { reposts, quotes, ...said } = fakeMetrics(id, publishedMs.get(id)!, Date.now());
  const { impressions, reach, likes, comments, saves, clicks } = said;
  const known = { impressions, reach, likes, comments, shares: reposts, saves, clicks };
  switch (platform) {
    case 'twitter':
      return { ...known, shares: reposts + quotes, reach: null };
    case 'linkedin':
      return { ...known, saves: null };
    case 'instagram':
      return { ...known, clicks: null };
  }
}

/** The sum over posts, null where none of them has the metric. */
function sumOver(some: Post[]): Metrics {
  const said = some.map(reportedMetricsOf);
  const sums = METRIC_NAMES.map((name) => {
    const known = said.flatMap((each) => each[name] ?? []);
    return [name, known.length === 0 ? null : known.reduce((one, other) => one + other, 0)];
  });
  return Object.fromEntries(sums) as Metrics;
}

function engagementsIn({ likes, comments, shares, saves, clicks }: Metrics): number {
  return [likes, comments, shares, saves, clicks].reduce<number>((sum, each) => sum + (each ?? 0), 0);
}

/** In percent, to four decimals. */
function rateOf(sums: Metrics): number {
  return Math.round((engagementsIn(sums) / sums.impressions!) * 1e6) / 1e4;
}

const on = (platform: DetailedPlatform) => posts.filter((post) => post.platform === platform);
const asked = async <S extends z.ZodMiniType>(path: string, reply: S) =>
  read(await api('GET', `/analytics/${path}`), 200, reply);

/** The response once the collector has polled the current metrics. */
function collected() {
  const impressions = sumOver(posts).impressions!;
  return until('the numbers of all posts', async () => {
    await service.invoke('on-metric-polls-due', {});
    const found = await asked('performance', PerformanceResponse());
    return found.impressions === impressions && found;
  });
}

describe('five posts on three platforms', () => {
  it('return the metrics of the platforms, and null where a platform reports none', async () => {
    const performance = await collected();
    expect(performance.breakdown).toEqual(
      (['instagram', 'twitter', 'linkedin'] as const).map((platform) => {
        const sums = sumOver(on(platform));
        return { platform, engagement_rate: rateOf(sums), ...sums };
      }),
    );
    const [instagram, twitter, linkedin] = performance.breakdown;
    expect([instagram?.clicks, twitter?.reach, linkedin?.saves]).toEqual([null, null, null]);
    const whole = sumOver(posts);
    expect(performance).toMatchObject({
      engagement_rate: rateOf(whole),
      reach: whole.reach,
      impressions: whole.impressions,
      clicks: whole.clicks,
      period: '7d',
      numerator: engagementsIn(whole),
      denominator: whole.impressions,
    });
  });

  it('are covered: published, measured and reported posts per platform', async () => {
    const { coverage, as_of } = await collected();
    const all = (but: string) => METRIC_NAMES.filter((name) => name !== but);
    expect(coverage).toMatchObject([
      { platform: 'instagram', published: 1, posts: 1, reports: all('clicks') },
      { platform: 'twitter', published: 3, posts: 3, reports: all('reach') },
      { platform: 'linkedin', published: 3, posts: 3, reports: all('saves') },
    ]);
    expect(coverage.map((each) => each.as_of).sort()).toContain(as_of);
  });

  it('are ranked item by item, and add up to the performance of each platform', async () => {
    await collected();
    const ids = [...new Set(posts.map(({ content }) => content))];
    const expected = ids
      .map((content) => {
        const sums = sumOver(posts.filter((post) => post.content === content));
        return { content_id: content, value: sums.impressions!, impressions: sums.impressions };
      })
      .sort((a, b) => b.value - a.value);
    const { data } = await asked('content?metric=impressions', ContentRankingResponse());
    expect(data.map(({ content_id, value }) => [content_id, value])).toEqual(
      expected.map(({ content_id, value }) => [content_id, value]),
    );
    expect(data.map(({ title }) => title).sort()).toEqual(ids.map((_, number) => `Item ${number}`));
    const bottom = await asked('content?metric=impressions&order=bottom&limit=2', ContentRankingResponse());
    expect(bottom.data).toEqual(data.toReversed().slice(0, 2));
    const there = await asked('content?metric=clicks&platform=linkedin', ContentRankingResponse());
    const clicks = there.data.reduce((sum, { value }) => sum + value!, 0);
    expect(clicks).toBe(sumOver(on('linkedin')).clicks);
  });

  it('are too few and too recent for best times', async () => {
    const found = await asked('best-times?zone=Europe/Berlin', BestTimesResponse());
    expect(found).toMatchObject({ zone: 'Europe/Berlin', posts: 0, overall_rate: null });
    expect(found).toMatchObject({ enough_data: false, best: [] });
    expect(found.hours).toHaveLength(168);
  });

  it('form a trend of their hashtag, one post per item, that the documented formula explains', async () => {
    const trend = await until('the trend', async () => {
      const { trending_hashtags } = await asked('trends?explain=true', TrendsResponse());
      return trending_hashtags.find(({ hashtag }) => hashtag === TAG);
    });
    expect(trend).toMatchObject({ usage_count: 5, growth_rate: 100 });
    const { observed, baseline, variance, z, counts } = trend.explain!;
    expect(z).toBeCloseTo((observed - Math.max(baseline, 1)) / (Math.sqrt(variance) + 1), 3);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5);
    // Three posts there have it, which is below the minimum.
    expect((await asked('trends?platform=linkedin', TrendsResponse())).trending_hashtags).toEqual([]);
  });
});
