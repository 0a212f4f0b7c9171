import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { FormDialog } from '../../components/form.tsx';
import { CopyValue, SecretDialog } from '../../components/secret.tsx';
import { Time } from '../../components/time.tsx';
import { rich, t } from '../../language/texts.ts';

interface SigningSecretProps {
  url: string;
  secret: string;
  /** Until when the previous secret signs too, after a rotation. */
  previousUntil?: string | null;
  onClose: () => void;
}

/** The generated signing secret of an endpoint, shown once. */
export function SigningSecret({ url, secret, previousUntil = null, onClose }: SigningSecretProps) {
  return (
    <SecretDialog
      title={t('webhooks.secretTitle')}
      warning={
        previousUntil
          ? rich('webhooks.secretWarningOld', { time: () => <Time at={previousUntil} /> })
          : t('words.secretWarning')
      }
      onClose={onClose}
    >
      <CopyValue label={t('webhooks.secret')} value={secret} />
      <p>
        {rich('webhooks.signed', {
          url,
          code: (text) => <code>{text}</code>,
          id: (text) => <code>{text}</code>,
          link: (text) => (
            <a href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer">
              {text}
            </a>
          ),
        })}
      </p>
    </SecretDialog>
  );
}

interface RotateSecretProps {
  endpoint: Schemas['Webhook'];
  onRotated: (rotated: Schemas['WebhookSecretRotated']) => void;
  onClose: () => void;
}

/** Replace the signing secret of an endpoint. Both sign for a day. */
export function RotateSecret({ endpoint, onRotated, onClose }: RotateSecretProps) {
  const [body] = useState({});
  const intent = useIntent();
  const rotate = useAction(async () => {
    const path = { id: endpoint.id };
    const rotated = await intent.send(body, (header) =>
      unwrap(api.POST('/webhooks/{id}/rotate-secret', { params: { path, header }, body })),
    );
    onRotated(rotated);
  });
  return (
    <FormDialog title={t('webhooks.rotateTitle')} action={rotate} submit={t('webhooks.rotate')} onClose={onClose}>
      <p>{t('webhooks.rotateText')}</p>
    </FormDialog>
  );
}
