import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { ActionButton, Button } from '../../components/button.tsx';
import { code } from '../../components/elements.tsx';
import { ErrorMessage, Notice, Progress } from '../../components/feedback.tsx';
import { ActionForm } from '../../components/form.tsx';
import { Time } from '../../components/time.tsx';
import { rich, t } from '../../language/texts.ts';
import { connectErrorText } from './health.ts';

interface ConnectProgressProps {
  started: Schemas['ConnectStart'];
  connection: Schemas['Connect'] | null;
  error: unknown;
  onRestart: () => void;
  onClose: () => void;
}

/** What happens with a connection after the window of the platform has opened. */
export function ConnectProgress({ started, connection, error, onRestart, onClose }: ConnectProgressProps) {
  const hasFailed = connection?.status === 'failed' || connection?.status === 'expired';
  return (
    <>
      {(connection === null || connection.status === 'pending') && (
        <>
          <Progress label={t('accounts.waiting')} />
          <p class="hint">
            {rich('accounts.notOpened', {
              link: (content) => (
                <a href={started.url} target="_blank" rel="noopener noreferrer">
                  {content}
                </a>
              ),
              time: () => <Time at={started.expires_at} />,
            })}
          </p>
        </>
      )}
      {connection?.status === 'selecting' &&
        (connection.accounts.length > 0 ? (
          <SelectAccount connection={connection} />
        ) : (
          <Progress label={t('accounts.waitingSelection')} />
        ))}
      {connection?.status === 'connected' && <Progress label={t('accounts.connected')} />}
      {hasFailed && (
        <Notice kind="warning">
          <p>
            <strong>{t('accounts.notConnected')}</strong> {connectErrorText(connection.error?.code ?? 'expired')}
          </p>
          {connection.error && (
            <p class="request-id">
              {rich('accounts.errorCode', { code: connection.error.code, id: connection.id, c: code })}
            </p>
          )}
        </Notice>
      )}
      <ErrorMessage error={error} />
      <footer>
        <Button onClick={onClose}>{t(hasFailed ? 'words.close' : 'words.cancel')}</Button>
        {(hasFailed || error != null) && (
          <Button class="primary" onClick={onRestart}>
            {t('accounts.startAgain')}
          </Button>
        )}
      </footer>
    </>
  );
}

/** Select one of several accounts, in place of the page in the other window. */
function SelectAccount({ connection }: { connection: Schemas['Connect'] }) {
  const [chosen, setChosen] = useState(connection.accounts[0]?.external_id ?? '');
  const intent = useIntent();
  const select = useAction(async () => {
    const body = { external_id: chosen };
    const path = { id: connection.id };
    await intent.send(body, (header) => unwrap(api.POST('/connect/{id}/select', { params: { path, header }, body })));
  });
  return (
    <ActionForm action={select}>
      <fieldset>
        <legend>{t('accounts.whichAccount')}</legend>
        {connection.accounts.map(({ external_id, name }) => (
          <label key={external_id} class="check">
            <input
              type="radio"
              name="account"
              value={external_id}
              checked={chosen === external_id}
              onChange={() => setChosen(external_id)}
            />
            <span>
              {name} <small class="muted">{external_id}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <p class="hint">{t('accounts.selectElsewhere')}</p>
      <ErrorMessage error={select.error} onRetry={select.run} />
      <ActionButton type="submit" class="primary" disabled={chosen === ''} isRunning={select.isRunning}>
        {t(select.isRunning ? 'accounts.connecting' : 'accounts.connectThis')}
      </ActionButton>
    </ActionForm>
  );
}
