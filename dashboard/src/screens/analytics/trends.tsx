import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { useQuery } from '../../api/hooks.ts';
import { EmptyState, QueryState } from '../../components/feedback.tsx';
import { SelectField } from '../../components/form.tsx';
import { rich, t } from '../../language/texts.ts';
import { useTimeZone } from '../../time-zone.tsx';
import { formatTime } from '../../times.ts';
import { type Filters, labelQuery } from './filters.ts';
import { Trend } from './trend.tsx';

const WINDOWS = ['24h', '7d'] as const;

/** Show topics and hashtags that are used unusually often, with the values that say so. */
export function Trends({ filters }: { filters: Filters }) {
  const { timeZone } = useTimeZone();
  const [length, setLength] = useState<'24h' | '7d'>('24h');
  const query = { window: length, explain: true, ...labelQuery(filters) };
  const result = useQuery(`trends ${JSON.stringify(query)}`, () =>
    unwrap(api.GET('/analytics/trends', { params: { query } })),
  );
  const trends = result.data;
  const isEmpty = trends?.trending_topics.length === 0 && trends.trending_hashtags.length === 0;
  return (
    <section class="section" aria-labelledby="trends">
      <h2 id="trends">{t('analytics.trends')}</h2>
      <p class="muted">{t('analytics.trendsText')}</p>
      <div class="filters">
        <SelectField
          label={t('analytics.window')}
          value={length}
          options={WINDOWS.map((value) => ({ value, label: t(`analytics.window_${value}`) }))}
          onValue={setLength}
        />
      </div>
      <QueryState query={result} label={t('analytics.loadingTrends')} />
      {isEmpty && (
        <EmptyState title={t('analytics.noTrends')}>
          <p>{rich('analytics.noTrendsText', { link: (text) => <a href="#/compose">{text}</a> })}</p>
        </EmptyState>
      )}
      {trends && !isEmpty && (
        <div class="columns">
          <div>
            <h3>{t('analytics.hashtags')}</h3>
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
            {trends.trending_hashtags.length === 0 && <p>{t('analytics.noHashtags')}</p>}
          </div>
          <div>
            <h3>{t('analytics.topics')}</h3>
            {trends.trending_topics.map(({ topic, volume, ...trend }) => (
              <Trend key={topic} term={topic} posts={volume} asOf={trends.as_of} {...trend} />
            ))}
            {trends.trending_topics.length === 0 && <p>{t('analytics.noTopics')}</p>}
          </div>
        </div>
      )}
      {trends && <p class="muted">{t('analytics.asOf', { time: formatTime(trends.as_of, timeZone) })}</p>}
    </section>
  );
}
