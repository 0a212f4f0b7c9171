import { useState } from 'preact/hooks';
import { api, type Schemas, unwrapWithEtag } from '../../api/client.ts';
import { useAction, useQuery } from '../../api/hooks.ts';
import { ApiProblem, fieldError } from '../../api/problem.ts';
import { ActionButton, ActionForm } from '../../components/action-form.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorMessage, Notice } from '../../components/feedback.tsx';
import { TextField } from '../../components/form.tsx';

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
    <Dialog title="Rename the account" onClose={onClose}>
      <ActionForm action={rename}>
        {nameNow !== undefined && nameNow !== account.name && (
          <Notice kind="warning">
            Another member renamed this account to “{nameNow}”. Save to overwrite that name.
          </Notice>
        )}
        <TextField
          label="Name"
          required
          maxLength={100}
          autocomplete="off"
          hint="Used in this workspace only. Does not change the name on the platform."
          error={fieldError(rename.error, '/name')}
          value={name}
          onValue={setName}
        />
        <ErrorMessage error={current.error} onRetry={current.reload} />
        <ErrorMessage error={rename.error} onRetry={rename.run} />
        <footer>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          {hasChanged ? (
            <button type="button" class="primary" onClick={() => void reload()}>
              Reload
            </button>
          ) : (
            <ActionButton type="submit" class="primary" disabled={current.data === null} isRunning={rename.isRunning}>
              Save
            </ActionButton>
          )}
        </footer>
      </ActionForm>
    </Dialog>
  );
}
