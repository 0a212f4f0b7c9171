import type { Schemas } from '../../api/client.ts';
import { CopyValue, SecretDialog } from '../../components/secret.tsx';
import { Time } from '../../components/time.tsx';
import { firstCall } from './key-input.ts';

interface KeySecretProps {
  apiKey: Schemas['KeyWithSecret'];
  onClose: () => void;
}

/** The secret of a new or rolled API key, shown once, with a call to copy. */
export function KeySecret({ apiKey, onClose }: KeySecretProps) {
  return (
    <SecretDialog
      title={`Secret of “${apiKey.name}”`}
      warning={
        <>
          Save this secret now. It will not be shown again.
          {apiKey.previous_secret_expires_at && (
            <>
              {' '}
              The old secret expires <Time at={apiKey.previous_secret_expires_at} />.
            </>
          )}
        </>
      }
      onClose={onClose}
    >
      <CopyValue label="Client id" value={apiKey.client_id} />
      <CopyValue label="Client secret" value={apiKey.client_secret} />
      <CopyValue
        label="First call"
        value={firstCall(`${location.origin}/v1`, apiKey.client_id, apiKey.client_secret)}
      />
      <p class="hint">
        Access tokens expire after one hour. The <a href="/docs/">API documentation</a> lists every endpoint.
      </p>
    </SecretDialog>
  );
}
