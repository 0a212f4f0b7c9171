import { useState } from 'preact/hooks';
import { useAction, useQuery } from '../../api/hooks.ts';
import { addPasskey, deletePasskey, listPasskeys, type Passkey, PasskeyCancelled } from '../../api/passkeys.ts';
import { fieldError } from '../../api/problem.ts';
import { Confirm } from '../../components/dialog.tsx';
import { EmptyState, ErrorMessage, Notice, Progress } from '../../components/feedback.tsx';
import { TextField } from '../../components/form.tsx';
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
        With a passkey, you sign in by fingerprint, face or security key, without an email. The service stores its
        public key only.
      </p>
      {query.isLoading && !query.data && <Progress label="Loading…" />}
      <ErrorMessage error={query.error} onRetry={() => void query.reload()} />
      {query.data && passkeys.length === 0 && (
        <EmptyState title="No passkeys yet">
          <p>Name this device below, and add its passkey.</p>
        </EmptyState>
      )}
      {passkeys.length > 0 && (
        <div class="table">
          <table>
            <caption>Your passkeys</caption>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Added</th>
                <th scope="col">Last used</th>
                <th scope="col">Actions</th>
              </tr>
            </thead>
            <tbody>
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
            </tbody>
          </table>
        </div>
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
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        void add.run();
      }}
    >
      <h2>Add a passkey</h2>
      <TextField
        label="Name"
        required
        maxLength={100}
        hint="For example “Laptop”, to recognize it later."
        value={name}
        onValue={setName}
        error={fieldError(add.error, '/name')}
      />
      <PasskeyError error={add.error} />
      {added && <Notice kind="success">The passkey “{added}” is added.</Notice>}
      <button type="submit" class="primary" disabled={add.isRunning}>
        Add passkey
      </button>
    </form>
  );
}

/** Say why a passkey was not created or used. */
function PasskeyError({ error }: { error: unknown }) {
  if (!(error instanceof PasskeyCancelled)) return <ErrorMessage error={error} />;
  return (
    <Notice kind="warning">
      No passkey was added: the dialog was closed, the device has one already, or this address cannot have passkeys.
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
    <Confirm
      title={`Delete the passkey “${passkey.name}”?`}
      confirm="Delete passkey"
      onConfirm={remove.run}
      onClose={onClose}
      isRunning={remove.isRunning}
    >
      <p>It can no longer sign in. Sessions that it has started continue.</p>
      <ErrorMessage error={remove.error} />
    </Confirm>
  );
}
