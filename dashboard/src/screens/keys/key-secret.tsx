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
          Store the secret now, for example in a password manager. It is not shown again.
          {apiKey.previous_secret_expires_at && (
            <>
              {' '}
              The previous secret works until <Time at={apiKey.previous_secret_expires_at} />.
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
        An access token works for an hour. Request another one when it expires. The{' '}
        <a href="/docs/">API documentation</a> lists every endpoint.
      </p>
    </SecretDialog>
  );
}
