import type { Schemas } from '../../api/client.ts';
import { PlatformIcon } from '../../components/platform-icon.tsx';
import { Table } from '../../components/table.tsx';
import { Figure } from '../../content/figure.tsx';
import { formatCount, formatRate, METRICS, metricName } from '../../content/figures.ts';
import { t } from '../../language/texts.ts';
import { platformName } from '../../platforms.ts';
import { useTimeZone } from '../../time-zone.tsx';
import { formatTime } from '../../times.ts';
import type { PeriodName } from './filters.ts';
import { stopText } from './stop-text.ts';

type Performance = Schemas['Performance'];

/** The metrics of each platform, and what they include. */
export function PlatformTables({ performance, period }: { performance: Performance; period: PeriodName }) {
  const { timeZone } = useTimeZone();
  return (
    <>
      <details class="card more">
        <summary>{t('analytics.compareShow')}</summary>
        <Table
          caption={t('analytics.byPlatform', { period })}
          scrollLabel={t('words.metricsByPlatform')}
          columns={[
            t('words.platform'),
            { number: metricName('engagement_rate') },
            ...METRICS.map((metric) => ({ number: metricName(metric) })),
          ]}
        >
          {performance.breakdown.map((row) => (
            <tr key={row.platform}>
              <th scope="row" class="nowrap">
                <PlatformIcon platform={row.platform} /> {platformName(row.platform)}
              </th>
              <Figure value={row.engagement_rate} format={formatRate} />
              {METRICS.map((metric) => (
                <Figure key={metric} value={row[metric]} format={formatCount} />
              ))}
            </tr>
          ))}
        </Table>
      </details>
      <Table
        caption={t('analytics.coverageCaption')}
        scrollLabel={t('analytics.coverage')}
        columns={[
          t('words.platform'),
          { number: t('analytics.published') },
          { number: t('analytics.measured') },
          t('analytics.newest'),
          t('analytics.reports'),
        ]}
      >
        {performance.coverage.map((row) => (
          <tr key={row.platform}>
            <th scope="row" class="nowrap">
              <PlatformIcon platform={row.platform} /> {platformName(row.platform)}
            </th>
            <td class="number">{formatCount(row.published)}</td>
            <td class="number">{formatCount(row.posts)}</td>
            <td class="nowrap">{row.as_of ? formatTime(row.as_of, timeZone) : t('analytics.noneInPeriod')}</td>
            <td class="reports">
              {row.reports.map(metricName).join(', ')}
              {row.reports.length < METRICS.length && (
                <span class="sub">
                  {t('analytics.notReported', {
                    metrics: METRICS.filter((metric) => !row.reports.includes(metric))
                      .map(metricName)
                      .join(', '),
                  })}
                </span>
              )}
              {row.stopped.map((stop) => (
                <span key={stop.reason} class="sub">
                  {stopText(stop, (at) => formatTime(at, timeZone))}
                </span>
              ))}
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}
