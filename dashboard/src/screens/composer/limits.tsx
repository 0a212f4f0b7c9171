import { bold } from '../../components/elements.tsx';
import { ErrorMessage } from '../../components/feedback.tsx';
import { PlatformIcon } from '../../components/platform-icon.tsx';
import { formatUsd } from '../../content/figures.ts';
import { partName } from '../../content/post-parts.ts';
import { rich, t } from '../../language/texts.ts';
import { type Platform, platformName } from '../../platforms.ts';
import { Count } from './count.tsx';
import type { CheckState, Checks } from './use-checks.ts';

interface LimitsProps {
  platforms: Platform[];
  state: CheckState;
  /** Whether a person tried to save, so that what is missing is a warning. Before, it is a hint. */
  hasTried: boolean;
}

/** What each platform says about the draft: its length of the limit, what is missing, warnings and the cost. */
export function Limits({ platforms, state, hasTried }: LimitsProps) {
  const { checks, errors, failure, isChecking, repeat } = state;
  // Nothing was typed yet.
  if (!checks && errors.length === 0 && failure == null && !isChecking) return null;
  return (
    <section aria-label={t('composer.checks')} aria-busy={isChecking}>
      <ul class="limits">
        {platforms.map((platform) => (
          <PlatformLimit key={platform} platform={platform} state={state} hasTried={hasTried} />
        ))}
      </ul>
      {failure != null && (
        <>
          <p class="muted">{t('composer.notValidated')}</p>
          <ErrorMessage error={failure} onRetry={repeat} />
        </>
      )}
    </section>
  );
}

function PlatformLimit({ platform, state, hasTried }: Omit<LimitsProps, 'platforms'> & { platform: Platform }) {
  const { checks, errors, isChecking } = state;
  const found = checks?.platforms.find((each) => each.platform === platform);
  // The field of the text shows its own errors, which are beside this list.
  const rejected = errors.filter((error) => error.platform === platform);
  const shown = rejected.filter(({ pointer }) => pointer !== '/description');
  // A check knows nothing of an approval that an item has; the form says what the approval needs.
  const warnings = (checks?.warnings ?? []).filter(
    (warning) => warning.platform === platform && warning.code !== 'not_approved',
  );
  const unknown = isChecking ? t('composer.checking') : '–';
  return (
    <li>
      <div class="limit-line">
        <span class="limit-platform">
          <PlatformIcon platform={platform} /> {platformName(platform)}
        </span>
        {found ? (
          found.parts.length === 0 && <Count length={found.length} limit={found.limit} />
        ) : (
          <span class="muted">{rejected.length > 0 ? t('composer.cannotBePublished') : unknown}</span>
        )}
      </div>
      {found && found.parts.length > 0 && <PartCounts parts={found.parts} />}
      {found?.estimated_cost_usd != null && (
        <small>{t('composer.estimatedCost', { cost: formatUsd(found.estimated_cost_usd) })}</small>
      )}
      {shown.map(({ pointer, detail }) => (
        <p key={pointer + detail} class="field-error">
          {rich('composer.error', { detail, b: bold })}
        </p>
      ))}
      {warnings.map(({ code, account_id, detail }) =>
        code === 'media_required' && !hasTried ? (
          <p key={`${code} ${account_id}`} class="muted">
            {detail}
          </p>
        ) : (
          <p key={`${code} ${account_id}`} class="limit-warning">
            {rich('composer.warning', { detail, b: bold })}
          </p>
        ),
      )}
    </li>
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
