import { useState } from 'preact/hooks';
import { changedFields } from '../../api/changed-fields.ts';
import { api, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { fieldError } from '../../api/problem.ts';
import { FormDialog, SelectField, TextField } from '../../components/form.tsx';
import { t } from '../../language/texts.ts';
import { PLATFORMS, platformName } from '../../platforms.ts';
import { inputOf, type LinkRule, PARAMETERS, type RuleInput, toRule } from './rule-input.ts';

const PLACEHOLDERS = { platform: '{platform}', campaign: '{campaign}', date: '{date}' };

interface RuleFormProps {
  /** The rule that is changed; null for a new one. */
  rule: LinkRule | null;
  onSaved: () => void;
  onClose: () => void;
}

/** Replace a rule. A field that was not edited stays as the rule has it by now. */
async function update(rule: LinkRule, input: RuleInput): Promise<void> {
  const params = { path: { id: rule.id } };
  const present = await unwrap(api.GET('/link-rules/{id}', { params }));
  const body = toRule({ ...inputOf(present), ...changedFields(input, inputOf(rule)) });
  await unwrap(api.PUT('/link-rules/{id}', { params, body }));
}

/** The form of a link rule. */
export function RuleForm({ rule, onSaved, onClose }: RuleFormProps) {
  const [input, setInput] = useState(inputOf(rule));
  const change = (part: Partial<RuleInput>) => setInput((last) => ({ ...last, ...part }));
  const intent = useIntent();
  const save = useAction(async () => {
    if (rule) {
      await update(rule, input);
    } else {
      const body = toRule(input);
      await intent.send(body, (header) => unwrap(api.POST('/link-rules', { params: { header }, body })));
    }
    onSaved();
  });
  return (
    <FormDialog
      title={t(rule ? 'links.editTitle' : 'links.createTitle')}
      action={save}
      submit={t('words.save')}
      running={t('words.saving')}
      onClose={onClose}
    >
      <SelectField
        label={t('words.posts')}
        value={input.scope}
        options={(['workspace', 'platform', 'label'] as const).map((value) => ({
          value,
          label: t(`links.scope_${value}`),
        }))}
        onValue={(scope) => change({ scope })}
      />
      {input.scope === 'platform' && (
        <SelectField
          label={t('words.platform')}
          value={input.platform}
          options={PLATFORMS.map((value) => ({ value, label: platformName(value) }))}
          onValue={(platform) => change({ platform })}
        />
      )}
      {input.scope === 'label' && (
        <TextField
          label={t('links.label')}
          required
          value={input.label}
          onValue={(label) => change({ label })}
          error={fieldError(save.error, '/label')}
        />
      )}
      <TextField
        label={t('links.hosts')}
        hint={t('links.hostsHint')}
        value={input.hosts}
        onValue={(hosts) => change({ hosts })}
        error={fieldError(save.error, '/hosts')}
      />
      <p class="hint">{t('links.placeholders', PLACEHOLDERS)}</p>
      {PARAMETERS.map((name) => (
        <TextField
          key={name}
          label={name}
          value={input.parameters[name]}
          onValue={(value) => change({ parameters: { ...input.parameters, [name]: value } })}
          error={fieldError(save.error, `/parameters/${name}`)}
        />
      ))}
    </FormDialog>
  );
}
