import { Field } from '../components/form.tsx';

interface NoteFieldProps {
  label: string;
  hint: string;
  error?: string | null;
  note: string;
  onNote: (note: string) => void;
  rows?: number;
}

/** The field for the note of a submission or a decision. */
export function NoteField({ label, hint, error = null, note, onNote, rows = 3 }: NoteFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <textarea
          {...attributes}
          rows={rows}
          class="short"
          maxLength={1000}
          value={note}
          onInput={(event) => onNote(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
