import { useMemo } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { useQuery } from '../../api/hooks.ts';
import { Chart } from '../../components/chart.tsx';
import { ErrorMessage, Progress } from '../../components/feedback.tsx';
import { SelectField } from '../../components/form.tsx';
import { METRICS, metricName } from '../../content/figures.ts';
import { t } from '../../language/texts.ts';
import { useTimeZone } from '../../time-zone.tsx';
import { formatOf } from './figures.ts';
import { accountQuery, type Filters, PERIODS, type Step, stepsOf } from './filters.ts';

const CHARTED = ['engagement_rate', ...METRICS] as const;
export type Charted = (typeof CHARTED)[number];

interface PerformanceChartProps {
  filters: Filters;
  metric: Charted;
  onMetric: (metric: Charted) => void;
}

/** One metric over the steps of the period. Each step is a request of its own. */
export function PerformanceChart({ filters, metric, onMetric }: PerformanceChartProps) {
  const { timeZone } = useTimeZone();
  const result = useQuery(`performance steps ${timeZone} ${JSON.stringify(filters)}`, async () => {
    const steps = stepsOf(filters.period, timeZone, Date.now());
    return { steps, points: await Promise.all(steps.map((step) => loadStep(step, filters))) };
  });
  const loaded = result.data;
  const labels = useMemo(() => loaded?.steps.map(({ label }) => label) ?? [], [loaded]);
  const series = useMemo(() => {
    return {
      label: metricName(metric),
      values: loaded?.points.map((point) => point[metric]) ?? [],
      format: formatOf(metric),
    };
  }, [loaded, metric]);
  const isReported = series.values.some((value) => value !== null);
  const isDaily = PERIODS[filters.period].stepDays === 1;
  return (
    <div class="card analytics-metric">
      <SelectField
        label={t('analytics.metricOverTime')}
        value={metric}
        options={CHARTED.map((value) => ({ value, label: metricName(value) }))}
        onValue={onMetric}
      />
      {result.isLoading && <Progress label={t('analytics.loadingChart')} />}
      <ErrorMessage error={result.error} onRetry={result.reload} />
      {loaded && !isReported && <p class="muted">{t('analytics.notReportedInPeriod')}</p>}
      {loaded && isReported && (
        <Chart
          title={t(isDaily ? 'analytics.perDay' : 'analytics.perWeek', { metric: metricName(metric) })}
          axis={t(isDaily ? 'analytics.dayFrom' : 'analytics.weekFrom')}
          labels={labels}
          series={series}
          kind={metric === 'engagement_rate' ? 'line' : 'bars'}
        />
      )}
    </div>
  );
}

async function loadStep({ from, to }: Step, filters: Filters): Promise<Record<Charted, number | null>> {
  const query = { ...accountQuery(filters), from, to };
  const { breakdown, denominator, engagement_rate } = await unwrap(
    api.GET('/analytics/performance', { params: { query } }),
  );
  const sumOf = (metric: (typeof METRICS)[number]) => {
    const reported = breakdown.flatMap((platform) => platform[metric] ?? []);
    return reported.length > 0 ? reported.reduce((sum, value) => sum + value, 0) : null;
  };
  const sums = Object.fromEntries(METRICS.map((metric) => [metric, sumOf(metric)])) as Record<
    (typeof METRICS)[number],
    number | null
  >;
  return { ...sums, engagement_rate: denominator === null ? null : engagement_rate };
}
