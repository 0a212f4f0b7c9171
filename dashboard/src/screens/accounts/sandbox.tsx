import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { fieldError } from '../../api/problem.ts';
import { FormDialog, SelectField, TextField } from '../../components/form.tsx';
import { t } from '../../language/texts.ts';
import { PLATFORM_OPTIONS, PLATFORMS, type Platform } from '../../platforms.ts';

interface CreateSandboxProps {
  onCreated: (account: Schemas['Account']) => void;
  onClose: () => void;
}

/** The form of a new sandbox account. */
export function CreateSandbox({ onCreated, onClose }: CreateSandboxProps) {
  const [platform, setPlatform] = useState<Platform>(PLATFORMS[0]!);
  const [name, setName] = useState(t('accounts.sandbox'));
  const intent = useIntent();
  const create = useAction(async () => {
    const body = { platform, sandbox: true, name: name.trim() };
    const account = await intent.send(body, (header) => unwrap(api.POST('/accounts', { params: { header }, body })));
    onCreated(account);
  });
  return (
    <FormDialog
      title={t('accounts.createSandboxTitle')}
      action={create}
      submit={t('accounts.createAccount')}
      onClose={onClose}
    >
      <p>{t('accounts.sandboxHelp')}</p>
      <SelectField label={t('words.platform')} value={platform} options={PLATFORM_OPTIONS} onValue={setPlatform} />
      <TextField
        label={t('words.name')}
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
    <FormDialog
      title={t('accounts.reconnectOf', { name: account.name })}
      action={connect}
      submit={t('accounts.reconnect')}
      onClose={onClose}
    >
      <p>{t('accounts.reconnectSandboxText')}</p>
    </FormDialog>
  );
}
