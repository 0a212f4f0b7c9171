import { useState } from 'preact/hooks';
import { changedFields, hasFields } from '../../api/changed-fields.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { fieldError } from '../../api/problem.ts';
import { FormDialog, TextField } from '../../components/form.tsx';
import { TimeZoneField } from '../../components/time-zone-field.tsx';
import { t } from '../../language/texts.ts';
import { useTimeZone } from '../../time-zone.tsx';
import { WEEKDAYS, weekdayName } from '../../weekdays.ts';
import { slotsOf, timesOf, type WeeklyTimes } from './weekly-times.ts';

interface QueueFormProps {
  /** The queue to change; null for a new one. */
  queue: Schemas['Queue'] | null;
  onSaved: (queue: Schemas['Queue']) => void;
  onClose: () => void;
}

/** The form of a queue: its name, its zone and the times of each weekday. */
export function QueueForm({ queue, onSaved, onClose }: QueueFormProps) {
  const { timeZone } = useTimeZone();
  const [name, setName] = useState(queue?.name ?? '');
  const [zone, setZone] = useState(queue?.time_zone ?? timeZone);
  const [times, setTimes] = useState<WeeklyTimes>(timesOf(queue?.slots ?? []));
  const intent = useIntent();
  const slots = slotsOf(times);
  // The form shows no slots with zones of their own, so it keeps them.
  const kept = (queue?.slots ?? []).flatMap(({ time_zone, ...slot }) => (time_zone ? [{ ...slot, time_zone }] : []));
  const save = useAction(async () => {
    const body = { name: name.trim(), time_zone: zone, slots: [...slots!, ...kept] };
    if (!queue) {
      onSaved(await intent.send(body, (header) => unwrap(api.POST('/queues', { params: { header }, body }))));
      return;
    }
    const changed = changedFields(body, { ...queue, slots: [...slotsOf(timesOf(queue.slots))!, ...kept] });
    const params = { path: { id: queue.id } };
    onSaved(hasFields(changed) ? await unwrap(api.PUT('/queues/{id}', { params, body: changed })) : queue);
  });
  return (
    <FormDialog
      title={t(queue ? 'queues.editTitle' : 'queues.createTitle')}
      action={save}
      submit={t(queue ? 'words.save' : 'queues.add')}
      running={t('words.saving')}
      isIncomplete={slots === null || slots.length + kept.length === 0}
      onClose={onClose}
    >
      <TextField
        label={t('words.name')}
        required
        maxLength={100}
        error={fieldError(save.error, '/name')}
        value={name}
        onValue={setName}
      />
      <TimeZoneField
        label={t('words.timeZone')}
        error={fieldError(save.error, '/time_zone')}
        value={zone}
        onValue={setZone}
      />
      <fieldset>
        <legend>{t('queues.slots')}</legend>
        <p class="hint">{t('queues.slotsHint')}</p>
        {WEEKDAYS.map((weekday) => (
          <TextField
            key={weekday}
            label={weekdayName(weekday)}
            autocomplete="off"
            value={times[weekday]}
            onValue={(value) => setTimes((last) => ({ ...last, [weekday]: value }))}
          />
        ))}
        {slots === null && <p class="field-error">{t('queues.wrongTimes')}</p>}
      </fieldset>
    </FormDialog>
  );
}
