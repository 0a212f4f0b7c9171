import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { fieldError } from '../../api/problem.ts';
import { SelectField, TextField } from '../../components/form.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { PLATFORM_OPTIONS, PLATFORMS, type Platform } from '../../platforms.ts';

interface CreateSandboxProps {
  onCreated: (account: Schemas['Account']) => void;
  onClose: () => void;
}

/** The form of a new sandbox account. */
export function CreateSandbox({ onCreated, onClose }: CreateSandboxProps) {
  const [platform, setPlatform] = useState<Platform>(PLATFORMS[0]!);
  const [name, setName] = useState('Sandbox');
  const intent = useIntent();
  const create = useAction(async () => {
    const body = { platform, sandbox: true, name: name.trim() };
    const account = await intent.send(body, (header) => unwrap(api.POST('/accounts', { params: { header }, body })));
    onCreated(account);
  });
  return (
    <FormDialog title="Create a sandbox account" action={create} submit="Create account" onClose={onClose}>
      <p>
        A sandbox account applies a platform’s rules but publishes within this service. Each post has its own page and
        synthetic metrics.
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
    </FormDialog>
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
    await intent.send(body, (header) => unwrap(api.POST('/accounts', { params: { header }, body })));
    onConnected();
  });
  return (
    <FormDialog title={`Reconnect ${account.name}`} action={connect} submit="Reconnect" onClose={onClose}>
      <p>No login required. The account’s ID, name and scheduled posts are kept.</p>
    </FormDialog>
  );
}
