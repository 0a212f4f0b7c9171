import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { useAction } from '../../api/hooks.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorMessage } from '../../components/feedback.tsx';
import { FormDialog, SelectField, TextField } from '../../components/form.tsx';
import type { Account } from '../../content/content.ts';
import { TEMPLATE_KINDS, type Template, withValues } from '../../content/template-texts.ts';
import { useTemplates } from '../../content/templates.ts';
import { rich, t } from '../../language/texts.ts';
import { useSession } from '../../session-context.tsx';
import { applyTemplate } from './apply-template.ts';
import type { Draft } from './draft.ts';

interface UseTemplateProps {
  draft: Draft;
  accounts: Account[];
  onChange: (change: Partial<Draft>) => void;
  onClose: () => void;
}

/** Choose a template, fill in its variables, and insert it into a post. */
export function UseTemplate({ onClose, ...use }: UseTemplateProps) {
  const { data, error, reload } = useTemplates();
  const { portal } = useSession();
  if (data && data.length > 0) return <TemplateForm templates={data} onClose={onClose} {...use} />;
  return (
    <Dialog title={t('composer.useTemplate')} onClose={onClose}>
      <ErrorMessage error={error} onRetry={reload} />
      {data && (
        <p>
          {rich('composer.noTemplates', {
            link: (text) => (
              <Link href="/templates" hidden={Boolean(portal)}>
                {text}
              </Link>
            ),
          })}
        </p>
      )}
    </Dialog>
  );
}

function TemplateForm({ templates, draft, accounts, onChange, onClose }: UseTemplateProps & { templates: Template[] }) {
  const sorted = TEMPLATE_KINDS.flatMap((kind) => templates.filter((each) => each.kind === kind));
  const [id, setId] = useState(sorted[0]!.id);
  const [values, setValues] = useState<Record<string, string>>({});
  const chosen = sorted.find((each) => each.id === id) ?? sorted[0]!;
  const variables = Object.entries(chosen.variables ?? {});
  const filled = Object.fromEntries(variables.map(([name, preset]) => [name, values[name] ?? preset ?? '']));
  const insert = useAction(async () => {
    onChange(applyTemplate(draft, chosen, filled, accounts));
    onClose();
  });
  return (
    <FormDialog
      title={t('composer.useTemplate')}
      action={insert}
      submit={t('composer.insertTemplate')}
      isIncomplete={Object.values(filled).includes('')}
      onClose={onClose}
    >
      <SelectField
        label={t('composer.template')}
        options={sorted.map((each) => ({
          value: each.id,
          label: `${t(`content.template_${each.kind}`)}: ${each.name}`,
        }))}
        value={chosen.id}
        onValue={setId}
      />
      {variables.map(([name]) => (
        <TextField
          key={`${chosen.id} ${name}`}
          label={name}
          required
          maxLength={1000}
          autocomplete="off"
          value={filled[name]!}
          onValue={(value) => setValues({ ...values, [name]: value })}
        />
      ))}
      {chosen.text !== null && <p class="template-text">{withValues(chosen.text, filled)}</p>}
    </FormDialog>
  );
}
