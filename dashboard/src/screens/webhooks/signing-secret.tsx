import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorMessage, Notice } from '../../components/feedback.tsx';
import { CopyValue } from '../../components/secret.tsx';
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
    <Dialog title="Signing secret" onClose={onClose}>
      <Notice kind="warning">
        Store the secret now. It is not shown again.
        {previousUntil && (
          <>
            {' '}
            Deliveries are also signed with the previous secret until <Time at={previousUntil} />.
          </>
        )}
      </Notice>
      <CopyValue label="Secret" value={secret} />
      <p>
        Deliveries to <code>{url}</code> are signed as{' '}
        <a href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer">
          Standard Webhooks
        </a>{' '}
        specifies. Verify the signature before you trust a delivery, and use its <code>webhook-id</code> to recognize a
        repeated one.
      </p>
      <footer>
        <button type="button" class="primary" onClick={onClose}>
          I have stored the secret
        </button>
      </footer>
    </Dialog>
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
    const params = { path: { id: endpoint.id }, header: { 'Idempotency-Key': intent.keyFor(body) } };
    const rotated = await unwrap(api.POST('/webhooks/{id}/rotate-secret', { params, body }));
    intent.end();
    onRotated(rotated);
  });
  return (
    <Dialog title="Rotate the signing secret" onClose={onClose}>
      <p>
        A new secret is generated and shown once. For 24 hours deliveries carry a signature of both secrets, so that
        your receiver can switch without losing one.
      </p>
      <ErrorMessage error={rotate.error} onRetry={() => void rotate.run()} />
      <footer>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" class="primary" disabled={rotate.isRunning} onClick={() => void rotate.run()}>
          Rotate secret
        </button>
      </footer>
    </Dialog>
  );
}
