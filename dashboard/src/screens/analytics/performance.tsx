import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useQuery } from '../../api/hooks.ts';
import { EmptyState, Notice, QueryState } from '../../components/feedback.tsx';
import { formatCount, formatRate, metricName } from '../../content/figures.ts';
import { rich, t } from '../../language/texts.ts';
import { useTimeZone } from '../../time-zone.tsx';
import { formatTime } from '../../times.ts';
import { Corrections } from './corrections.tsx';
import { changeOf, formatChange } from './figures.ts';
import { accountQuery, type Filters, periodBefore } from './filters.ts';
import { type Charted, PerformanceChart } from './performance-chart.tsx';
import { PlatformBars } from './platform-bars.tsx';
import { PlatformTables } from './platform-tables.tsx';

type PerformanceData = Schemas['Performance'];

/** The performance of a period: its sums, the formula of the rate, and what the figures include. */
export function Performance({ filters }: { filters: Filters }) {
  const query = accountQuery(filters);
  const result = useQuery(`performance ${JSON.stringify(filters)}`, async () => {
    const load = (range: { period: string } | { from: string; to: string }) =>
      unwrap(api.GET('/analytics/performance', { params: { query: { ...query, ...range } } }));
    const now = await load({ period: filters.period });
    return { now, before: await load(periodBefore(now)) };
  });
  return (
    <section class="section" aria-labelledby="performance">
      <h2 id="performance">{t('analytics.performance')}</h2>
      <QueryState query={result} label={t('analytics.loadingPerformance')} />
      {result.data && <Figures {...result.data} filters={filters} />}
    </section>
  );
}

function Figures({ now, before, filters }: { now: PerformanceData; before: PerformanceData; filters: Filters }) {
  const { timeZone } = useTimeZone();
  const [metric, setMetric] = useState<Charted>('engagement_rate');
  if (now.coverage.length === 0) {
    return (
      <EmptyState title={t('analytics.noMetrics')}>
        <p>{t('analytics.noMetricsText')}</p>
        <p>
          <a class="button primary" href="#/compose">
            {t('words.createPost')}
          </a>
        </p>
      </EmptyState>
    );
  }
  const reported = { now: reportedSums(now), before: reportedSums(before) };
  return (
    <>
      {now.sandbox && <Notice kind="warning">{t('analytics.synthetic')}</Notice>}
      <dl class="figures">
        <Tile
          name={metricName('engagement_rate')}
          value={formatRate(now.denominator === null ? null : now.engagement_rate)}
          change={changeOf(now.engagement_rate, before.denominator === null ? null : before.engagement_rate)}
        />
        {SUMS.map((sum) => (
          <Tile
            key={sum}
            name={metricName(sum)}
            value={formatCount(reported.now[sum])}
            change={changeOf(reported.now[sum], reported.before[sum])}
          />
        ))}
      </dl>
      <p class="muted">
        {now.as_of
          ? t('analytics.changesRelative', { time: formatTime(now.as_of, timeZone) })
          : t('analytics.changesRelativeNone')}
      </p>
      <Corrections corrections={now.corrections} />
      <PerformanceChart filters={filters} metric={metric} onMetric={setMetric} />
      <PlatformBars performance={now} metric={metric} />
      <PlatformTables performance={now} period={filters.period} />
      <Formula performance={now} />
    </>
  );
}

/** The formula of the engagement rate, with the figures of the period. */
function Formula({ performance }: { performance: PerformanceData }) {
  const { basis, numerator, denominator, engagement_rate } = performance;
  return (
    <details class="card more">
      <summary>{t('analytics.formulaTitle')}</summary>
      <p>
        <code>{basis}</code>
      </p>
      <p class="formula">
        {rich('analytics.formula', {
          engagements: formatCount(numerator),
          impressions: formatCount(denominator),
          rate: formatRate(denominator === null ? null : engagement_rate),
          result: (text) => <strong>{text}</strong>,
        })}
      </p>
    </details>
  );
}

const SUMS = ['impressions', 'reach', 'clicks'] as const;

// The sums of the API are 0 where no platform reported the metric; the breakdown tells the difference.
function reportedSums(performance: PerformanceData) {
  const sumOf = (metric: 'impressions' | 'reach' | 'clicks') =>
    performance.breakdown.every((platform) => platform[metric] === null) ? null : performance[metric];
  return { impressions: sumOf('impressions'), reach: sumOf('reach'), clicks: sumOf('clicks') };
}

function Tile({ name, value, change }: { name: string; value: string; change: number | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong>
        <span class="muted">
          {change === null
            ? t('analytics.noPrevious')
            : t('analytics.versusPrevious', { change: formatChange(change) })}
        </span>
      </dd>
    </div>
  );
}
