import { useState } from 'preact/hooks';
import { api, type Schemas, unwrapWithEtag } from '../../api/client.ts';
import { useAction, useQuery } from '../../api/hooks.ts';
import { ApiProblem, fieldError } from '../../api/problem.ts';
import { ActionButton, Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorMessage, Notice } from '../../components/feedback.tsx';
import { ActionForm, TextField } from '../../components/form.tsx';
import { t } from '../../language/texts.ts';

interface RenameProps {
  account: Schemas['Account'];
  onRenamed: (name: string) => void;
  onClose: () => void;
}

/** Rename an account. A change by another member in between is shown, and nothing typed is lost. */
export function Rename({ account, onRenamed, onClose }: RenameProps) {
  const [name, setName] = useState(account.name);
  const path = { id: account.id };
  const current = useQuery(`account ${account.id}`, () =>
    unwrapWithEtag(api.GET('/accounts/{id}', { params: { path } })),
  );
  const rename = useAction(async () => {
    const etag = current.data?.etag ?? undefined;
    const params = { path, header: { 'If-Match': etag } };
    const { data } = await unwrapWithEtag(api.PUT('/accounts/{id}', { params, body: { name: name.trim() } }));
    onRenamed(data.name);
  });
  const hasChanged = rename.error instanceof ApiProblem && rename.error.problem.status === 412;
  const reload = async () => {
    await current.reload();
    rename.clearError();
  };
  const nameNow = current.data?.data.name;
  return (
    <Dialog title={t('accounts.renameTitle')} onClose={onClose}>
      <ActionForm action={rename}>
        {nameNow !== undefined && nameNow !== account.name && (
          <Notice kind="warning">{t('accounts.renamedByOther', { name: nameNow })}</Notice>
        )}
        <TextField
          label={t('words.name')}
          required
          maxLength={100}
          autocomplete="off"
          hint={t('accounts.nameHint')}
          error={fieldError(rename.error, '/name')}
          value={name}
          onValue={setName}
        />
        <ErrorMessage error={current.error} onRetry={current.reload} />
        <ErrorMessage error={rename.error} onRetry={rename.run} />
        <footer>
          <Button onClick={onClose}>{t('words.cancel')}</Button>
          {hasChanged ? (
            <Button class="primary" onClick={() => void reload()}>
              {t('words.reload')}
            </Button>
          ) : (
            <ActionButton type="submit" class="primary" disabled={current.data === null} isRunning={rename.isRunning}>
              {t('words.save')}
            </ActionButton>
          )}
        </footer>
      </ActionForm>
    </Dialog>
  );
}
