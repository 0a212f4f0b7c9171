import { useId } from 'preact/hooks';
import { Field } from '../components/form.tsx';
import { t } from '../language/texts.ts';
import { LabelChips } from './label-chips.tsx';
import { parseLabels } from './label-names.ts';
import { namesOf, useLabels } from './labels.ts';

/** What a person types: labels are separated by commas. */
type LabelTexts = { labels: string; campaign: string };

interface LabelsFieldProps {
  value: LabelTexts;
  errors: { [Name in keyof LabelTexts]: string | null };
  onChange: (change: Partial<LabelTexts>) => void;
}

/** The fields for the labels and the campaign of posts, with those of the workspace as suggestions. */
export function LabelsField({ value, errors, onChange }: LabelsFieldProps) {
  const known = useLabels().data;
  const id = useId();
  const { labels, campaign } = value;
  const names = parseLabels(labels);
  // What a person types is the last name; the ones before it stay.
  const before = labels.slice(0, labels.lastIndexOf(',') + 1).trim();
  const suggested = namesOf(known, 'label').filter((name) => !names.includes(name));
  return (
    <>
      <Field label={t('labels.campaign')} error={errors.campaign}>
        {(attributes) => (
          <input
            {...attributes}
            list={`${id}-campaigns`}
            maxLength={50}
            value={campaign}
            onInput={(event) => onChange({ campaign: event.currentTarget.value })}
          />
        )}
      </Field>
      <datalist id={`${id}-campaigns`}>
        {namesOf(known, 'campaign').map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Field label={t('labels.labels')} hint={t('labels.hint')} error={errors.labels}>
        {(attributes) => (
          <input
            {...attributes}
            list={`${id}-labels`}
            value={labels}
            onInput={(event) => onChange({ labels: event.currentTarget.value })}
          />
        )}
      </Field>
      <datalist id={`${id}-labels`}>
        {suggested.map((name) => (
          <option key={name} value={before === '' ? name : `${before} ${name}`} />
        ))}
      </datalist>
      <LabelChips labels={names} campaign={campaign.trim() || null} />
    </>
  );
}
