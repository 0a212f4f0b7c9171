import { fieldError } from '../../api/problem.ts';
import { Button } from '../../components/button.tsx';
import { Check } from '../../components/checks.tsx';
import { Field, SelectField, TextField } from '../../components/form.tsx';
import { t } from '../../language/texts.ts';
import { dayName, FREQUENCIES, POSITIONS, type RuleChoice, WEEKDAYS } from './rule-choice.ts';

interface RuleFieldsProps {
  choice: RuleChoice;
  error: unknown;
  onChange: (change: Partial<RuleChoice>) => void;
}

const LAST_DAY = '-1';
const DAYS = [...Array.from({ length: 31 }, (_, index) => String(index + 1)), LAST_DAY];

/** The choices of a rule: how often, on which days, and until when. */
export function RuleFields({ choice, error, onChange }: RuleFieldsProps) {
  const { frequency, interval } = choice;
  const options = FREQUENCIES.map((value) => ({ value, label: t(`recurrences.frequency_${value}`) }));
  if (frequency === 'other') {
    return (
      <>
        <SelectField
          label={t('recurrences.repeats')}
          options={options}
          value={frequency}
          onValue={(value) => onChange({ frequency: value })}
        />
        <TextField
          label={t('recurrences.rule')}
          hint={t('recurrences.ruleHint')}
          error={fieldError(error, '/rule')}
          required
          maxLength={500}
          value={choice.text}
          onValue={(text) => onChange({ text })}
        />
      </>
    );
  }
  return (
    <>
      <SelectField
        label={t('recurrences.repeats')}
        options={options}
        error={fieldError(error, '/rule')}
        value={frequency}
        onValue={(value) => onChange({ frequency: value })}
      />
      <TextField
        label={t(
          `recurrences.interval_${frequency === 'daily' ? 'days' : frequency === 'weekly' ? 'weeks' : 'months'}`,
        )}
        type="number"
        required
        value={interval}
        onValue={(value) => onChange({ interval: value })}
      />
      <DayFields choice={choice} onChange={onChange} />
      <EndFields choice={choice} onChange={onChange} />
    </>
  );
}

type Fields = Omit<RuleFieldsProps, 'error'>;

function DayFields({ choice, onChange }: Fields) {
  const { frequency, weekdays, day, position, weekday } = choice;
  if (frequency === 'daily') return null;
  if (frequency === 'weekly') {
    return (
      <fieldset>
        <legend>{t('recurrences.weekdays')}</legend>
        {WEEKDAYS.map((each) => (
          <Check
            key={each}
            label={dayName(each)}
            checked={weekdays.includes(each)}
            onChecked={(isOn) =>
              onChange({ weekdays: isOn ? [...weekdays, each] : weekdays.filter((one) => one !== each) })
            }
          />
        ))}
      </fieldset>
    );
  }
  if (frequency === 'month_day') {
    return (
      <SelectField
        label={t('recurrences.dayOfMonth')}
        hint={Number(day) > 28 ? t('recurrences.shortMonths') : undefined}
        options={DAYS.map((value) => ({ value, label: value === LAST_DAY ? t('recurrences.lastDay') : value }))}
        value={day}
        onValue={(value) => onChange({ day: value })}
      />
    );
  }
  return (
    <>
      <SelectField
        label={t('recurrences.position')}
        options={POSITIONS.map((value) => ({ value, label: t('recurrences.positionName', { position: value }) }))}
        value={position}
        onValue={(value) => onChange({ position: value })}
      />
      <SelectField
        label={t('recurrences.weekday')}
        options={WEEKDAYS.map((value) => ({ value, label: dayName(value) }))}
        value={weekday}
        onValue={(value) => onChange({ weekday: value })}
      />
    </>
  );
}

function EndFields({ choice: { end, until, count }, onChange }: Fields) {
  const ends = ['never', 'until', 'count'] as const;
  return (
    <>
      <SelectField
        label={t('recurrences.ends')}
        options={ends.map((value) => ({ value, label: t(`recurrences.end_${value}`) }))}
        value={end}
        onValue={(value) => onChange({ end: value })}
      />
      {end === 'until' && (
        <DateField label={t('recurrences.lastDate')} value={until} onValue={(value) => onChange({ until: value })} />
      )}
      {end === 'count' && (
        <TextField
          label={t('recurrences.count')}
          type="number"
          required
          value={count}
          onValue={(value) => onChange({ count: value })}
        />
      )}
    </>
  );
}

interface DateFieldProps {
  label: string;
  value: string;
  onValue: (value: string) => void;
  hint?: string | undefined;
  error?: string | null;
}

/** A labeled input for a date. */
export function DateField({ label, value, onValue, hint, error = null }: DateFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <input
          {...attributes}
          type="date"
          required
          value={value}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface ExcludedDatesProps {
  dates: readonly string[];
  error: string | null;
  onDates: (dates: string[]) => void;
}

/** The dates of a rule that have no post. */
export function ExcludedDates({ dates, error, onDates }: ExcludedDatesProps) {
  return (
    <fieldset>
      <legend>{t('recurrences.excluded')}</legend>
      {dates.map((date, index) => (
        <div class="bar" key={index}>
          <DateField
            label={t('recurrences.excludedDate', { number: index + 1 })}
            value={date}
            onValue={(value) => onDates(dates.with(index, value))}
          />
          <Button onClick={() => onDates(dates.toSpliced(index, 1))}>
            {t('recurrences.include', { number: index + 1 })}
          </Button>
        </div>
      ))}
      {error && <p class="field-error">{error}</p>}
      <Button onClick={() => onDates([...dates, ''])}>{t('recurrences.exclude')}</Button>
    </fieldset>
  );
}
