import type { Schemas } from '../../api/client.ts';
import { Table } from '../../components/table.tsx';
import { Figure } from '../../content/figure.tsx';
import { formatCount, formatRate, METRICS, metricName } from '../../content/figures.ts';
import { platformName } from '../../platforms.ts';
import { useTimeZone } from '../../time-zone.tsx';
import { formatTime } from '../../times.ts';
import { stopText } from './stop-text.ts';

/** The metrics of each platform, and what they include. */
export function PlatformTables({
  performance,
  periodLabel,
}: {
  performance: Schemas['Performance'];
  periodLabel: string;
}) {
  const { timeZone } = useTimeZone();
  return (
    <>
      <Table
        caption={`By platform, ${periodLabel.toLowerCase()}`}
        scrollLabel="Metrics by platform"
        columns={[
          'Platform',
          { number: 'Engagement rate' },
          ...METRICS.map((metric) => ({ number: metricName(metric) })),
        ]}
      >
        {performance.breakdown.map((row) => (
          <tr key={row.platform}>
            <th scope="row">{platformName(row.platform)}</th>
            <Figure value={row.engagement_rate} format={formatRate} />
            {METRICS.map((metric) => (
              <Figure key={metric} value={row[metric]} format={formatCount} />
            ))}
          </tr>
        ))}
      </Table>
      <Table
        caption="Coverage: data included in these metrics"
        scrollLabel="Coverage"
        columns={['Platform', { number: 'Published' }, { number: 'Measured' }, 'Newest metrics', 'Reports']}
      >
        {performance.coverage.map((row) => (
          <tr key={row.platform}>
            <th scope="row">{platformName(row.platform)}</th>
            <td class="number">{formatCount(row.published)}</td>
            <td class="number">{formatCount(row.posts)}</td>
            <td class="nowrap">{row.as_of ? formatTime(row.as_of, timeZone) : 'None in this period'}</td>
            <td class="reports">
              {row.reports.join(', ')}
              {row.reports.length < METRICS.length && (
                <span class="sub">
                  Not reported: {METRICS.filter((metric) => !row.reports.includes(metric)).join(', ')}
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
