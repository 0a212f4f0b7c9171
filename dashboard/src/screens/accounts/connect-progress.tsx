import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { ActionButton, ActionForm } from '../../components/action-form.tsx';
import { ErrorMessage, Notice, Progress } from '../../components/feedback.tsx';
import { Time } from '../../components/time.tsx';
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
          <Progress label="Waiting for authorization in the other window…" />
          <p class="hint">
            Window did not open?{' '}
            <a href={started.url} target="_blank" rel="noopener noreferrer">
              Open the page
            </a>{' '}
            in this browser. It is valid until <Time at={started.expires_at} />.
          </p>
        </>
      )}
      {connection?.status === 'selecting' &&
        (connection.accounts.length > 0 ? (
          <SelectAccount connection={connection} />
        ) : (
          <Progress label="Waiting for the selection of an account in the other window…" />
        ))}
      {connection?.status === 'connected' && <Progress label="Connected." />}
      {hasFailed && (
        <Notice kind="warning">
          <p>
            <strong>No account was connected.</strong> {connectErrorText(connection.error?.code ?? 'expired')}
          </p>
          {connection.error && (
            <p class="request-id">
              Code: <code>{connection.error.code}</code>, connection <code>{connection.id}</code>
            </p>
          )}
        </Notice>
      )}
      <ErrorMessage error={error} />
      <footer>
        <button type="button" onClick={onClose}>
          {hasFailed ? 'Close' : 'Cancel'}
        </button>
        {(hasFailed || error != null) && (
          <button type="button" class="primary" onClick={onRestart}>
            Start again
          </button>
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
        <legend>Which account?</legend>
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
      <p class="hint">You can also select it in the other window.</p>
      <ErrorMessage error={select.error} onRetry={select.run} />
      <ActionButton type="submit" class="primary" disabled={chosen === ''} isRunning={select.isRunning}>
        {select.isRunning ? 'Connecting…' : 'Connect this account'}
      </ActionButton>
    </ActionForm>
  );
}
