import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { usePagedList } from '../../api/hooks.ts';
import { EmptyState, ListEnd } from '../../components/feedback.tsx';
import { SelectField } from '../../components/form.tsx';
import { Figure } from '../../content/figure.tsx';
import { formatCount, formatRate, METRICS, metricName } from '../../content/figures.ts';
import { platformName } from '../../platforms.ts';
import { toWords } from '../../words.ts';
import { accountQuery, type Filters, PERIODS } from './filters.ts';

const RANKED = ['engagements', 'engagement_rate', ...METRICS] as const;
type Ranked = (typeof RANKED)[number];
const OPTIONS = RANKED.map((value) => ({ value, label: metricName(value) }));
const ORDERS = [
  { value: 'top', label: 'Best first' },
  { value: 'bottom', label: 'Worst first' },
] as const;

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
      <h2 id="comparison">Compare posts</h2>
      <div class="filters">
        <SelectField label="Rank by" value={metric} options={OPTIONS} onValue={setMetric} />
        <SelectField label="Order" value={order} options={ORDERS} onValue={setOrder} />
      </div>
      {list.items.length > 0 && (
        <div class="table">
          <table>
            <caption>
              Posts by {toWords(metric)}, {PERIODS[filters.period].label.toLowerCase()}
            </caption>
            <thead>
              <tr>
                <th scope="col">Post</th>
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
                    {item.title === null ? 'Deleted post' : <a href={`#/posts/${item.content_id}`}>{item.title}</a>}
                    <span class="sub">{item.platforms.map(platformName).join(', ')}</span>
                    {item.corrections.map(({ platform, metrics }) => (
                      <span key={platform} class="sub">
                        {platformName(platform)} lowered its totals: {metrics.join(', ')}
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
        <p class="muted">Posts with fewer than {minImpressions} impressions are listed last.</p>
      )}
      {list.isEmpty && (
        <EmptyState title="No posts to compare">
          <p>
            Published posts appear here. <a href="#/compose">Create a post</a> or choose a longer period.
          </p>
        </EmptyState>
      )}
      <ListEnd list={list} />
    </section>
  );
}
