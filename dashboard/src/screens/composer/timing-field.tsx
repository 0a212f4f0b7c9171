import { TextField } from '../../components/form.tsx';
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
  if (status === 'failed') {
    return <p class="hint">Publishing failed. Save your changes, then retry from the post page.</p>;
  }
  if (status === 'partially_published') {
    return (
      <p class="hint">
        The published parts of this thread cannot be changed. Edit the others, save, then resume the thread from the
        post page.
      </p>
    );
  }
  const options: { value: Timing; label: string }[] = [
    {
      value: 'draft',
      label: status === 'scheduled' ? 'Unschedule (return to draft)' : 'Save as draft',
    },
    { value: 'schedule', label: 'At a time' },
    ...(needsApproval ? [] : [{ value: 'now' as const, label: 'Now' }]),
  ];
  return (
    <fieldset>
      <legend>Publish</legend>
      {options.map(({ value, label }) => (
        <label key={value} class="check">
          <input
            type="radio"
            name="timing"
            checked={draft.timing === value}
            onChange={() => onChange({ timing: value })}
          />
          {label}
        </label>
      ))}
      {draft.timing === 'schedule' && (
        <TextField
          label={`Time (${toWords(timeZone)})`}
          type="datetime-local"
          required
          value={draft.scheduledAt ? toLocalInput(draft.scheduledAt, timeZone) : ''}
          onValue={(value) => onChange({ scheduledAt: fromLocalInput(value, timeZone, draft.scheduledAt) })}
          error={errorsAt(errors, '/scheduled_at')}
          hint="Uses the time zone selected above."
        />
      )}
      {needsApproval && (
        <p class="hint">
          Your workspace requires approval. You can schedule this post now. If it is not approved by its scheduled time,
          it fails; retry it after approval.
        </p>
      )}
    </fieldset>
  );
}
