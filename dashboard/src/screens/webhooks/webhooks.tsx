import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { pagesOf, type Schemas } from '../../api/client.ts';
import { usePagedList } from '../../api/hooks.ts';
import { Notice } from '../../components/feedback.tsx';
import { ListScreen } from '../../components/list-screen.tsx';
import { Status } from '../../components/status.tsx';
import { ListTable } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { rich, t } from '../../language/texts.ts';
import { usePermission } from '../../session-context.tsx';
import { CreateEndpoint } from './endpoint-form.tsx';
import { summarizeKinds } from './event-kinds.ts';
import { SigningSecret } from './signing-secret.tsx';

type Endpoint = Schemas['Webhook'];

/** The webhook endpoints. */
export default function Webhooks() {
  const canWrite = usePermission('webhooks:write');
  const [created, setCreated] = useState<Schemas['WebhookCreated'] | null>(null);
  const list = usePagedList('webhooks', pagesOf('/webhooks', 'webhooks', { limit: 50 }));
  return (
    <ListScreen
      title={t('words.webhooks')}
      intro={t('webhooks.intro')}
      list={list}
      add={canWrite && t('webhooks.add')}
      form={({ onClose, onSaved }) => (
        <CreateEndpoint
          onClose={onClose}
          onCreated={(endpoint) => {
            setCreated(endpoint);
            onSaved();
          }}
        />
      )}
      emptyTitle={t('webhooks.emptyTitle')}
      emptyText={t('webhooks.emptyText')}
      notice={created && <Created endpoint={created} onStored={() => setCreated({ ...created, secret: undefined })} />}
    >
      <ListTable
        class="listing stacked"
        caption={t('webhooks.caption')}
        items={list.items}
        columns={[
          { name: t('words.url'), cell: urlOf, class: 'wide', isPlain: true },
          { name: t('words.status'), cell: statusOf },
          { name: t('webhooks.events'), cell: ({ events }) => summarizeKinds(events), class: 'wide' },
          { name: t('words.addedAt'), cell: ({ created_at }) => <Time at={created_at} />, class: 'when' },
        ]}
      />
    </ListScreen>
  );
}

interface CreatedProps {
  endpoint: Schemas['WebhookCreated'];
  /** The person has stored its secret, which is not shown again. */
  onStored: () => void;
}

/** The secret of a new endpoint, and after it the next step. */
function Created({ endpoint: { webhook_id, url, secret }, onStored }: CreatedProps) {
  if (secret !== undefined) return <SigningSecret url={url} secret={secret} onClose={onStored} />;
  const link = (text: ComponentChildren) => <Link href={`/webhooks/${webhook_id}`}>{text}</Link>;
  return <Notice kind="success">{rich('webhooks.added', { link })}</Notice>;
}

function urlOf({ id, url, agent }: Endpoint) {
  return (
    <>
      <Link href={`/webhooks/${id}`}>{url}</Link>
      {agent && <span class="sub">{t('webhooks.ofAgent', { name: agent.name })}</span>}
    </>
  );
}

function statusOf({ status, failing_since, is_verified }: Endpoint) {
  return (
    <>
      <Status status={status} />
      {failing_since && <span class="sub nowrap">{t('webhooks.failing')}</span>}
      {!is_verified && <span class="sub nowrap">{t('webhooks.notVerified')}</span>}
    </>
  );
}
