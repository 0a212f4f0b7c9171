import type { Schemas } from '../../api/client.ts';
import { CopyValue, SecretDialog } from '../../components/secret.tsx';
import { Time } from '../../components/time.tsx';
import { rich, t } from '../../language/texts.ts';
import { firstCall } from './key-input.ts';

interface KeySecretProps {
  apiKey: Schemas['KeyWithSecret'];
  onClose: () => void;
}

/** The secret of a new or rolled API key, shown once, with a call to copy. */
export function KeySecret({ apiKey, onClose }: KeySecretProps) {
  return (
    <SecretDialog
      title={t('keys.secretTitle', { name: apiKey.name })}
      warning={
        apiKey.previous_secret_expires_at
          ? rich('keys.secretWarningOld', { time: () => <Time at={apiKey.previous_secret_expires_at!} /> })
          : t('words.secretWarning')
      }
      onClose={onClose}
    >
      <CopyValue label={t('keys.clientId')} value={apiKey.client_id} />
      <CopyValue label={t('keys.clientSecret')} value={apiKey.client_secret} />
      <CopyValue
        label={t('keys.firstCall')}
        value={firstCall(`${location.origin}/v1`, apiKey.client_id, apiKey.client_secret)}
      />
      <p class="hint">{rich('keys.tokensHint', { link: (text) => <a href="/docs/">{text}</a> })}</p>
    </SecretDialog>
  );
}
