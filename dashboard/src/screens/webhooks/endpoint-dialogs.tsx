import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Confirm } from '../../components/dialog.tsx';
import { rich, t } from '../../language/texts.ts';
import { EditEndpoint } from './endpoint-form.tsx';
import { Recover } from './recover.tsx';
import { RotateSecret, SigningSecret } from './signing-secret.tsx';
import { TestEndpoint } from './test-endpoint.tsx';

export type OpenDialog = 'test' | 'edit' | 'rotate' | 'secret' | 'delete' | 'recover';

interface EndpointDialogsProps {
  open: OpenDialog | null;
  endpoint: Schemas['Webhook'];
  onOpen: (dialog: OpenDialog | null) => void;
  onChanged: (message: string | null) => Promise<void>;
  onDeliveriesChanged: () => void;
}

/** The dialog of an endpoint that is open. */
export function EndpointDialogs({ open, endpoint, onOpen, onChanged, onDeliveriesChanged }: EndpointDialogsProps) {
  const [rotated, setRotated] = useState<Schemas['WebhookSecretRotated'] | null>(null);
  const close = () => onOpen(null);
  if (open === 'test') {
    return <TestEndpoint endpoint={endpoint} onClose={close} onTested={() => void onChanged(null)} />;
  }
  if (open === 'edit') {
    return (
      <EditEndpoint
        endpoint={endpoint}
        onClose={close}
        onSaved={() => {
          close();
          void onChanged(t('webhooks.endpointUpdated'));
        }}
      />
    );
  }
  if (open === 'rotate') {
    return (
      <RotateSecret
        endpoint={endpoint}
        onClose={close}
        onRotated={(result) => {
          setRotated(result);
          onOpen('secret');
        }}
      />
    );
  }
  if (open === 'secret' && rotated?.secret) {
    return (
      <SigningSecret
        url={endpoint.url}
        secret={rotated.secret}
        previousUntil={rotated.previous_secret_expires_at}
        onClose={() => {
          setRotated(null);
          close();
        }}
      />
    );
  }
  if (open === 'delete') return <DeleteEndpoint endpoint={endpoint} onClose={close} />;
  if (open === 'recover') return <Recover endpoint={endpoint} onClose={close} onRecovered={onDeliveriesChanged} />;
  return null;
}

function DeleteEndpoint({ endpoint, onClose }: { endpoint: Schemas['Webhook']; onClose: () => void }) {
  const [, navigate] = useLocation();
  return (
    <Confirm
      title={t('webhooks.deleteTitle')}
      confirm={t('webhooks.deleteSubmit')}
      run={() => unwrap(api.DELETE('/webhooks/{id}', { params: { path: { id: endpoint.id } } }))}
      onDone={() => navigate('/webhooks')}
      onClose={onClose}
    >
      <p>{rich('webhooks.deleteText', { url: endpoint.url, code: (text) => <code>{text}</code> })}</p>
    </Confirm>
  );
}
