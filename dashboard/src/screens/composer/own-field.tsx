import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { SelectField } from '../../components/form.tsx';

type Choice = 'same' | 'own' | 'none';

interface OwnFieldProps<T> {
  label: string;
  choices: Record<Choice, string>;
  /** What the platform has of its own; undefined for what all platforms have. */
  value: T | undefined;
  /** Whether that is nothing. */
  isNone: boolean;
  error: string | null;
  /** What the platform has of its own at first, and nothing. */
  values: { own: T; none: T };
  onValue: (value: T | undefined) => void;
  /** The field of what the platform has of its own. */
  children: ComponentChildren;
}

/** A choice between what all platforms publish, something of the platform's own, and nothing. */
export function OwnField<T>({ label, choices, value, isNone, error, values, onValue, children }: OwnFieldProps<T>) {
  // Something of its own that is still empty.
  const [wantsOwn, setWantsOwn] = useState(false);
  const choice: Choice = value === undefined ? 'same' : !isNone || wantsOwn ? 'own' : 'none';
  return (
    <>
      <SelectField
        label={label}
        options={(['same', 'own', 'none'] as const).map((each) => ({ value: each, label: choices[each] }))}
        value={choice}
        error={choice === 'none' ? error : null}
        onValue={(chosen) => {
          setWantsOwn(chosen === 'own');
          onValue({ same: undefined, ...values }[chosen]);
        }}
      />
      {choice === 'own' && children}
    </>
  );
}
