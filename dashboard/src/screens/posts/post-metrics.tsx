import { api, unwrap } from '../../api/client.ts';
import { useQuery } from '../../api/hooks.ts';
import { ErrorMessage, Progress } from '../../components/feedback.tsx';
import { Time } from '../../components/time.tsx';
import type { Content } from '../../content/content.ts';
import { Figure } from '../../content/figure.tsx';
import { formatCount, formatRate, METRICS, metricName } from '../../content/figures.ts';
import { platformName } from '../../platforms.ts';

/** The metrics of a published post, by platform, since it was published. Null values were not reported. */
export function PostMetrics({ content }: { content: Content }) {
  const published = content.targets.filter(({ status }) => status === 'published').length;
  const query = { content_id: content.id, period: '366d', sandbox: content.sandbox };
  const performance = useQuery(`metrics ${content.id} ${published}`, async () =>
    published > 0 ? unwrap(api.GET('/analytics/performance', { params: { query } })) : null,
  );
  if (published === 0) return null;
  const { data } = performance;
  return (
    <section aria-labelledby="metrics-heading">
      <h2 id="metrics-heading">Metrics</h2>
      <ErrorMessage error={performance.error} onRetry={() => void performance.reload()} />
      {performance.isLoading && !data && <Progress label="Loading the metrics…" />}
      {data && data.breakdown.length === 0 && (
        <p class="muted">No platform has reported metrics yet. The first arrive some minutes after publishing.</p>
      )}
      {data && data.breakdown.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls a wide table.
        <section class="table" aria-label="Metrics by platform" tabIndex={0}>
          <table>
            <caption>
              Since it was published
              {data.as_of && (
                <small>
                  {' '}
                  as of <Time at={data.as_of} />
                </small>
              )}
            </caption>
            <thead>
              <tr>
                <th scope="col">Metric</th>
                {data.breakdown.map(({ platform }) => (
                  <th key={platform} scope="col" class="number">
                    {platformName(platform)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {METRICS.map((metric) => (
                <tr key={metric}>
                  <th scope="row">{metricName(metric)}</th>
                  {data.breakdown.map((row) => (
                    <Figure key={row.platform} value={row[metric]} format={formatCount} />
                  ))}
                </tr>
              ))}
              <tr>
                <th scope="row">Engagement rate</th>
                {data.breakdown.map((row) => (
                  <Figure key={row.platform} value={row.engagement_rate} format={formatRate} />
                ))}
              </tr>
            </tbody>
          </table>
        </section>
      )}
      <p>
        <a href="#/analytics">Compare posts under Analytics</a>
      </p>
    </section>
  );
}
