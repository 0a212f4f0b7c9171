import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { usePagedList } from '../../api/hooks.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState, ListEnd, Notice } from '../../components/feedback.tsx';
import { Status } from '../../components/status.tsx';
import { Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { rich, t } from '../../language/texts.ts';
import { usePermission } from '../../session-context.tsx';
import { CreateEndpoint } from './endpoint-form.tsx';
import { summarizeKinds } from './event-kinds.ts';
import { SigningSecret } from './signing-secret.tsx';

/** The webhook endpoints. */
export default function Webhooks() {
  const canWrite = usePermission('webhooks:write');
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<Schemas['WebhookCreated'] | null>(null);
  const [hasSecret, setHasSecret] = useState(false);
  const list = usePagedList('webhooks', async (cursor) => {
    const { webhooks, pagination } = await unwrap(api.GET('/webhooks', { params: { query: { limit: 50, cursor } } }));
    return { items: webhooks, nextCursor: pagination.next_cursor };
  });
  const addButton = canWrite && (
    <Button class="primary" onClick={() => setCreating(true)}>
      {t('webhooks.add')}
    </Button>
  );
  return (
    <>
      <div class="bar">
        <h1>{t('words.webhooks')}</h1>
        {list.items.length > 0 && addButton}
      </div>
      <p class="muted">{t('webhooks.intro')}</p>
      {created && !hasSecret && (
        <Notice kind="success">
          {rich('webhooks.added', {
            link: (text) => <Link href={`/webhooks/${created.webhook_id}`}>{text}</Link>,
          })}
        </Notice>
      )}
      {list.isEmpty && (
        <EmptyState title={t('webhooks.emptyTitle')}>
          <p>{t('webhooks.emptyText')}</p>
          {addButton}
        </EmptyState>
      )}
      {list.items.length > 0 && <EndpointTable endpoints={list.items} />}
      <ListEnd list={list} />
      {isCreating && (
        <CreateEndpoint
          onClose={() => setCreating(false)}
          onCreated={(endpoint) => {
            setCreating(false);
            setCreated(endpoint);
            setHasSecret(endpoint.secret !== undefined);
            void list.reload();
          }}
        />
      )}
      {created?.secret && hasSecret && (
        <SigningSecret
          url={created.url}
          secret={created.secret}
          onClose={() => {
            setHasSecret(false);
            setCreated({ ...created, secret: undefined });
          }}
        />
      )}
    </>
  );
}

function EndpointTable({ endpoints }: { endpoints: Schemas['Webhook'][] }) {
  return (
    <Table
      class="listing stacked"
      caption={t('webhooks.caption')}
      columns={[t('words.url'), t('words.status'), t('webhooks.events'), t('words.addedAt')]}
    >
      {endpoints.map((endpoint) => (
        <tr key={endpoint.id}>
          <td class="wide">
            <Link href={`/webhooks/${endpoint.id}`}>{endpoint.url}</Link>
            {endpoint.agent && <span class="sub">{t('webhooks.ofAgent', { name: endpoint.agent.name })}</span>}
          </td>
          <td data-label={t('words.status')}>
            <Status status={endpoint.status} />
            {endpoint.failing_since && <span class="sub nowrap">{t('webhooks.failing')}</span>}
            {!endpoint.is_verified && <span class="sub nowrap">{t('webhooks.notVerified')}</span>}
          </td>
          <td class="wide" data-label={t('webhooks.events')}>
            {summarizeKinds(endpoint.events)}
          </td>
          <td class="when" data-label={t('words.addedAt')}>
            <Time at={endpoint.created_at} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
