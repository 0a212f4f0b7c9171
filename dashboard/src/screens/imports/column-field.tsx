import { SelectField, TextField } from '../../components/form.tsx';
import { t } from '../../language/texts.ts';
import { fieldChoices, groupOf, newNamedField } from './fields.ts';

interface ColumnFieldProps {
  column: string;
  example: string | undefined;
  /** The field of the column: empty for none. */
  field: string;
  /** The fields that only this file has. */
  others: readonly string[];
  onField: (field: string) => void;
}

/** What a column has: a field, or a variable or metadata of a name. */
export function ColumnField({ column, example, field, others, onField }: ColumnFieldProps) {
  const group = groupOf(field);
  return (
    <div>
      <SelectField
        label={column}
        hint={example}
        options={fieldChoices(others)}
        value={group === null ? field : `${group}.`}
        onValue={(chosen) => onField(groupOf(chosen) === null ? chosen : newNamedField(chosen, column))}
      />
      {group !== null && (
        <TextField
          label={t('imports.nameOf', { column })}
          required
          maxLength={40}
          autocomplete="off"
          value={field.slice(group.length + 1)}
          onValue={(name) => onField(`${group}.${name}`)}
        />
      )}
    </div>
  );
}
