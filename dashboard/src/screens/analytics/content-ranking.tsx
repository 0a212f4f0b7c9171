import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { usePagedList } from '../../api/hooks.ts';
import { EmptyState, ListEnd } from '../../components/feedback.tsx';
import { SelectField } from '../../components/form.tsx';
import { PlatformIcon } from '../../components/platform-icon.tsx';
import { Figure } from '../../content/figure.tsx';
import { formatCount, formatRate, METRICS, metricName } from '../../content/figures.ts';
import { rich, t } from '../../language/texts.ts';
import { platformName } from '../../platforms.ts';
import { accountQuery, type Filters } from './filters.ts';

const RANKED = ['engagements', 'engagement_rate', ...METRICS] as const;
type Ranked = (typeof RANKED)[number];
const ORDERS = ['top', 'bottom'] as const;

/** The posts of a period, ranked by one metric. */
export function ContentRanking({ filters }: { filters: Filters }) {
  const [metric, setMetric] = useState<Ranked>('engagements');
  const [order, setOrder] = useState<'top' | 'bottom'>('top');
  const [minImpressions, setMinImpressions] = useState(0);
  const list = usePagedList(`ranking ${metric} ${order} ${JSON.stringify(filters)}`, async (cursor) => {
    const query = { ...accountQuery(filters), period: filters.period, metric, order, limit: 20 };
    const page = await unwrap(api.GET('/analytics/content', { params: { query: { ...query, cursor } } }));
    setMinImpressions(page.min_impressions);
    return { items: page.data, nextCursor: page.pagination.next_cursor };
  });
  const columns = [metric, ...RANKED.filter((other) => other !== metric)];
  return (
    <section class="section" aria-labelledby="comparison">
      <h2 id="comparison">{t('analytics.comparePosts')}</h2>
      <div class="filters">
        <SelectField
          label={t('analytics.rankBy')}
          value={metric}
          options={RANKED.map((value) => ({ value, label: metricName(value) }))}
          onValue={setMetric}
        />
        <SelectField
          label={t('analytics.order')}
          value={order}
          options={ORDERS.map((value) => ({ value, label: t(`analytics.order_${value}`) }))}
          onValue={setOrder}
        />
      </div>
      {list.items.length > 0 && (
        <div class="table">
          <table>
            <caption>{t('analytics.rankingCaption', { metric: metricName(metric), period: filters.period })}</caption>
            <thead>
              <tr>
                <th scope="col">{t('words.post')}</th>
                {columns.map((column) => (
                  <th
                    key={column}
                    scope="col"
                    class="number"
                    aria-sort={column === metric ? (order === 'top' ? 'descending' : 'ascending') : undefined}
                  >
                    {metricName(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {list.items.map((item) => (
                <tr key={item.content_id}>
                  <th scope="row" class="ranked-post">
                    {item.title === null ? (
                      t('words.deletedPost')
                    ) : (
                      <a href={`#/posts/${item.content_id}`}>{item.title}</a>
                    )}
                    <span class="sub platforms">
                      {item.platforms.map((platform) => (
                        <span key={platform}>
                          <PlatformIcon platform={platform} size={14} /> {platformName(platform)}
                        </span>
                      ))}
                    </span>
                    {item.corrections.map(({ platform, metrics }) => (
                      <span key={platform} class="sub">
                        {t('analytics.loweredTotals', {
                          platform: platformName(platform),
                          metrics: metrics.map(metricName).join(', '),
                        })}
                      </span>
                    ))}
                  </th>
                  {columns.map((column) => (
                    <Figure
                      key={column}
                      value={item.metrics[column]}
                      format={column === 'engagement_rate' ? formatRate : formatCount}
                    />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {metric === 'engagement_rate' && list.items.length > 0 && (
        <p class="muted">{t('analytics.fewImpressions', { count: minImpressions })}</p>
      )}
      {list.isEmpty && (
        <EmptyState title={t('analytics.noPosts')}>
          <p>{rich('analytics.noPostsText', { link: (text) => <a href="#/compose">{text}</a> })}</p>
        </EmptyState>
      )}
      <ListEnd list={list} />
    </section>
  );
}
