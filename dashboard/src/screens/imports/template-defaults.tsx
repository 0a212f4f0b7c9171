import { SelectField } from '../../components/form.tsx';
import { useTemplates } from '../../content/templates.ts';
import { t } from '../../language/texts.ts';
import { type DefaultTemplates, TEMPLATE_ROLES, type TemplateRole, withTemplate } from './fields.ts';

interface TemplateDefaultsProps {
  value: DefaultTemplates;
  onValue: (value: DefaultTemplates) => void;
}

/** The templates of rows that name none. Nothing in a workspace without templates. */
export function TemplateDefaults({ value, onValue }: TemplateDefaultsProps) {
  const templates = useTemplates().data ?? [];
  const choicesOf = (role: TemplateRole) => {
    const named = templates.filter(({ kind }) => kind === role).map(({ id, name }) => ({ value: id, label: name }));
    const given = value[role];
    // The API takes a name too.
    const isOther = given !== undefined && !named.some(({ value: id }) => id === given);
    return [...named, ...(isOther ? [{ value: given, label: given }] : [])];
  };
  const roles = TEMPLATE_ROLES.map((role) => ({ role, choices: choicesOf(role) }));
  const shown = roles.filter(({ choices }) => choices.length > 0);
  if (shown.length === 0) return null;
  return (
    <fieldset>
      <legend>{t('imports.templates')}</legend>
      <div class="import-columns">
        {shown.map(({ role, choices }) => (
          <SelectField
            key={role}
            label={t(`content.template_${role}`)}
            options={[{ value: '', label: t('imports.noTemplate') }, ...choices]}
            value={value[role] ?? ''}
            onValue={(chosen) => onValue(withTemplate(value, role, chosen))}
          />
        ))}
      </div>
    </fieldset>
  );
}
