import { useEffect, useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { fieldError } from '../../api/problem.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ActionForm, FormEnd, TextField } from '../../components/form.tsx';
import { t } from '../../language/texts.ts';
import { describePlatform, type Platform, platformName } from '../../platforms.ts';
import { useSession } from '../../session-context.tsx';
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
    <Dialog
      title={account ? t('accounts.reconnectOf', { name: account.name }) : t('accounts.connectTo', { platform: name })}
      onClose={onClose}
    >
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
  const { portal } = useSession();
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
        {account
          ? t('accounts.startAsText', { platform: name, account: account.handle ?? account.name })
          : t('accounts.startText', { platform: name })}
      </p>
      {hasSeveralAccounts && <p>{t('accounts.severalText')}</p>}
      {account && <p>{t('accounts.kept')}</p>}
      {handleExample && (
        <TextField
          label={t('accounts.handle')}
          required
          autocomplete="off"
          hint={t('accounts.example', { example: handleExample })}
          error={fieldError(start.error, '/handle')}
          value={handle}
          onValue={setHandle}
        />
      )}
      <FormEnd
        action={start}
        submit={t('accounts.continueTo', { platform: name })}
        running={t('accounts.opening')}
        onCancel={onClose}
      >
        {appPassword && !portal && (
          <p>
            <Button class="link" onClick={onUsePassword}>
              {t('accounts.usePassword')}
            </Button>
          </p>
        )}
      </FormEnd>
    </ActionForm>
  );
}
