import type { Schemas } from '../../api/client.ts';
import { ScrollTable } from '../../components/scroll-table.tsx';
import { Figure } from '../../content/figure.tsx';
import { formatCount, formatRate, METRICS, metricName } from '../../content/figures.ts';
import { platformName } from '../../platforms.ts';
import { useTimeZone } from '../../time-zone.tsx';
import { formatTime } from '../../times.ts';

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
      <ScrollTable label="Figures by platform">
        <table>
          <caption>By platform, {periodLabel.toLowerCase()}</caption>
          <thead>
            <tr>
              <th scope="col">Platform</th>
              <th scope="col" class="number">
                Engagement rate
              </th>
              {METRICS.map((metric) => (
                <th key={metric} scope="col" class="number">
                  {metricName(metric)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {performance.breakdown.map((row) => (
              <tr key={row.platform}>
                <th scope="row">{platformName(row.platform)}</th>
                <Figure value={row.engagement_rate} format={formatRate} />
                {METRICS.map((metric) => (
                  <Figure key={metric} value={row[metric]} format={formatCount} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollTable>
      <ScrollTable label="Coverage">
        <table>
          <caption>Coverage: what these figures include</caption>
          <thead>
            <tr>
              <th scope="col">Platform</th>
              <th scope="col" class="number">
                Published
              </th>
              <th scope="col" class="number">
                Measured
              </th>
              <th scope="col">Newest metrics</th>
              <th scope="col">Reports</th>
            </tr>
          </thead>
          <tbody>
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
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollTable>
    </>
  );
}
