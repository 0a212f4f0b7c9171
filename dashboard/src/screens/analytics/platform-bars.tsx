import type { Schemas } from '../../api/client.ts';
import { PlatformIcon } from '../../components/platform-icon.tsx';
import { metricName } from '../../content/figures.ts';
import { t } from '../../language/texts.ts';
import { platformName } from '../../platforms.ts';
import { barShare, formatOf } from './figures.ts';
import type { Charted } from './performance-chart.tsx';

interface PlatformBarsProps {
  performance: Schemas['Performance'];
  metric: Charted;
}

/** One metric of each platform as bars, the highest first. The table below has every metric. */
export function PlatformBars({ performance, metric }: PlatformBarsProps) {
  const rows = performance.breakdown.toSorted((a, b) => (b[metric] ?? -1) - (a[metric] ?? -1));
  const highest = Math.max(...rows.map((row) => row[metric] ?? 0));
  const format = formatOf(metric);
  return (
    <figure class="card chart">
      <figcaption>{t('analytics.metricByPlatform', { metric: metricName(metric) })}</figcaption>
      <ul class="bars">
        {rows.map((row) => (
          <li key={row.platform}>
            <span class="bar-name">
              <PlatformIcon platform={row.platform} /> {platformName(row.platform)}
            </span>
            <span class="bar-track" aria-hidden="true">
              <span style={{ width: `${barShare(row[metric], highest)}%` }} />
            </span>
            <span class={row[metric] === null ? 'muted' : undefined}>{format(row[metric])}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
