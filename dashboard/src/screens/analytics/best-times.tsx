import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useQuery } from '../../api/hooks.ts';
import { Notice, QueryState } from '../../components/feedback.tsx';
import { formatRate } from '../../content/figures.ts';
import { useTimeZone } from '../../time-zone.tsx';
import { capitalize, toWords } from '../../words.ts';
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
      <h2 id="best-times">Best times</h2>
      <QueryState query={result} label="Loading best times…" />
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
          {times.posts === 0
            ? 'No posts with metrics yet. '
            : `${times.posts} of ${times.min_posts} posts with metrics so far. `}
          Recommendations require {times.min_posts} posts, of which {times.min_posts_per_hour} are in the same hour of
          the week. Posts are counted one day after publication. <a href="#/compose">Schedule a post</a>
        </Notice>
      )}
      {times.posts > 0 && <HeatMap times={times} />}
      <p class="muted">
        The expected rate of an hour is the median engagement rate of its posts, weighted toward the overall rate of{' '}
        {formatRate(times.overall_rate)} as if {times.prior_posts} more posts had that rate. Hours with few posts are
        therefore not overrated. Based on {times.posts} posts of the last 180 days, in {toWords(times.zone)}.
      </p>
    </>
  );
}

function Recommended({ times }: { times: BestTimesData }) {
  if (times.best.length === 0) return <Notice>No hour is expected to exceed the overall rate.</Notice>;
  return (
    <ol>
      {times.best.slice(0, 5).map(({ weekday, hour, posts, median_rate, expected_rate }) => (
        <li key={`${weekday} ${hour}`}>
          <strong>
            {capitalize(weekday)} {String(hour).padStart(2, '0')}:00
          </strong>
          : expected {formatRate(expected_rate)}. The median of {posts} posts is {formatRate(median_rate)}.
        </li>
      ))}
    </ol>
  );
}
