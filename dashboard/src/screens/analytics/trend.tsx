import { useMemo, useState } from 'preact/hooks';
import { Chart } from '../../components/chart.tsx';
import { Fact } from '../../components/facts.tsx';
import { formatCount, formatRate } from '../../content/figures.ts';
import { useTimeZone } from '../../time-zone.tsx';
import { formatChange } from './figures.ts';
import { hourLabels, type TrendValues, trendReason } from './trend-text.ts';

interface TrendProps {
  term: string;
  posts: number;
  growth_rate: number;
  asOf: string;
  /** The engagement score of a hashtag, 0 to 100. */
  score?: number;
  explain?:
    | (TrendValues & {
        counts: number[];
        rated_posts?: number;
        compared_posts?: number;
        median_rate?: number | null;
      })
    | undefined;
}

/** A term that is used unusually often. It opens to show why it is listed. */
export function Trend({ term, posts, growth_rate, asOf, score, explain }: TrendProps) {
  const { timeZone } = useTimeZone();
  const [isOpen, setOpen] = useState(false);
  const labels = useMemo(() => hourLabels(asOf, explain?.counts.length ?? 0, timeZone), [asOf, explain, timeZone]);
  const series = useMemo(() => ({ label: 'Posts', values: explain?.counts ?? [], format: formatCount }), [explain]);
  return (
    <details class="trend card" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <strong>{term}</strong>{' '}
        <span class="muted">
          {posts} posts, {formatChange(growth_rate)}
        </span>
      </summary>
      {explain && isOpen && (
        <>
          <p>{trendReason(explain)}</p>
          {score !== undefined && (
            <p>
              {explain.rated_posts
                ? `Engagement score ${score} of 100: the median rate of its ${explain.rated_posts} measured posts is ${formatRate(explain.median_rate ?? null)}, compared with ${explain.compared_posts} recent posts.`
                : 'Engagement score: not reported. None of its posts has metrics yet.'}
            </p>
          )}
          <Chart title={`Posts with ${term} per hour`} axis="Hour from" labels={labels} series={series} kind="bars" />
          <dl class="facts">
            <Fact name="In the window, and before">
              {explain.now}, and {explain.before}
            </Fact>
            <Fact name="Observed">
              {explain.observed} in the latest {explain.hours} hours
            </Fact>
            <Fact name="Baseline">{explain.baseline}</Fact>
            <Fact name="Variance">{explain.variance}</Fact>
            <Fact name="z-score">{explain.z}</Fact>
          </dl>
        </>
      )}
    </details>
  );
}
