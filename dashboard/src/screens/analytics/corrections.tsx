import type { Schemas } from '../../api/client.ts';
import { Notice } from '../../components/feedback.tsx';
import { platformName } from '../../platforms.ts';

/** Explain sums that are negative because a platform lowered its totals. */
export function Corrections({ corrections }: { corrections: Schemas['Performance']['corrections'] }) {
  if (corrections.length === 0) return null;
  return (
    <Notice kind="warning">
      <p>
        <strong>Platforms corrected previously reported metrics.</strong>
      </p>
      <ul>
        {corrections.map(({ platform, metrics, detail }) => (
          <li key={platform}>
            {platformName(platform)}, {metrics.join(', ')}: {detail}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
