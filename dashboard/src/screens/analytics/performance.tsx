import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useQuery } from '../../api/hooks.ts';
import { EmptyState, Notice, QueryState } from '../../components/feedback.tsx';
import { formatCount, formatRate } from '../../content/figures.ts';
import { useTimeZone } from '../../time-zone.tsx';
import { formatTime } from '../../times.ts';
import { Corrections } from './corrections.tsx';
import { changeOf, formatChange } from './figures.ts';
import { accountQuery, type Filters, PERIODS, periodBefore } from './filters.ts';
import { PerformanceChart } from './performance-chart.tsx';
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
      <h2 id="performance">Performance</h2>
      <QueryState query={result} label="Loading performance…" />
      {result.data && <Figures {...result.data} filters={filters} />}
    </section>
  );
}

function Figures({ now, before, filters }: { now: PerformanceData; before: PerformanceData; filters: Filters }) {
  const { timeZone } = useTimeZone();
  if (now.coverage.length === 0) {
    return (
      <EmptyState title="No metrics in this period">
        <p>Metrics are available after a post is published. Publish a post or choose a longer period.</p>
        <p>
          <a class="button primary" href="#/compose">
            Create a post
          </a>
        </p>
      </EmptyState>
    );
  }
  const reported = { now: reportedSums(now), before: reportedSums(before) };
  return (
    <>
      {now.sandbox && <Notice kind="warning">These metrics are from sandbox accounts and are synthetic.</Notice>}
      <dl class="figures">
        <Tile
          name="Engagement rate"
          value={formatRate(now.denominator === null ? null : now.engagement_rate)}
          change={changeOf(now.engagement_rate, before.denominator === null ? null : before.engagement_rate)}
        />
        {SUMS.map(({ metric, name }) => (
          <Tile
            key={metric}
            name={name}
            value={formatCount(reported.now[metric])}
            change={changeOf(reported.now[metric], reported.before[metric])}
          />
        ))}
      </dl>
      <p class="muted">
        Changes are relative to the previous period of the same length. Reach counts each person once per post.{' '}
        {now.as_of ? `Newest metrics: ${formatTime(now.as_of, timeZone)}.` : 'No metrics reported yet.'}
      </p>
      <div class="card">
        <h3>Formula of the rate</h3>
        <p>
          <code>{now.basis}</code>
        </p>
        <p class="formula">
          100 × {formatCount(now.numerator)} engagements / {formatCount(now.denominator)} impressions ={' '}
          <strong>{formatRate(now.denominator === null ? null : now.engagement_rate)}</strong>
        </p>
      </div>
      <Corrections corrections={now.corrections} />
      <PerformanceChart filters={filters} />
      <PlatformTables performance={now} periodLabel={PERIODS[filters.period].label} />
    </>
  );
}

const SUMS = [
  { metric: 'impressions', name: 'Impressions' },
  { metric: 'reach', name: 'Reach' },
  { metric: 'clicks', name: 'Clicks' },
] as const;

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
          {change === null ? 'No previous data' : `${formatChange(change)} vs. previous period`}
        </span>
      </dd>
    </div>
  );
}
