import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { useQuery } from '../../api/hooks.ts';
import { EmptyState, QueryState } from '../../components/feedback.tsx';
import { SelectField } from '../../components/form.tsx';
import { useTimeZone } from '../../time-zone.tsx';
import { formatTime } from '../../times.ts';
import type { Filters } from './filters.ts';
import { Trend } from './trend.tsx';

const WINDOWS = [
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
] as const;

/** Show topics and hashtags that are used unusually often, with the values that say so. */
export function Trends({ platform }: { platform: Filters['platform'] }) {
  const { timeZone } = useTimeZone();
  const [length, setLength] = useState<'24h' | '7d'>('24h');
  const result = useQuery(`trends ${length} ${platform}`, () =>
    unwrap(
      api.GET('/analytics/trends', {
        params: { query: { window: length, explain: true, ...(platform === 'all' ? {} : { platform }) } },
      }),
    ),
  );
  const trends = result.data;
  const isEmpty = trends?.trending_topics.length === 0 && trends.trending_hashtags.length === 0;
  return (
    <section class="section" aria-labelledby="trends">
      <h2 id="trends">Trends</h2>
      <p class="muted">
        Terms that appear unusually often in your posts, comments and mentions, compared with their history.
      </p>
      <div class="filters">
        <SelectField label="Window" value={length} options={WINDOWS} onValue={setLength} />
      </div>
      <QueryState query={result} label="Loading trends…" />
      {isEmpty && (
        <EmptyState title="No trends in this window">
          <p>
            A term is listed when at least five posts use it and its frequency increases.{' '}
            <a href="#/compose">Create a post</a>
          </p>
        </EmptyState>
      )}
      {trends && !isEmpty && (
        <div class="columns">
          <div>
            <h3>Hashtags</h3>
            {trends.trending_hashtags.map(({ hashtag, usage_count, engagement_score, ...trend }) => (
              <Trend
                key={hashtag}
                term={hashtag}
                posts={usage_count}
                score={engagement_score}
                asOf={trends.as_of}
                {...trend}
              />
            ))}
            {trends.trending_hashtags.length === 0 && <p>No trending hashtags.</p>}
          </div>
          <div>
            <h3>Topics</h3>
            {trends.trending_topics.map(({ topic, volume, ...trend }) => (
              <Trend key={topic} term={topic} posts={volume} asOf={trends.as_of} {...trend} />
            ))}
            {trends.trending_topics.length === 0 && <p>No trending topics.</p>}
          </div>
        </div>
      )}
      {trends && <p class="muted">As of {formatTime(trends.as_of, timeZone)}.</p>}
    </section>
  );
}
