import type { Schemas } from '../../api/client.ts';
import { Notice } from '../../components/feedback.tsx';
import { metricName } from '../../content/figures.ts';
import { t } from '../../language/texts.ts';
import { platformName } from '../../platforms.ts';

/** Explain sums that are negative because a platform lowered its totals. */
export function Corrections({ corrections }: { corrections: Schemas['Performance']['corrections'] }) {
  if (corrections.length === 0) return null;
  return (
    <Notice kind="warning">
      <p>
        <strong>{t('analytics.correctionsTitle')}</strong>
      </p>
      <ul>
        {corrections.map(({ platform, metrics, detail }) => (
          <li key={platform}>
            {platformName(platform)}, {metrics.map(metricName).join(', ')}: {detail}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
