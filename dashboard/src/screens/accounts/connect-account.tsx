import { useEffect, useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { fieldError } from '../../api/problem.ts';
import { ActionForm, FormEnd } from '../../components/action-form.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/form.tsx';
import { describePlatform, type Platform, platformName } from '../../platforms.ts';
import { AppPassword } from './app-password.tsx';
import { ConnectProgress } from './connect-progress.tsx';
import { useConnection } from './use-connection.ts';

interface ConnectAccountProps {
  platform: Platform;
  /** The account to reconnect. */
  account?: Schemas['Account'];
  onConnected: (account: Schemas['Account']) => void;
  onClose: () => void;
}

/** Connect or reconnect an account: the person gives access on the platform, in another window. */
export function ConnectAccount({ platform, account, onConnected, onClose }: ConnectAccountProps) {
  const [started, setStarted] = useState<Schemas['ConnectStart'] | null>(null);
  const [usesPassword, setUsesPassword] = useState(false);
  const { appPassword } = describePlatform(platform);
  const { connection, error } = useConnection(started?.id ?? null);
  const name = platformName(platform);
  useEffect(() => {
    if (connection?.status === 'connected' && connection.account) onConnected(connection.account);
  }, [connection?.status]);
  return (
    <Dialog title={account ? `Reconnect ${account.name}` : `Connect ${name}`} onClose={onClose}>
      {started ? (
        <ConnectProgress
          started={started}
          connection={connection}
          error={error}
          onRestart={() => setStarted(null)}
          onClose={onClose}
        />
      ) : usesPassword && appPassword ? (
        <AppPassword
          platform={platform}
          guide={appPassword}
          account={account}
          onConnected={onConnected}
          onBack={() => setUsesPassword(false)}
        />
      ) : (
        <StartForm
          platform={platform}
          account={account}
          onStarted={setStarted}
          onUsePassword={() => setUsesPassword(true)}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface StartFormProps {
  platform: Platform;
  account: Schemas['Account'] | undefined;
  onStarted: (started: Schemas['ConnectStart']) => void;
  onUsePassword: () => void;
  onClose: () => void;
}

/** What happens next, and the button that opens the platform. */
function StartForm({ platform, account, onStarted, onUsePassword, onClose }: StartFormProps) {
  const [handle, setHandle] = useState(account?.handle ?? '');
  const intent = useIntent();
  const name = platformName(platform);
  const { handleExample, hasSeveralAccounts, appPassword } = describePlatform(platform);
  const start = useAction(async () => {
    // Opened before the request: a browser blocks windows that open later than the click.
    const opened = window.open('', '_blank');
    try {
      const body = {
        ...(account ? { account_id: account.id } : {}),
        ...(handleExample && handle.trim() !== '' ? { handle: handle.trim() } : {}),
      };
      const path = { id_or_platform: platform };
      const started = await intent.send(body, (header) =>
        unwrap(api.POST('/connect/{id_or_platform}', { params: { path, header }, body })),
      );
      if (opened) {
        opened.opener = null;
        opened.location.replace(started.url);
      }
      onStarted(started);
    } catch (error) {
      opened?.close();
      throw error;
    }
  });
  return (
    <ActionForm action={start}>
      <p>
        A new window opens. Continue there to {name}, sign in{account && ` as ${account.handle ?? account.name}`} and
        allow access. {hasSeveralAccounts && 'If you manage several accounts, select one on the next page. '}
        This service never sees your password.
      </p>
      {account && <p>The account’s ID, name and scheduled posts are kept.</p>}
      {handleExample && (
        <TextField
          label="Handle"
          required
          autocomplete="off"
          hint={`For example ${handleExample}.`}
          error={fieldError(start.error, '/handle')}
          value={handle}
          onValue={setHandle}
        />
      )}
      <FormEnd action={start} submit={`Continue to ${name}`} running="Opening…" onCancel={onClose}>
        {appPassword && (
          <p>
            <button type="button" class="link" onClick={onUsePassword}>
              Use an app password instead
            </button>
          </p>
        )}
      </FormEnd>
    </ActionForm>
  );
}
