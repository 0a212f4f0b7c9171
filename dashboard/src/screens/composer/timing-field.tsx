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
    return <p class="hint">Publishing has failed. Save your changes, then retry on the page of the post.</p>;
  }
  if (status === 'partially_published') {
    return (
      <p class="hint">
        The first parts of the thread are live and cannot be changed. Save your changes of the others, then resume the
        thread on the page of the post.
      </p>
    );
  }
  const options: { value: Timing; label: string }[] = [
    {
      value: 'draft',
      label: status === 'scheduled' ? 'Unschedule: back to a draft' : 'No time yet: keep it as a draft',
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
          hint="In the time zone chosen at the top."
        />
      )}
      {needsApproval && (
        <p class="hint">
          Your workspace publishes only approved posts. You can choose the time now: the post is scheduled, and
          published if it is approved before its time. Without approval, it fails at its time and can be retried once it
          is approved.
        </p>
      )}
    </fieldset>
  );
}
