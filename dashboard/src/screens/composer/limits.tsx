import { ErrorMessage } from '../../components/feedback.tsx';
import { partName } from '../../content/post-parts.ts';
import { type Platform, platformName } from '../../platforms.ts';
import type { CheckState, Checks } from './use-checks.ts';

/** What each platform says about the draft: its length of the limit, what is missing, warnings and the cost. */
export function Limits({ platforms, state }: { platforms: Platform[]; state: CheckState }) {
  const { checks, errors, failure, isChecking, repeat } = state;
  if (platforms.length === 0) return <p class="muted">Select a platform to see its limits and a preview.</p>;
  return (
    <section aria-label="Checks" aria-busy={isChecking}>
      <ul class="limits">
        {platforms.map((platform) => {
          const found = checks?.platforms.find((each) => each.platform === platform);
          const rejected = errors.filter((error) => error.platform === platform);
          // A check knows nothing of an approval that an item has; the form says what the approval needs.
          const warnings = (checks?.warnings ?? []).filter(
            (warning) => warning.platform === platform && warning.code !== 'not_approved',
          );
          return (
            <li key={platform}>
              <div class="limit-line">
                <strong>{platformName(platform)}</strong>
                {found ? (
                  found.parts.length === 0 && <Count length={found.length} limit={found.limit} />
                ) : (
                  <span class="muted">
                    {rejected.length > 0 ? 'Cannot be published' : isChecking ? 'Checking…' : '–'}
                  </span>
                )}
              </div>
              {found && found.parts.length > 0 && <PartCounts parts={found.parts} />}
              {found?.estimated_cost_usd != null && (
                <small>Estimated cost: ${found.estimated_cost_usd.toFixed(3).replace(/0$/, '')}</small>
              )}
              {rejected.map(({ pointer, detail }) => (
                <p key={pointer + detail} class="field-error">
                  <strong>Error:</strong> {detail}
                </p>
              ))}
              {warnings.map(({ code, account_id, detail }) => (
                <p key={`${code} ${account_id}`} class="limit-warning">
                  <strong>Warning:</strong> {detail}
                </p>
              ))}
            </li>
          );
        })}
      </ul>
      {failure != null && (
        <>
          <p class="muted">The draft could not be validated. You can still save it.</p>
          <ErrorMessage error={failure} onRetry={repeat} />
        </>
      )}
    </section>
  );
}

function PartCounts({ parts }: { parts: Checks['platforms'][number]['parts'] }) {
  return (
    <ol class="part-counts">
      {parts.map(({ kind, length, limit }, index) => (
        <li key={index} class="limit-line">
          <span>{partName(kind, index)}</span>
          <Count length={length} limit={limit} />
        </li>
      ))}
    </ol>
  );
}

function Count({ length, limit }: { length: number; limit: number }) {
  const left = limit - length;
  return (
    <span class="count">
      <meter
        min={0}
        max={limit}
        high={limit * 0.9}
        optimum={0}
        value={Math.min(length, limit)}
        aria-label={`${length} of ${limit} characters`}
      />
      <span>
        {length} / {limit}
        {left < limit * 0.1 && <small> ({left} left)</small>}
      </span>
    </span>
  );
}
