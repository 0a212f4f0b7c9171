import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { fieldError } from '../../api/problem.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorMessage } from '../../components/feedback.tsx';
import { SelectField, TextField } from '../../components/form.tsx';
import { PLATFORM_OPTIONS, type Platform } from '../../platforms.ts';

interface CreateSandboxProps {
  onCreated: (account: Schemas['Account']) => void;
  onClose: () => void;
}

/** The form of a new sandbox account. */
export function CreateSandbox({ onCreated, onClose }: CreateSandboxProps) {
  const [platform, setPlatform] = useState<Platform>('twitter');
  const [name, setName] = useState('Sandbox');
  const intent = useIntent();
  const create = useAction(async () => {
    const body = { platform, sandbox: true, name: name.trim() };
    const header = { 'Idempotency-Key': intent.keyFor(body) };
    const account = await unwrap(api.POST('/accounts', { params: { header }, body }));
    intent.end();
    onCreated(account);
  });
  return (
    <Dialog title="Create a sandbox account" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void create.run();
        }}
      >
        <p>
          A sandbox account follows the rules of a platform and publishes into this service. Each post gets a page of
          its own, and its metrics are synthetic.
        </p>
        <SelectField label="Platform" value={platform} options={PLATFORM_OPTIONS} onValue={setPlatform} />
        <TextField
          label="Name"
          required
          maxLength={100}
          autocomplete="off"
          error={fieldError(create.error, '/name')}
          value={name}
          onValue={setName}
        />
        <ErrorMessage error={create.error} onRetry={() => void create.run()} />
        <div class="dialog-end">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={create.isRunning}>
            Create account
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface ReconnectSandboxProps {
  account: Schemas['Account'];
  onConnected: () => void;
  onClose: () => void;
}

/** Connect a sandbox account again, whose access a post with the marker `[[auth]]` has ended. */
export function ReconnectSandbox({ account, onConnected, onClose }: ReconnectSandboxProps) {
  const intent = useIntent();
  const connect = useAction(async () => {
    const body = { platform: account.platform, sandbox: true, external_id: account.external_id };
    const header = { 'Idempotency-Key': intent.keyFor(body) };
    await unwrap(api.POST('/accounts', { params: { header }, body }));
    intent.end();
    onConnected();
  });
  return (
    <Dialog title={`Reconnect ${account.name}`} onClose={onClose}>
      <p>A sandbox account needs no login. Its id, its name and its scheduled posts stay.</p>
      <ErrorMessage error={connect.error} onRetry={() => void connect.run()} />
      <footer>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" class="primary" disabled={connect.isRunning} onClick={() => void connect.run()}>
          Reconnect
        </button>
      </footer>
    </Dialog>
  );
}
