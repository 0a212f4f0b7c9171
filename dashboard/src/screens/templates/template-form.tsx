import { useState } from 'preact/hooks';
import { api, unwrap, unwrapWithEtag } from '../../api/client.ts';
import { reloadQuery, useAction, useQuery } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { fieldError } from '../../api/problem.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorMessage } from '../../components/feedback.tsx';
import { FormDialog, SelectField, TextField } from '../../components/form.tsx';
import { ifMatch } from '../../content/content.ts';
import { TEMPLATE_KINDS, type TemplateKind } from '../../content/template-texts.ts';
import { t } from '../../language/texts.ts';
import { TemplateFields } from './template-fields.tsx';
import { bodyOf, emptyInput, inputOf, isIncomplete, type TemplateInput } from './template-input.ts';
import { TemplatePreview } from './template-preview.tsx';

/** The form of a new template. */
export function CreateTemplate({ kind, onClose }: { kind: TemplateKind; onClose: () => void }) {
  const intent = useIntent();
  const send = (input: TemplateInput) => {
    const body = { kind: input.kind, ...bodyOf(input) };
    return intent.send(body, (header) => unwrap(api.POST('/templates', { params: { header }, body })));
  };
  return <TemplateForm title={t('words.newTemplate')} start={emptyInput(kind)} isNew send={send} onClose={onClose} />;
}

/** The form that changes a template, once its present state is loaded. */
export function EditTemplate({ id, onClose }: { id: string; onClose: () => void }) {
  const path = { id };
  const { data, error, reload } = useQuery(`template ${id}`, () =>
    unwrapWithEtag(api.GET('/templates/{id}', { params: { path } })),
  );
  if (!data) {
    return (
      <Dialog title={t('templates.editTitle')} onClose={onClose}>
        <ErrorMessage error={error} onRetry={reload} />
      </Dialog>
    );
  }
  const send = (input: TemplateInput) => {
    const params = { path, header: ifMatch(data.etag) };
    return unwrap(api.PUT('/templates/{id}', { params, body: bodyOf(input) }));
  };
  return <TemplateForm title={t('templates.editTitle')} start={inputOf(data.data)} send={send} onClose={onClose} />;
}

interface FormProps {
  title: string;
  start: TemplateInput;
  isNew?: boolean;
  send: (input: TemplateInput) => Promise<unknown>;
  onClose: () => void;
}

function TemplateForm({ title, start, isNew = false, send, onClose }: FormProps) {
  const [input, setInput] = useState(start);
  const change = (part: Partial<TemplateInput>) => setInput((last) => ({ ...last, ...part }));
  const save = useAction(async () => {
    await send(input);
    onClose();
    await reloadQuery('templates');
  });
  return (
    <FormDialog
      title={title}
      action={save}
      submit={t('words.save')}
      isIncomplete={isIncomplete(input)}
      onClose={onClose}
    >
      {isNew && (
        <SelectField
          label={t('words.kind')}
          options={TEMPLATE_KINDS.map((value) => ({ value, label: t(`content.template_${value}`) }))}
          value={input.kind}
          onValue={(kind) => change({ kind })}
        />
      )}
      <TextField
        label={t('words.name')}
        required
        maxLength={100}
        autocomplete="off"
        error={fieldError(save.error, '/name')}
        value={input.name}
        onValue={(name) => change({ name })}
      />
      <TemplateFields input={input} error={save.error} onChange={change} />
      <TemplatePreview input={input} />
    </FormDialog>
  );
}
