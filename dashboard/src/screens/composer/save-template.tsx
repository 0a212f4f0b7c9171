import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { reloadQuery, useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { fieldError } from '../../api/problem.ts';
import { FormDialog, TextField } from '../../components/form.tsx';
import { showToast } from '../../components/toasts.ts';
import { t } from '../../language/texts.ts';

/** Save the text of a post as a snippet. */
export function SaveTemplate({ text, onClose }: { text: string; onClose: () => void }) {
  const [name, setName] = useState('');
  const intent = useIntent();
  const save = useAction(async () => {
    const body = { kind: 'snippet' as const, name: name.trim(), text };
    await intent.send(body, (header) => unwrap(api.POST('/templates', { params: { header }, body })));
    onClose();
    showToast(t('composer.templateSaved', { name: body.name }));
    await reloadQuery('templates');
  });
  return (
    <FormDialog
      title={t('composer.saveTemplate')}
      action={save}
      submit={t('composer.saveSnippet')}
      isIncomplete={name.trim() === ''}
      onClose={onClose}
    >
      <TextField
        label={t('composer.templateName')}
        required
        maxLength={100}
        autocomplete="off"
        hint={t('composer.templateHint')}
        error={fieldError(save.error, '/name') ?? fieldError(save.error, '/text')}
        value={name}
        onValue={setName}
      />
    </FormDialog>
  );
}
