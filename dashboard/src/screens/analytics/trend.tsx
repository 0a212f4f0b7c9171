import { useMemo, useState } from 'preact/hooks';
import { Chart } from '../../components/chart.tsx';
import { Fact } from '../../components/facts.tsx';
import { formatCount, formatRate } from '../../content/figures.ts';
import { t } from '../../language/texts.ts';
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
  const series = useMemo(
    () => ({ label: t('words.posts'), values: explain?.counts ?? [], format: formatCount }),
    [explain],
  );
  return (
    <details class="trend card" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <strong>{term}</strong>{' '}
        <span class="muted">{t('analytics.trendPosts', { posts, change: formatChange(growth_rate) })}</span>
      </summary>
      {explain && isOpen && (
        <>
          <p>{trendReason(explain)}</p>
          {score !== undefined && (
            <p>
              {explain.rated_posts
                ? t('analytics.score', {
                    score,
                    rated: explain.rated_posts,
                    rate: formatRate(explain.median_rate ?? null),
                    compared: explain.compared_posts,
                  })
                : t('analytics.noScore')}
            </p>
          )}
          <Chart
            title={t('analytics.trendChart', { term })}
            axis={t('analytics.hourFrom')}
            labels={labels}
            series={series}
            kind="bars"
          />
          <dl class="facts">
            <Fact name={t('analytics.inWindow')}>
              {t('analytics.inWindowValues', { now: explain.now, before: explain.before })}
            </Fact>
            <Fact name={t('analytics.observed')}>
              {t('analytics.observedValue', { count: explain.observed, hours: explain.hours })}
            </Fact>
            <Fact name={t('analytics.baseline')}>{explain.baseline}</Fact>
            <Fact name={t('analytics.variance')}>{explain.variance}</Fact>
            <Fact name={t('analytics.zScore')}>{explain.z}</Fact>
          </dl>
        </>
      )}
    </details>
  );
}
