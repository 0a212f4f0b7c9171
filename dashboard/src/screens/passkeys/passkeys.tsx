import { useState } from 'preact/hooks';
import { useAction, useQuery } from '../../api/hooks.ts';
import { addPasskey, deletePasskey, listPasskeys, type Passkey, PasskeyCancelled } from '../../api/passkeys.ts';
import { fieldError } from '../../api/problem.ts';
import { ActionButton, Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { ErrorMessage, Notice } from '../../components/feedback.tsx';
import { ActionForm, TextField } from '../../components/form.tsx';
import { asPagedList, ListScreen } from '../../components/list-screen.tsx';
import { ListTable } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { t } from '../../language/texts.ts';

/** The passkeys with which the member signs in without an email. */
export default function Passkeys() {
  const list = asPagedList(useQuery('passkeys', listPasskeys));
  const [deleting, setDeleting] = useState<Passkey | null>(null);
  return (
    <>
      <ListScreen
        title={t('words.passkeys')}
        intro={t('passkeys.intro')}
        list={list}
        emptyTitle={t('passkeys.none')}
        emptyText={t('passkeys.noneText')}
      >
        <ListTable
          caption={t('passkeys.caption')}
          class="stacked"
          items={list.items}
          columns={[
            { name: t('words.name'), cell: ({ name }) => name, isHead: true },
            { name: t('words.added'), cell: ({ created_at }) => <Time at={created_at} /> },
            {
              name: t('words.lastUsed'),
              cell: ({ last_used_at: at }) => (at ? <Time at={at} /> : t('passkeys.never')),
            },
            {
              name: t('passkeys.fingerprint'),
              cell: ({ fingerprint }) =>
                fingerprint ? <code class="break">{fingerprint}</code> : t('passkeys.signsNone'),
            },
            {
              name: t('words.actions'),
              cell: (passkey) => (
                <Button
                  aria-label={t('words.deleteNamed', { name: passkey.name })}
                  onClick={() => setDeleting(passkey)}
                >
                  {t('words.delete')}
                </Button>
              ),
              isPlain: true,
            },
          ]}
        />
      </ListScreen>
      <AddPasskey onAdded={() => void list.reload()} />
      {deleting && (
        <DeletePasskey passkey={deleting} onClose={() => setDeleting(null)} onDeleted={() => void list.reload()} />
      )}
    </>
  );
}

function AddPasskey({ onAdded }: { onAdded: () => void }) {
  const [name, setName] = useState('');
  const [added, setAdded] = useState<string | null>(null);
  const add = useAction(async () => {
    setAdded(null);
    await addPasskey(name);
    setAdded(name);
    setName('');
    onAdded();
  });
  return (
    <ActionForm action={add} class="card">
      <h2>{t('passkeys.addTitle')}</h2>
      <TextField
        label={t('words.name')}
        required
        maxLength={100}
        hint={t('passkeys.nameHint')}
        value={name}
        onValue={setName}
        error={fieldError(add.error, '/name')}
      />
      <PasskeyError error={add.error} />
      {added && <Notice kind="success">{t('passkeys.isAdded', { name: added })}</Notice>}
      <ActionButton type="submit" class="primary" isRunning={add.isRunning}>
        {t('passkeys.add')}
      </ActionButton>
    </ActionForm>
  );
}

/** Say why a passkey was not created or used. */
function PasskeyError({ error }: { error: unknown }) {
  if (!(error instanceof PasskeyCancelled)) return <ErrorMessage error={error} />;
  return <Notice kind="warning">{t('passkeys.notAdded')}</Notice>;
}

interface DeletePasskeyProps {
  passkey: Passkey;
  onClose: () => void;
  onDeleted: () => void;
}

function DeletePasskey({ passkey, onClose, onDeleted }: DeletePasskeyProps) {
  return (
    <Confirm
      title={t('passkeys.deleteTitle', { name: passkey.name })}
      confirm={t('passkeys.deleteConfirm')}
      run={() => deletePasskey(passkey.id)}
      onDone={onDeleted}
      onClose={onClose}
    >
      <p>{t('passkeys.deleteText')}</p>
    </Confirm>
  );
}
