import { useState } from 'preact/hooks';
import { useAction, useQuery } from '../../api/hooks.ts';
import { addPasskey, deletePasskey, listPasskeys, type Passkey, PasskeyCancelled } from '../../api/passkeys.ts';
import { fieldError } from '../../api/problem.ts';
import { ActionButton, ActionForm } from '../../components/action-form.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { EmptyState, ErrorMessage, Notice, QueryState } from '../../components/feedback.tsx';
import { TextField } from '../../components/form.tsx';
import { Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';

/** The passkeys with which the member signs in without an email. */
export default function Passkeys() {
  const query = useQuery('passkeys', listPasskeys);
  const [deleting, setDeleting] = useState<Passkey | null>(null);
  const passkeys = query.data ?? [];
  return (
    <>
      <h1>Passkeys</h1>
      <p class="muted">
        Sign in with your fingerprint, face or security key instead of an email link. The service stores only the public
        key.
      </p>
      <QueryState query={query} />
      {query.data && passkeys.length === 0 && (
        <EmptyState title="No passkeys yet">
          <p>Name this device below and add a passkey. Without one, you need a new link for each sign-in.</p>
        </EmptyState>
      )}
      {passkeys.length > 0 && (
        <Table caption="Your passkeys" columns={['Name', 'Added', 'Last used', 'Actions']}>
          {passkeys.map((passkey) => (
            <tr key={passkey.id}>
              <th scope="row">{passkey.name}</th>
              <td>
                <Time at={passkey.created_at} />
              </td>
              <td>{passkey.last_used_at ? <Time at={passkey.last_used_at} /> : 'Not yet'}</td>
              <td>
                <button type="button" aria-label={`Delete ${passkey.name}`} onClick={() => setDeleting(passkey)}>
                  Delete
                </button>
              </td>
            </tr>
          ))}
        </Table>
      )}
      <AddPasskey onAdded={() => void query.reload()} />
      {deleting && (
        <DeletePasskey passkey={deleting} onClose={() => setDeleting(null)} onDeleted={() => void query.reload()} />
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
      <h2>Add a passkey</h2>
      <TextField
        label="Name"
        required
        maxLength={100}
        hint="For example, “Laptop”."
        value={name}
        onValue={setName}
        error={fieldError(add.error, '/name')}
      />
      <PasskeyError error={add.error} />
      {added && <Notice kind="success">The passkey “{added}” is added.</Notice>}
      <ActionButton type="submit" class="primary" isRunning={add.isRunning}>
        Add passkey
      </ActionButton>
    </ActionForm>
  );
}

/** Say why a passkey was not created or used. */
function PasskeyError({ error }: { error: unknown }) {
  if (!(error instanceof PasskeyCancelled)) return <ErrorMessage error={error} />;
  return (
    <Notice kind="warning">
      No passkey was added. The dialog was closed, this device already has a passkey, or passkeys are not available on
      this domain.
    </Notice>
  );
}

interface DeletePasskeyProps {
  passkey: Passkey;
  onClose: () => void;
  onDeleted: () => void;
}

function DeletePasskey({ passkey, onClose, onDeleted }: DeletePasskeyProps) {
  const remove = useAction(async () => {
    await deletePasskey(passkey.id);
    onDeleted();
  });
  return (
    <Confirm title={`Delete the passkey “${passkey.name}”?`} confirm="Delete passkey" action={remove} onClose={onClose}>
      <p>This passkey can no longer sign in. Existing sessions continue.</p>
    </Confirm>
  );
}
