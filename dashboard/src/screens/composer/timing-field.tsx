import { TextField } from '../../components/form.tsx';
import { t } from '../../language/texts.ts';
import { useTimeZone } from '../../time-zone.tsx';
import { fromLocalInput, toLocalInput } from '../../times.ts';
import { toWords } from '../../words.ts';
import type { Draft, Timing } from './draft.ts';
import { errorsAt } from './rules.ts';
import type { FieldErrors } from './use-checks.ts';

interface TimingFieldProps {
  draft: Draft;
  errors: FieldErrors;
  status: string | null;
  needsApproval: boolean;
  onChange: (change: Partial<Draft>) => void;
}

/** When the post is published: without a time yet, at a time in the chosen zone, or at once. */
export function TimingField({ draft, errors, status, needsApproval, onChange }: TimingFieldProps) {
  const { timeZone } = useTimeZone();
  if (status === 'failed') return <p class="hint">{t('composer.retryFromPage')}</p>;
  if (status === 'partially_published') return <p class="hint">{t('composer.resumeFromPage')}</p>;
  const options: { value: Timing; label: string }[] = [
    { value: 'draft', label: t(status === 'scheduled' ? 'composer.unschedule' : 'composer.saveAsDraft') },
    { value: 'schedule', label: t('composer.atTime') },
    ...(needsApproval ? [] : [{ value: 'now' as const, label: t('composer.now') }]),
  ];
  return (
    <fieldset class="timing">
      <legend>{t('composer.publish')}</legend>
      <div class="segments">
        {options.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name="timing"
              checked={draft.timing === value}
              onChange={() => onChange({ timing: value })}
            />
            {label}
          </label>
        ))}
      </div>
      {draft.timing === 'schedule' && (
        <TextField
          label={t('composer.time', { timeZone: toWords(timeZone) })}
          type="datetime-local"
          required
          value={draft.scheduledAt ? toLocalInput(draft.scheduledAt, timeZone) : ''}
          onValue={(value) => onChange({ scheduledAt: fromLocalInput(value, timeZone, draft.scheduledAt) })}
          error={errorsAt(errors, '/scheduled_at')}
          hint={t('composer.usesTimeZone')}
        />
      )}
      {needsApproval && <p class="hint">{t('composer.requiresApproval')}</p>}
    </fieldset>
  );
}
