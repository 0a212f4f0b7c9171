import { t } from '../language/texts.ts';
import { timeZones } from '../time-zone.tsx';
import { toWords } from '../words.ts';
import { SelectField } from './form.tsx';

interface TimeZoneFieldProps {
  value: string;
  onValue: (value: string) => void;
  label?: string;
  hint?: string;
  error?: string | null;
}

/** The choice of a time zone among all that the browser knows. */
export function TimeZoneField({ value, label = t('words.timeZone'), ...rest }: TimeZoneFieldProps) {
  const options = timeZones(value).map((name) => ({ value: name, label: toWords(name) }));
  return <SelectField label={label} options={options} value={value} {...rest} />;
}
