import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useQuery } from '../../api/hooks.ts';
import { Notice, QueryState } from '../../components/feedback.tsx';
import { formatRate } from '../../content/figures.ts';
import { rich, t } from '../../language/texts.ts';
import { useTimeZone } from '../../time-zone.tsx';
import { weekdayName } from '../../weekdays.ts';
import { toWords } from '../../words.ts';
import { accountQuery, type Filters } from './filters.ts';
import { HeatMap } from './heat-map.tsx';

type BestTimesData = Schemas['BestTimes'];

/** The hours of the week in which posts are expected to perform best. */
export function BestTimes({ filters }: { filters: Filters }) {
  const { timeZone } = useTimeZone();
  const query = { ...accountQuery(filters), zone: timeZone };
  const result = useQuery(`best times ${JSON.stringify(query)}`, () =>
    unwrap(api.GET('/analytics/best-times', { params: { query } })),
  );
  return (
    <section class="section" aria-labelledby="best-times">
      <h2 id="best-times">{t('analytics.bestTimes')}</h2>
      <QueryState query={result} label={t('analytics.loadingTimes')} />
      {result.data && <Times times={result.data} />}
    </section>
  );
}

function Times({ times }: { times: BestTimesData }) {
  return (
    <>
      {times.enough_data ? (
        <Recommended times={times} />
      ) : (
        <Notice>
          {rich('analytics.tooFewPosts', {
            posts: times.posts,
            min: times.min_posts,
            minPerHour: times.min_posts_per_hour,
            link: (text) => <a href="#/compose">{text}</a>,
          })}
        </Notice>
      )}
      {times.posts > 0 && <HeatMap times={times} />}
      <p class="muted">
        {t('analytics.expectedRateText', {
          rate: formatRate(times.overall_rate),
          prior: times.prior_posts,
          posts: times.posts,
          zone: toWords(times.zone),
        })}
      </p>
    </>
  );
}

function Recommended({ times }: { times: BestTimesData }) {
  if (times.best.length === 0) return <Notice>{t('analytics.noBetterHour')}</Notice>;
  return (
    <ol>
      {times.best.slice(0, 5).map(({ weekday, hour, posts, median_rate, expected_rate }) => (
        <li key={`${weekday} ${hour}`}>
          {rich('analytics.recommended', {
            weekday: weekdayName(weekday, 'long'),
            time: `${String(hour).padStart(2, '0')}:00`,
            expected: formatRate(expected_rate),
            posts,
            median: formatRate(median_rate),
            hour: (text) => <strong>{text}</strong>,
          })}
        </li>
      ))}
    </ol>
  );
}
