import { useState } from 'preact/hooks';
import { changedFields } from '../../api/changed-fields.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { fieldError } from '../../api/problem.ts';
import { Button } from '../../components/button.tsx';
import { Field, FormDialog, TextAreaField, TextField } from '../../components/form.tsx';
import { TimeZoneField } from '../../components/time-zone-field.tsx';
import { AccountChecks, LostAccounts } from '../../content/account-checks.tsx';
import { useAccounts } from '../../content/content.ts';
import { LabelsField } from '../../content/labels-field.tsx';
import { t } from '../../language/texts.ts';
import { usePermission } from '../../session-context.tsx';
import { useTimeZone } from '../../time-zone.tsx';
import { toLocalInput } from '../../times.ts';
import { DatePreview } from './date-preview.tsx';
import { bodyOf, calendarOf, inputOf, type RecurrenceInput } from './recurrence-input.ts';
import { hasDays } from './rule-choice.ts';
import { DateField, ExcludedDates, RuleFields } from './rule-fields.tsx';

const MAX_TEXTS = 20;

interface RecurrenceFormProps {
  /** The recurrence to change; null for a new one. */
  recurrence: Schemas['Recurrence'] | null;
  /** The date from which it is changed; by default today. */
  from?: string | undefined;
  onSaved: (recurrence: Schemas['Recurrence']) => void;
  onClose: () => void;
}

/** The form of a recurrence: its texts, accounts and rule, with its next dates. */
export function RecurrenceForm({ recurrence, from, onSaved, onClose }: RecurrenceFormProps) {
  const { planningZone } = useTimeZone();
  const today = toLocalInput(new Date().toISOString(), recurrence?.time_zone ?? planningZone).slice(0, 10);
  const [input, setInput] = useState(() => inputOf(recurrence, today, planningZone, from ?? today));
  const accounts = useAccounts(usePermission('accounts:read')).data ?? [];
  const intent = useIntent();
  const onChange = (change: Partial<RecurrenceInput>) => setInput((last) => ({ ...last, ...change }));
  const body = bodyOf(input, accounts, recurrence ?? { platforms: [], accounts: [] });
  const save = useAction(async () => {
    const saved = recurrence
      ? unwrap(
          api.PUT('/recurrences/{id}', {
            params: { path: { id: recurrence.id } },
            // A field that did not change must not replace its items.
            body: {
              ...changedFields(body, bodyOf(inputOf(recurrence, today, planningZone), accounts, recurrence)),
              from: input.from,
            },
          }),
        )
      : intent.send(body, (header) => unwrap(api.POST('/recurrences', { params: { header }, body })));
    onSaved(await saved);
  });
  return (
    <FormDialog
      title={t(recurrence ? 'recurrences.editTitle' : 'recurrences.createTitle')}
      action={save}
      submit={t(recurrence ? 'words.save' : 'recurrences.add')}
      running={t('words.saving')}
      isIncomplete={body.platforms.length === 0 || !hasDays(input.choice)}
      onClose={onClose}
    >
      {recurrence && (
        <DateField
          label={t('recurrences.from')}
          hint={t('recurrences.fromHint')}
          error={fieldError(save.error, '/from')}
          value={input.from}
          onValue={(value) => onChange({ from: value })}
        />
      )}
      <TextField
        label={t('words.title')}
        required
        maxLength={300}
        error={fieldError(save.error, '/title')}
        value={input.title}
        onValue={(title) => onChange({ title })}
      />
      <TextFields input={input} error={save.error} onChange={onChange} />
      <AccountFields input={input} accounts={accounts} onChange={onChange} />
      <LabelsField
        value={input}
        errors={{ labels: fieldError(save.error, '/labels'), campaign: fieldError(save.error, '/campaign') }}
        onChange={onChange}
      />
      <RuleFields
        choice={input.choice}
        error={save.error}
        onChange={(change) => onChange({ choice: { ...input.choice, ...change } })}
      />
      <DateField
        label={t('recurrences.startsOn')}
        error={fieldError(save.error, '/starts_on')}
        value={input.startsOn}
        onValue={(startsOn) => onChange({ startsOn })}
      />
      <Field label={t('recurrences.time')} error={fieldError(save.error, '/time')}>
        {(attributes) => (
          <input
            {...attributes}
            type="time"
            required
            value={input.time}
            onInput={(event) => onChange({ time: event.currentTarget.value })}
          />
        )}
      </Field>
      <TimeZoneField
        label={t('words.timeZone')}
        error={fieldError(save.error, '/time_zone')}
        value={input.zone}
        onValue={(zone) => onChange({ zone })}
      />
      <ExcludedDates
        dates={input.excluded}
        error={fieldError(save.error, '/excluded_dates')}
        onDates={(excluded) => onChange({ excluded })}
      />
      <DatePreview calendar={calendarOf(input)} />
    </FormDialog>
  );
}

interface FieldsProps {
  input: RecurrenceInput;
  onChange: (change: Partial<RecurrenceInput>) => void;
}

function TextFields({ input, error, onChange }: FieldsProps & { error: unknown }) {
  const { texts, cooldown } = input;
  const isRotating = texts.length > 1;
  const set = (index: number, text: string) =>
    onChange({ texts: texts.map((old, each) => (each === index ? text : old)) });
  return (
    <>
      {texts.map((text, index) => (
        <TextAreaField
          key={index}
          label={isRotating ? t('recurrences.variation', { number: index + 1 }) : t('words.text')}
          hint={index === 0 && isRotating ? t('recurrences.rotation') : undefined}
          error={fieldError(error, isRotating ? `/variations/${index}` : '/description')}
          rows={3}
          maxLength={10_000}
          value={text}
          onValue={(value) => set(index, value)}
        />
      ))}
      {texts.length < MAX_TEXTS && (
        <p>
          <Button onClick={() => onChange({ texts: [...texts, ''] })}>{t('recurrences.addVariation')}</Button>
        </p>
      )}
      {isRotating && (
        <TextField
          label={t('recurrences.cooldown')}
          hint={t('recurrences.cooldownHint')}
          type="number"
          error={fieldError(error, '/evergreen/cooldown_posts')}
          value={cooldown}
          onValue={(value) => onChange({ cooldown: value })}
        />
      )}
    </>
  );
}

type Account = ReturnType<typeof useAccounts>['data'] & {};

function AccountFields({ input, accounts, onChange }: FieldsProps & { accounts: Account }) {
  return (
    <fieldset>
      <legend>{t('words.accounts')}</legend>
      <AccountChecks
        accounts={accounts}
        chosen={input.accounts}
        onChosen={(chosen) => onChange({ accounts: chosen })}
      />
      {accounts.length > 0 && (
        <LostAccounts ids={input.accounts} accounts={accounts} onChosen={(chosen) => onChange({ accounts: chosen })} />
      )}
      {accounts.length === 0 && <p class="hint">{t('recurrences.noAccounts')}</p>}
    </fieldset>
  );
}
