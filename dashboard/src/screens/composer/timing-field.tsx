import { Button } from '../../components/button.tsx';
import { SelectField, TextField } from '../../components/form.tsx';
import { t } from '../../language/texts.ts';
import { useTimeZone } from '../../time-zone.tsx';
import { fromLocalInput, toLocalInput } from '../../times.ts';
import { toWords } from '../../words.ts';
import type { Draft, Timing } from './draft.ts';
import { findQueue } from './proposed-queue.ts';
import { errorsAt } from './rules.ts';
import type { FieldErrors } from './use-checks.ts';
import { useQueues } from './use-queues.ts';

interface TimingFieldProps {
  draft: Draft;
  errors: FieldErrors;
  status: string | null;
  needsApproval: boolean;
  /** Whether its targets are planned for several times, of which the field shows one. */
  hasSeveralTimes: boolean;
  onChange: (change: Partial<Draft>) => void;
}

/** When the post is published: without a time yet, at a time in the zone in which posts are planned, or at once. */
export function TimingField({ draft, errors, status, needsApproval, hasSeveralTimes, onChange }: TimingFieldProps) {
  const { planningZone } = useTimeZone();
  const { scheduledAt, scheduledLocal } = draft;
  const timeZone = scheduledLocal?.time_zone ?? planningZone;
  const setTime = (value: string) => {
    const at = fromLocalInput(value, timeZone, scheduledAt);
    // The value that shows the present instant has no seconds, and is the same for both of a repeated time.
    if (at !== null && at === scheduledAt) return;
    onChange({ scheduledAt: at, scheduledLocal: at === null ? null : { local: value, time_zone: timeZone } });
  };
  const queues = useQueues();
  const proposed = findQueue(queues, draft.proposedQueue);
  const queueOf = (timing: Timing) => (timing === 'queue' ? { queue: draft.queue ?? queues[0]?.id ?? null } : {});
  if (status === 'failed') return <p class="hint">{t('composer.retryFromPage')}</p>;
  if (status === 'partially_published') return <p class="hint">{t('composer.resumeFromPage')}</p>;
  const options: { value: Timing; label: string }[] = [
    { value: 'draft', label: t(status === 'scheduled' ? 'composer.unschedule' : 'composer.saveAsDraft') },
    { value: 'schedule', label: t('composer.atTime') },
    ...(queues.length > 0 ? [{ value: 'queue' as const, label: t('composer.nextSlot') }] : []),
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
              onChange={() => onChange({ timing: value, ...queueOf(value) })}
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
          disabled={hasSeveralTimes}
          value={scheduledLocal?.local.slice(0, 16) ?? (scheduledAt ? toLocalInput(scheduledAt, timeZone) : '')}
          onValue={setTime}
          error={errorsAt(errors, '/scheduled_at')}
          hint={t(hasSeveralTimes ? 'composer.severalTimes' : 'composer.usesTimeZone')}
        />
      )}
      {draft.timing === 'queue' && (
        <SelectField
          label={t('words.queue')}
          options={queues.map(({ id, name, paused }) => ({
            value: id,
            label: paused ? t('composer.pausedQueue', { name }) : name,
          }))}
          value={draft.queue ?? ''}
          onValue={(queue) => onChange({ queue })}
          error={errorsAt(errors, '/queue')}
          hint={t('composer.queueHint')}
        />
      )}
      {draft.proposedQueue !== null && draft.timing === 'draft' && (
        <p class="hint">
          {t('content.proposedQueue', { name: draft.proposedQueue })}{' '}
          {proposed && (
            <Button class="link" onClick={() => onChange({ timing: 'queue', queue: proposed.id })}>
              {t('composer.useQueue')}
            </Button>
          )}
        </p>
      )}
      {needsApproval && <p class="hint">{t('composer.requiresApproval')}</p>}
    </fieldset>
  );
}
