import { fieldError } from '../../api/problem.ts';
import { SelectField, TextAreaField, TextField } from '../../components/form.tsx';
import { AccountChecks, LostAccounts } from '../../content/account-checks.tsx';
import { useAccounts } from '../../content/content.ts';
import { variablesIn } from '../../content/template-texts.ts';
import { t } from '../../language/texts.ts';
import { describePlatform, PLATFORMS, platformName } from '../../platforms.ts';
import { usePermission } from '../../session-context.tsx';
import { NO_DEFAULTS, type TemplateInput } from './template-input.ts';

interface FieldsProps {
  input: TemplateInput;
  error: unknown;
  onChange: (change: Partial<TemplateInput>) => void;
}

/** The fields of a template that its kind has. */
export function TemplateFields(props: FieldsProps) {
  if (props.input.kind === 'account_set') return <AccountFields {...props} />;
  if (props.input.kind === 'mention') return <HandleFields {...props} />;
  if (props.input.kind === 'options') return <OptionFields {...props} />;
  return <TextFields {...props} />;
}

function TextFields({ input, error, onChange }: FieldsProps) {
  return (
    <>
      <TextAreaField
        label={t('words.text')}
        hint={t('templates.textHint', { variable: '{{product}}', mention: '{{@Acme}}' })}
        error={fieldError(error, '/text')}
        rows={5}
        required
        value={input.text}
        onValue={(text) => onChange({ text })}
      />
      {variablesIn(input.text).map((name) => (
        <TextField
          key={name}
          label={t('templates.defaultOf', { name })}
          maxLength={1000}
          autocomplete="off"
          error={fieldError(error, `/variables/${name}`)}
          value={input.defaults[name] ?? ''}
          onValue={(value) => onChange({ defaults: { ...input.defaults, [name]: value } })}
        />
      ))}
    </>
  );
}

function AccountFields({ input, error, onChange }: FieldsProps) {
  const accounts = useAccounts(usePermission('accounts:read')).data ?? [];
  const problem = input.accounts.map((_, index) => fieldError(error, `/accounts/${index}`)).find(Boolean);
  return (
    <fieldset>
      <legend>{t('words.accounts')}</legend>
      <AccountChecks
        accounts={accounts}
        chosen={input.accounts}
        onChosen={(chosen) => onChange({ accounts: chosen })}
      />
      <LostAccounts ids={input.accounts} accounts={accounts} onChosen={(chosen) => onChange({ accounts: chosen })} />
      {problem && <p class="field-error">{problem}</p>}
    </fieldset>
  );
}

function HandleFields({ input, error, onChange }: FieldsProps) {
  return (
    <>
      <p class="hint">{t('templates.handlesHint')}</p>
      {PLATFORMS.map((platform) => (
        <TextField
          key={platform}
          label={t('templates.handleOn', { platform: platformName(platform) })}
          maxLength={200}
          autocomplete="off"
          error={fieldError(error, `/handles/${platform}`)}
          value={input.handles[platform] ?? ''}
          onValue={(handle) => onChange({ handles: { ...input.handles, [platform]: handle } })}
        />
      ))}
    </>
  );
}

function OptionFields({ input, error, onChange }: FieldsProps) {
  return (
    <>
      {PLATFORMS.map((platform) => {
        const { visibilities, showsLinkCards } = describePlatform(platform);
        const own = input.options[platform] ?? NO_DEFAULTS;
        const change = (part: Partial<typeof own>) =>
          onChange({ options: { ...input.options, [platform]: { ...own, ...part } } });
        const at = (field: string) => fieldError(error, `/platform_options/${platform}/${field}`);
        const name = { platform: platformName(platform) };
        return (
          <fieldset key={platform}>
            <legend>{name.platform}</legend>
            <TextField
              label={t('templates.firstCommentOn', name)}
              autocomplete="off"
              error={at('first_comment')}
              value={own.firstComment}
              onValue={(firstComment) => change({ firstComment })}
            />
            {showsLinkCards && (
              <TextField
                label={t('templates.linkOn', name)}
                type="url"
                autocomplete="off"
                error={at('link')}
                value={own.link}
                onValue={(link) => change({ link })}
              />
            )}
            {visibilities.length > 1 && (
              <SelectField
                label={t('composer.visibilityOn', name)}
                options={visibilities.map((value) => ({ value, label: t(`composer.visibility_${value}`) }))}
                value={own.visibility}
                error={at('visibility')}
                onValue={(visibility) => change({ visibility })}
              />
            )}
          </fieldset>
        );
      })}
    </>
  );
}
