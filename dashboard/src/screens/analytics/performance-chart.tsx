import { useMemo, useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { useQuery } from '../../api/hooks.ts';
import { Chart } from '../../components/chart.tsx';
import { ErrorMessage, Progress } from '../../components/feedback.tsx';
import { SelectField } from '../../components/form.tsx';
import { formatCount, formatRate, METRICS, metricName } from '../../content/figures.ts';
import { useTimeZone } from '../../time-zone.tsx';
import { accountQuery, type Filters, PERIODS, type Step, stepsOf } from './filters.ts';

const CHARTED = ['engagement_rate', ...METRICS] as const;
type Charted = (typeof CHARTED)[number];
const OPTIONS = CHARTED.map((value) => ({ value, label: metricName(value) }));

/** One metric over the steps of the period. Each step is a request of its own. */
export function PerformanceChart({ filters }: { filters: Filters }) {
  const { timeZone } = useTimeZone();
  const [metric, setMetric] = useState<Charted>('engagement_rate');
  const result = useQuery(`performance steps ${timeZone} ${JSON.stringify(filters)}`, async () => {
    const steps = stepsOf(filters.period, timeZone, Date.now());
    return { steps, points: await Promise.all(steps.map((step) => loadStep(step, filters))) };
  });
  const loaded = result.data;
  const labels = useMemo(() => loaded?.steps.map(({ label }) => label) ?? [], [loaded]);
  const series = useMemo(() => {
    const format = metric === 'engagement_rate' ? formatRate : formatCount;
    return { label: metricName(metric), values: loaded?.points.map((point) => point[metric]) ?? [], format };
  }, [loaded, metric]);
  const isReported = series.values.some((value) => value !== null);
  const axis = PERIODS[filters.period].stepDays === 1 ? 'Day' : 'Week';
  return (
    <div class="card analytics-metric">
      <SelectField label="Metric over time" value={metric} options={OPTIONS} onValue={setMetric} />
      {result.isLoading && <Progress label="Loading the chart…" />}
      <ErrorMessage error={result.error} onRetry={result.reload} />
      {loaded && !isReported && <p class="muted">No platform reported this metric in the period.</p>}
      {loaded && isReported && (
        <Chart
          title={`${metricName(metric)} per ${axis.toLowerCase()}`}
          axis={`${axis} from`}
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
