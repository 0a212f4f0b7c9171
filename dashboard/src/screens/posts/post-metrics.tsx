import { api, unwrap } from '../../api/client.ts';
import { useQuery } from '../../api/hooks.ts';
import { QueryState } from '../../components/feedback.tsx';
import { Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import type { Content } from '../../content/content.ts';
import { Figure } from '../../content/figure.tsx';
import { formatCount, formatRate, METRICS, metricName } from '../../content/figures.ts';
import { rich, t } from '../../language/texts.ts';
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
  const caption = (
    <>
      {t('posts.sincePublication')}{' '}
      {data?.as_of && <small>{rich('posts.asOf', { time: () => <Time at={data.as_of!} /> })}</small>}
    </>
  );
  return (
    <section aria-labelledby="metrics-heading">
      <h2 id="metrics-heading">{t('words.metrics')}</h2>
      <QueryState query={performance} label={t('posts.loadingMetrics')} />
      {data && data.breakdown.length === 0 && <p class="muted">{t('posts.noMetrics')}</p>}
      {data && data.breakdown.length > 0 && (
        <Table
          caption={caption}
          scrollLabel={t('words.metricsByPlatform')}
          columns={[t('posts.metric'), ...data.breakdown.map(({ platform }) => ({ number: platformName(platform) }))]}
        >
          {METRICS.map((metric) => (
            <tr key={metric}>
              <th scope="row">{metricName(metric)}</th>
              {data.breakdown.map((row) => (
                <Figure key={row.platform} value={row[metric]} format={formatCount} />
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">{metricName('engagement_rate')}</th>
            {data.breakdown.map((row) => (
              <Figure key={row.platform} value={row.engagement_rate} format={formatRate} />
            ))}
          </tr>
        </Table>
      )}
      <p>
        <a href="#/analytics">{t('posts.comparePosts')}</a>
      </p>
    </section>
  );
}
