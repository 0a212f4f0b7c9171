import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { usePagedList } from '../../api/hooks.ts';
import { EmptyState, ListEnd, Notice } from '../../components/feedback.tsx';
import { Status } from '../../components/status.tsx';
import { Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
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
    <button type="button" class="primary" onClick={() => setCreating(true)}>
      Add endpoint
    </button>
  );
  return (
    <>
      <div class="bar">
        <h1>Webhooks</h1>
        {list.items.length > 0 && addButton}
      </div>
      <p class="muted">Each event is sent to your endpoints as a signed request. Failed deliveries are retried.</p>
      {created && !hasSecret && (
        <Notice kind="success">
          Endpoint added. <Link href={`/webhooks/${created.webhook_id}`}>Send a test</Link> to verify it.
        </Notice>
      )}
      {list.isEmpty && (
        <EmptyState title="No webhook endpoints">
          <p>Add an endpoint to be notified when posts are published, fail or receive comments.</p>
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
    <Table class="listing" caption="Endpoints" columns={['URL', 'Status', 'Events', 'Added']}>
      {endpoints.map((endpoint) => (
        <tr key={endpoint.id}>
          <td class="wide">
            <Link href={`/webhooks/${endpoint.id}`}>{endpoint.url}</Link>
            <code class="sub id">{endpoint.id}</code>
          </td>
          <td>
            <Status status={endpoint.status} />
            {endpoint.failing_since && <span class="sub nowrap">Failing</span>}
            {!endpoint.is_verified && <span class="sub nowrap">Not verified</span>}
          </td>
          <td class="wide">{summarizeKinds(endpoint.events)}</td>
          <td class="when">
            <Time at={endpoint.created_at} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
