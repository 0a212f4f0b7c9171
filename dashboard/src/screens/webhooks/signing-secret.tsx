import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { CopyValue, SecretDialog } from '../../components/secret.tsx';
import { Time } from '../../components/time.tsx';

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
      title="Signing secret"
      warning={
        <>
          Save this secret now. It will not be shown again.
          {previousUntil && (
            <>
              {' '}
              Deliveries are also signed with the old secret until <Time at={previousUntil} />.
            </>
          )}
        </>
      }
      onClose={onClose}
    >
      <CopyValue label="Secret" value={secret} />
      <p>
        Deliveries to <code>{url}</code> are signed as{' '}
        <a href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer">
          Standard Webhooks
        </a>{' '}
        specifies. Verify the signature before you trust a delivery, and use its <code>webhook-id</code> to detect
        duplicates.
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
    <FormDialog title="Rotate the signing secret" action={rotate} submit="Rotate secret" onClose={onClose}>
      <p>Creates a new secret, which is shown once. For 24 hours, deliveries are signed with both secrets.</p>
    </FormDialog>
  );
}
